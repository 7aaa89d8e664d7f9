"""Solutions: dressed, replayed, retraced, parted into runs of pushes, and their vicinity."""
