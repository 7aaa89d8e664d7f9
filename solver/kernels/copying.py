"""Copying of one array to another."""

from solver.kernels.jit import kernel


@kernel
def copy(given, into):
    """Copy all numbers of ``given`` to the start of ``into``, which does not share its memory.

    Assigning to a slice would first check whether it does, and copy twice if it may; and its
    complaint about shapes that do not fit takes seconds to compile.
    """
    for place in range(given.shape[0]):
        into[place] = given[place]
