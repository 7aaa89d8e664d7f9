"""What is kept on disk is believed only if this user's program wrote it."""

from __future__ import annotations

import json
import stat
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from levels.seal import is_sealed, seal_of
from solver.messages import Limits
from solver.saving import files as saving
from solver.saving.files import SavingError
from solver.saving.saved_search import SavedSearch, save
from solver.search import Search
from tests.solver.saving.test_saving import ended, saved_to
from tests.solver.searching import BENCH_LEVELS

FOUR_ROOMS = next(level for level in BENCH_LEVELS if level.title == "Four Rooms")
OPTIMUM = 44
ENOUGH = Limits(memory=64)
"""To look for any solution beside the proof."""


@pytest.fixture
def key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a key that is yet to be made."""
    path = tmp_path / "data" / "seal.key"
    monkeypatch.setattr(saving, "KEY_FILE", path)
    return path


@pytest.fixture(scope="module")
def begun() -> Iterator[Search]:
    """A search that has found a solution, to be looked at only."""
    with closing(Search(FOUR_ROOMS, ENOUGH)) as search:
        while search.best is None:
            search.advance(0.0)
        yield search


@pytest.fixture
def halfway(begun: Search, tmp_path: Path) -> Path:
    """The file of that search, sealed with the key of now."""
    return saved_to(tmp_path / "halfway", begun)


# --- the key ---------------------------------------------------------------------------------


def test_a_seal_is_for_these_bytes_and_this_key(key: Path) -> None:
    mark = seal_of(b"bytes", key)
    assert is_sealed(b"bytes", mark, key)
    assert not is_sealed(b"other", mark, key)
    key.write_bytes(bytes(32))
    assert not is_sealed(b"bytes", mark, key)


@pytest.mark.skipif(sys.platform == "win32", reason="the system has no such modes")
def test_only_the_user_can_read_the_key(key: Path) -> None:
    seal_of(b"", key)
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert [path.name for path in key.parent.iterdir()] == ["seal.key"]


@pytest.mark.parametrize("content", [b"", b"short", bytes(33)])
def test_a_key_that_is_none_is_made_anew(key: Path, content: bytes) -> None:
    key.parent.mkdir()
    key.write_bytes(content)
    assert not is_sealed(b"bytes", bytes(32), key)
    assert is_sealed(b"bytes", seal_of(b"bytes", key), key)
    assert len(key.read_bytes()) == 32


def test_without_a_place_for_a_key_nothing_is_believed_or_saved(
    halfway: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setattr(saving, "KEY_FILE", tmp_path / "file" / "seal.key")
    content = halfway.read_bytes()
    with pytest.raises(OSError):
        saved_to(halfway, Search(FOUR_ROOMS, ENOUGH))
    assert halfway.read_bytes() == content
    with pytest.raises(SavingError, match="only its solution is believed"):
        Search(FOUR_ROOMS, ENOUGH).resume(SavedSearch(halfway))


# --- what somebody else wrote ----------------------------------------------------------------


def test_another_users_search_gives_its_solution_and_nothing_else(halfway: Path, key: Path) -> None:
    assert not key.exists()
    search = Search(FOUR_ROOMS, ENOUGH)
    with pytest.raises(SavingError, match="only its solution is believed"):
        search.resume(SavedSearch(halfway))
    about = SavedSearch(halfway).about
    assert about.best is not None and about.lower_bound and about.nodes
    assert (search.best, search.lower_bound, search.nodes) == (about.best, 0, 0)
    ended(search)
    assert search.optimal and search.best is not None and search.best.pushes == OPTIMUM


@pytest.mark.parametrize("claim", [{"lower_bound": 1_000}, {"done": [True] * 9}, {"nodes": -5}])
def test_a_forged_claim_makes_no_wrong_answer(halfway: Path, claim: dict[str, object]) -> None:
    """As anybody could write it who has not the key: all digests are right."""
    rewrite(halfway, claim)
    search = Search(FOUR_ROOMS, ENOUGH)
    with pytest.raises(SavingError, match="only its solution is believed"):
        search.resume(SavedSearch(halfway))
    ended(search)
    assert search.optimal and search.best is not None and search.best.pushes == OPTIMUM


@pytest.mark.parametrize(
    "best",
    [
        {"lurd": "rlud"},
        {"lurd": 5},
        {"lurd": "999999r"},
        {"lurd": ["R"]},
        {"lurd": "R", "pushes": 1},
        {"steps": "R"},
        "R",
        17,
    ],
)
def test_a_forged_solution_is_refused(halfway: Path, best: object) -> None:
    rewrite(halfway, {"best": best})
    search = Search(FOUR_ROOMS, ENOUGH)
    with pytest.raises(SavingError):
        search.resume(SavedSearch(halfway))
    assert search.best is None and search.lower_bound == 0


@pytest.mark.parametrize("names", [[True], [None, 1], [["a"]], ["\x1b[2J"], {"a": 1}, "ab"])
def test_a_forged_list_of_prunings_is_refused_in_plain_words(halfway: Path, names: object) -> None:
    """They would be printed."""
    rewrite(halfway, {"without": names})
    with pytest.raises(SavingError) as refusal:
        Search(FOUR_ROOMS, ENOUGH).resume(SavedSearch(halfway))
    assert str(refusal.value).isprintable()


@pytest.mark.parametrize(
    "manifest",
    [
        b"",
        b"[]",
        b"null",
        b'{"about": {}}',
        b"[" * 100_000,
        b'{"about": ' + b"9" * 100_000 + b"}",
        b'{"about": {"level": "", "metric": "pushes"}, "arrays": 5}',
        b"\xff\xfe",
    ],
)
def test_a_manifest_of_anything_else_is_refused(tmp_path: Path, manifest: bytes) -> None:
    path = tmp_path / "forged"
    path.write_bytes(manifest + saving._FOOTER.pack(bytes(32), len(manifest), saving._MARK))
    with pytest.raises(SavingError, match="not a saved search, or it is damaged"):
        SavedSearch(path)


def test_a_solution_that_would_take_long_to_replay_is_not_looked_at(halfway: Path) -> None:
    rewrite(halfway, {"best": {"lurd": "lr" * 200_000}})
    with pytest.raises(SavingError, match="not a saved search, or it is damaged"):
        SavedSearch(halfway)


def test_an_array_put_in_the_place_of_another_is_noticed(tmp_path: Path, halfway: Path) -> None:
    """Both were written by the same program, and are whole."""
    other = Search(FOUR_ROOMS, ENOUGH)
    while other.nodes < 200:
        other.advance(0.0)
    found = other.saved()
    assert found is not None
    for _ in save(tmp_path / "other", *found):
        pass
    content, foreign = bytearray(halfway.read_bytes()), (tmp_path / "other").read_bytes()
    content[:2_000] = foreign[:2_000]
    halfway.write_bytes(content)
    search = Search(FOUR_ROOMS, ENOUGH)
    search.resume(SavedSearch(halfway))
    ended(search)
    assert search.resume_fault == "it is damaged"
    assert search.optimal


def rewrite(path: Path, claim: dict[str, object]) -> None:
    """Change what a saved search says of itself, without the key."""
    content = path.read_bytes()
    _, length, mark = saving._FOOTER.unpack(content[-saving._FOOTER.size :])
    end = len(content) - saving._FOOTER.size
    manifest = json.loads(content[end - length : end])
    manifest["about"] |= claim
    changed = json.dumps(manifest).encode()
    footer = saving._FOOTER.pack(bytes(32), len(changed), mark)
    path.write_bytes(content[: end - length] + changed + footer)
