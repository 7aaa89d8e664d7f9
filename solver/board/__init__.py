"""A level as the arrays that searches and kernels read."""
