"""Batches: whole collections solved by many workers, kept in one file, and reported."""
