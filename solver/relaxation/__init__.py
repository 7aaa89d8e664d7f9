"""Bounds by a cut: the level relaxed, goals priced, tolls asked, and the zone filled."""
