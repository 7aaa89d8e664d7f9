"""A seal on what a program writes to disk: it shows that this user's program wrote it.

What a search has proved takes as long to check as it took to search: one wrong entry among millions
of positions makes a wrong answer. A checksum reveals damage, but anybody can compute one. So what
is proved is sealed with a random key of the user's own (HMAC with SHA-256, RFC 2104), and believed
only under the right seal. The key lies in a file that only the user can read.

Whoever seals two kinds of content with one key must ensure that no content is of both kinds.
"""

from __future__ import annotations

import hmac
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from levels.regular_file import read_at_most
from levels.whole_file import whole

KEY_NAME = "seal.key"
SEAL_BYTES = 32
_KEY_BYTES = 32


def seal_of(content: bytes, key_file: Path) -> bytes:
    """The seal for some bytes. Raises OSError as `sealer` does."""
    return sealer(key_file)(content)


def sealer(key_file: Path) -> Callable[[bytes], bytes]:
    """A function that seals any bytes. Its key is read once, and made if there is none.

    Raises OSError if the key can be neither read nor made.
    """
    key = _key(key_file) or _new_key(key_file)
    return lambda content: hmac.digest(key, content, "sha256")


def is_sealed(content: bytes, seal: bytes, key_file: Path) -> bool:
    """Whether ``seal`` was made for these bytes with this key. Without a key, nothing is sealed."""
    key = None
    with suppress(OSError):
        key = _key(key_file)
    return key is not None and hmac.compare_digest(hmac.digest(key, content, "sha256"), seal)


def _key(file: Path) -> bytes | None:
    """The key in a file, None if there is none, or none that can be used."""
    try:
        key = read_at_most(file, _KEY_BYTES)
    except FileNotFoundError:
        return None
    return key if key is not None and len(key) == _KEY_BYTES else None


def _open_for_the_user(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _new_key(path: Path) -> bytes:
    """Make a key that only the user may read. Should two processes do so at once, one key stays;
    what was sealed with the other is not believed, which only costs time."""
    key = secrets.token_bytes(_KEY_BYTES)
    with whole(path) as part, open(part, "xb", opener=_open_for_the_user) as file:
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    return _key(path) or key
