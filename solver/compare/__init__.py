"""Textbook searches in plain Python, to compare the solver with and to learn from."""
