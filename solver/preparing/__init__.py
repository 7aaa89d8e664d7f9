"""A level made ready for its searches: everything that they need of it, measured once."""
