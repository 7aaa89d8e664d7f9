"""The compiled inner loops, which know only arrays."""
