"""What the system says when it refuses to read or write something, in the chosen language."""

from __future__ import annotations

import errno

from levels.language import N_, _

_WORDS = {
    "ENOENT": N_("no such file or folder"),
    "EACCES": N_("permission denied"),
    "EPERM": N_("permission denied"),
    "EISDIR": N_("this is a folder"),
    "ENOTDIR": N_("this is not a folder"),
    "EEXIST": N_("this file exists already"),
    "ENOTEMPTY": N_("the folder is not empty"),
    "ENOSPC": N_("the disk is full"),
    "EDQUOT": N_("your share of the disk is full"),
    "EROFS": N_("the disk is read-only"),
    "EIO": N_("the disk could not be read or written"),
    "EFBIG": N_("the file is too large"),
    "ENAMETOOLONG": N_("the name is too long"),
    "ELOOP": N_("the links lead in a circle"),
    "EBUSY": N_("another program is using it"),
    "ETXTBSY": N_("another program is using it"),
    "EMFILE": N_("too many files are open"),
    "ENFILE": N_("too many files are open"),
    "ENOMEM": N_("there is not enough memory"),
    "EAGAIN": N_("the system has no room for it at the moment"),
    "ETIMEDOUT": N_("it took too long"),
}
"""By the names of error numbers, since a system may lack some."""

_BY_NUMBER = {getattr(errno, name): words for name, words in _WORDS.items() if hasattr(errno, name)}


def words_of(error: OSError) -> str:
    """Why, as a part of a sentence: in the system's own words where we have none.

    >>> words_of(PermissionError(errno.EACCES, "Permission denied"))
    'permission denied'
    """
    words = _BY_NUMBER.get(error.errno or 0)
    if words is not None:
        return _(words)
    reason = error.strerror or str(error)
    return f"{reason[:1].lower()}{reason[1:].rstrip('.')}"
