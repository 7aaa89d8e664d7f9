"""Copying of one array to another."""

from solver.kernels.jit import kernel


@kernel
def copy(given, into):
    """Copy all numbers of ``given`` to the start of ``into``, which does not share its memory.

    An assignment of a slice would first look whether they do, and copy twice if they may; and what
    it says of shapes that do not fit takes seconds to compile.
    """
    for place in range(given.shape[0]):
        into[place] = given[place]
