"""Machine code on disk, checked when it is read.

Numba takes what it finds as it is: a file that is cut short ends the program at every start, and
code with a wrong byte in it may do anything. Here a file begins with a hash of the rest. What does
not fit it is compiled again, and what cannot be written is not kept.
"""

import pickle
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba.core.caching import FunctionCache, IndexDataCacheFile

_DIGEST = 32
"""bytes"""


class CheckedFiles(IndexDataCacheFile):
    """The files of a kernel: an index, and machine code for each type of its arguments."""

    def _load_index(self) -> dict[Any, str]:
        try:
            found: dict[Any, str] = super()._load_index()
        except Exception:
            # Whatever a damaged index makes its reader stumble over.
            return {}
        return found

    def _save_data(self, name: str, data: Any) -> None:
        code = self._dump(data)
        with self._open_for_write(self._data_path(name)) as stream:
            stream.write(sha256(code).digest())
            stream.write(code)

    def _load_data(self, name: str) -> Any:
        """Raises OSError for a damaged file, which is then taken for none."""
        content = Path(self._data_path(name)).read_bytes()
        code = content[_DIGEST:]
        if sha256(code).digest() != content[:_DIGEST]:
            raise OSError(f"{name} is damaged")
        return pickle.loads(code)


class CheckedCache(FunctionCache):
    """The machine code of one kernel on disk."""

    def __init__(self, function: Any) -> None:
        """Raises RuntimeError if there is no folder to keep it in."""
        super().__init__(function)
        self._cache_file = CheckedFiles(
            self._cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp()
        )

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep code, unless the disk is full or read-only."""
        with suppress(OSError):
            super().save_overload(sig, data)
