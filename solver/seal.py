"""A seal under what the program keeps on disk: it shows that this user's program wrote it.

What a search has proved cannot be looked over in less time than it takes to search again: a wrong
entry among millions of positions makes a wrong answer. A checksum tells damage, but anybody can
make one. So what is kept is sealed with a key of the user's own (HMAC with SHA-256, RFC 2104), and
only what has the right seal is believed.
"""

from __future__ import annotations

import hmac
import os
import secrets
from contextlib import suppress
from pathlib import Path

import platformdirs

from levels.regular_file import read_at_most

KEY_FILE = Path(platformdirs.user_data_dir("pushwise", appauthor=False)) / "seal.key"
SEAL_BYTES = 32
_KEY_BYTES = 32


def seal_of(content: bytes) -> bytes:
    """The seal for some bytes. Raises OSError if the user's key can be neither read nor made."""
    return hmac.digest(_key() or _new_key(), content, "sha256")


def is_sealed(content: bytes, seal: bytes) -> bool:
    """Whether ``seal`` is that of the user for these bytes. Without a key, nothing is sealed."""
    key = None
    with suppress(OSError):
        key = _key()
    return key is not None and hmac.compare_digest(hmac.digest(key, content, "sha256"), seal)


def _key() -> bytes | None:
    """The key of the user, None if there is none, or none that can be used."""
    try:
        key = read_at_most(KEY_FILE, _KEY_BYTES)
    except FileNotFoundError:
        return None
    return key if key is not None and len(key) == _KEY_BYTES else None


def _new_key() -> bytes:
    """Make a key that only the user may read. Should two processes do so at once, one key stays;
    what was sealed with the other is not believed, and costs time."""
    KEY_FILE.parent.mkdir(parents=True, exist_ok=True)
    key = secrets.token_bytes(_KEY_BYTES)
    beside = KEY_FILE.with_name(f"{KEY_FILE.name}.{os.getpid()}.new")
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(KEY_FILE)
    finally:
        with suppress(OSError):
            beside.unlink()
    return _key() or key
