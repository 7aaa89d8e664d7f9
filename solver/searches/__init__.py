"""Searches of the whole level: for fewest pushes, for fewest moves, and out of a relaxation."""
