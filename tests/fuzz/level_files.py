"""Mutants of level files in all formats: each is read, or refused with a reason, and soon.

    python3 -m tests.fuzz.level_files --seed S --minutes N

Each trial takes a file of levels, written in one of the formats, spoils it in one to six places,
and reads it as any format. Nothing but a collection or a LevelError may come of it; what is read
is written again and read again, and must stay what it was.
"""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

from levels.collection import Collection
from levels.files import PACKS, decode, parse_collection, read
from levels.formats.detect import FORMATS, Format
from levels.level import LevelError
from levels.validation import find_fault
from tests.fuzz.run import main

MUTANTS = 100
"""In a trial."""
LONGEST = 5.0
"""Seconds of the processor for one file; more is a hang."""
LONGEST_FRAGMENT = 4_000
_DOCUMENTS = Path(__file__).resolve().parent.parent.parent.parent / "shared" / "levels"
TOKENS = (
    b"\0", b"\xff\xfe", b"\xfe\xff", b"\xc3\x28", b"\xef\xbb\xbf", b"\r\n", b"\r", b"\n\n", b"\t",
    b"#####\n", b"@", b"$", b".", b"*", b"+", b"|", b"-", b"_", b" " * 300, b"#" * 300,
    b"999999999#", b"99(", b"(", b")", b"9" * 30, b"0#", b"Title:", b"Author:", b"Comment:\n",
    b"Comment-End:", b"Solution:\n", b"Snapshot (moves/pushes) 3/4:\n", b"Game: Hexoban\n",
    b"lurdLURD" * 5, b"999999(rl)", b"[]", b"<", b">", b"&lol;", b"&#0;", b"]]>", b"<!--", b"-->",
    b"<![CDATA[", b"<Level>", b"</Level>", b"<L>#</L>", b"<?xml?>",
    b'<!DOCTYPE a [<!ENTITY b "c">]>', b"Parameters (1) : 9 9 0 2\n", b"12 07 04\n", b"XXXX\n",
    b"::", b";",
)  # fmt: skip


@cache
def _sources() -> tuple[bytes, ...]:
    """Our own packs in every format, and files of other authors where they are."""
    found = [
        form.format(read(path)).encode() for path in sorted(PACKS.glob("*.xsb")) for form in FORMATS
    ]
    found += [path.read_bytes() for path in sorted(_DOCUMENTS.rglob("*.*")) if path.is_file()]
    return tuple(content for content in found if content)


def trial(seed: int, counts: Counter[str]) -> None:
    """Read a hundred mutants."""
    random = Random(seed)
    for _ in range(MUTANTS):
        content = mutated(_fragment(random.choice(_sources()), random), random)
        form = random.choice((None, *FORMATS))
        begun = time.process_time()
        try:
            outcome = _outcome(content, form)
        except Exception as error:
            raise AssertionError(f"{form and form.name}: {content!r}") from error
        assert time.process_time() - begun < LONGEST, f"a hang: {content!r}"
        counts[outcome] += 1
        counts["mutants"] += 1


def _fragment(content: bytes, random: Random) -> bytes:
    """A part of a file, mostly from its beginning, as of a download that broke off."""
    start = 0 if random.random() < 0.5 else random.randrange(len(content))
    return content[start : start + random.randint(20, LONGEST_FRAGMENT)]


def mutated(content: bytes, random: Random) -> bytes:
    """The content, spoiled in one to six places."""
    mutant = bytearray(content)
    for _ in range(random.randint(1, 6)):
        place = random.randrange(len(mutant) + 1)
        match random.randrange(7):
            case 0:
                mutant[place : place + 1] = bytes([random.randrange(256)])
            case 1:
                mutant[place:place] = random.choice(TOKENS)
            case 2:
                del mutant[place : place + random.randint(1, 60)]
            case 3:
                mutant[place:place] = mutant[place : place + 80] * random.choice((1, 2, 3, 50))
            case 4:
                end = random.choice([b"\r\n", b"\r", b"\n\r", b" ", b"\n\n"])
                mutant[place:] = mutant[place:].replace(b"\n", end)
            case 5:
                number = random.choice((b"0", b"1", b"255", b"256", b"-1", b"9" * 20, b"1e9"))
                mutant[place:] = re.sub(rb"\d+", number, bytes(mutant[place:]), count=1)
            case 6:
                codec = random.choice(("utf-8", "utf-16", "utf-16-le", "cp037"))
                mutant = bytearray(bytes(mutant).decode("latin-1").encode(codec))
    return bytes(mutant)


def read_content(content: bytes, form: Format | None = None) -> Collection | None:
    """What is read of a file, as ``form`` or as what it looks like; None if it is refused."""
    try:
        text = decode(content, "a")
        collection = form.parse(text, "a") if form else parse_collection(text, "a")
    except LevelError as error:
        assert error.file == "a" and error.reason
        return None
    for level in collection.levels:
        assert find_fault(level) is None
    for fault in collection.faults:
        assert fault.file == "a" and fault.line and fault.reason
    return collection


def _outcome(content: bytes, form: Format | None) -> str:
    """What becomes of a file."""
    collection = read_content(content, form)
    if collection is None:
        return "refused"
    for each in FORMATS[:4]:
        _check_round_trip(collection, each)
    return "read in part" if collection.faults else "read"


def _check_round_trip(collection: Collection, form: Format) -> None:
    if collection.levels:
        again = form.parse(form.format(collection), None)
        boards = [_board(level) for level in collection.levels]
        assert [_board(level) for level in again.levels] == boards, form.name


def _board(level: object) -> object:
    return tuple(getattr(level, name) for name in ("walls", "goals", "boxes", "pusher", "width"))


if __name__ == "__main__":
    sys.exit(main("tests.fuzz.level_files", trial, __doc__ or ""))
