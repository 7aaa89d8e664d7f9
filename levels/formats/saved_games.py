"""Games among the lines of text below a board: which lines they are, and what they replay to.

Lines of moves next to each other are a game if a line such as ``Solution:`` stands above them, if
they are long, or if they solve the level: a title such as ``Dull`` is made of the same letters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from levels.formats.board import Row
from levels.formats.runs import RunsError, expand_runs
from levels.language import N_, _
from levels.level import Level, LevelError
from levels.lurd import LONGEST_LURD, LurdError
from levels.position import IllegalStepError
from levels.saved import Saved, verify_game

_KIND = r"(solution|snapshot|saved?\s?game)"
_LABEL = re.compile(_KIND + r"[\s\d/().#-]*(?::|$)", re.IGNORECASE)
_BARE_LABEL = re.compile(_KIND + r"\s*(?::|$)\s*", re.IGNORECASE)
_INLINE = re.compile(_KIND + r"[\s\d/().#-]*:\s*(.*)", re.IGNORECASE)
_ABOUT_LEVEL = re.compile(r"(title|author)\s*:", re.IGNORECASE)
_STEPS = frozenset("lurdLURD")
_OWN = _STEPS | frozenset("0123456789()")
_MOVES = _OWN | frozenset("[]{}* ")

FEWEST_STEPS = 20
"""No more letters are a game only if a label says so or they solve the level."""
FEWEST_OWN = 3 / 4
"""The share of letters l u r d that makes a line with others a damaged game and not text."""
MOST_GAMES = 200
"""Per level. More are not replayed, so that no file takes forever."""
MOST_STEPS = 16_000_000
"""In all games of a file together: no file that may be read holds more without counts."""
LINE_LENGTH = 70


class GameText(NamedTuple):
    """A game as it stands in a file."""

    line: int
    heading: str
    label: str
    moves: str


# --- finding games ---------------------------------------------------------------------------


def part_games(text: Sequence[Row], level: Level) -> tuple[list[Row], list[GameText]]:
    """The lines below a board without its games, and those games."""
    rest: list[Row] = []
    games: list[GameText] = []
    since = index = tries = 0
    while index < len(text):
        label = _label_above(rest, since)
        end = _end_of_moves(text, index, bool(label))
        tries += end > index
        is_game = end > index and (label or _is_game(text[index:end], level, tries))
        if not is_game:
            end = max(end, index + 1)
            rest += text[index:end]
        else:
            heading = _take_heading(rest, since)
            games.append(_game_text(text[index:end], heading))
            rest.append(Row(text[index].line, ""))
            since = len(rest)
        index = end
    return rest, games


def _label_above(rest: Sequence[Row], since: int) -> str:
    """The label on the last line of text, if there is one."""
    filled = [row.text for row in rest[max(since, len(rest) - 3) :] if row.text]
    found = _LABEL.match(filled[-1]) if filled else None
    return found[1] if found else ""


def _end_of_moves(text: Sequence[Row], start: int, labeled: bool) -> int:
    """The line where moves that start on a line end; the same line if none start there."""
    inline = _INLINE.match(text[start].text)
    if inline and not _is_moves(inline[2], labeled=True):
        return start
    end = start + 1 if inline else start
    while end < len(text) and _is_moves(text[end].text, labeled or bool(inline)):
        end += 1
    return end


def _is_moves(line: str, labeled: bool) -> bool:
    if _STEPS.isdisjoint(line):
        return "[]" in line and _MOVES.issuperset(line)
    if _MOVES.issuperset(line):
        return True
    own = sum(character in _OWN for character in line)
    is_one_word = " " not in line and (labeled or len(line) >= FEWEST_STEPS)
    return is_one_word and own >= FEWEST_OWN * len(line)


def _is_game(rows: Sequence[Row], level: Level, tries: int) -> bool:
    """Whether lines of moves with no label above them are a game, and not words."""
    moves = "".join(row.text for row in rows)
    if _INLINE.match(rows[0].text) or len(moves) > FEWEST_STEPS:
        return True
    try:
        letters = _letters(moves, FEWEST_STEPS)
        return tries <= MOST_GAMES and verify_game(level, letters).is_solution
    except LurdError as error:
        return error.reason == _(_TOO_LONG)
    except IllegalStepError:
        return False


def _take_heading(rest: list[Row], since: int) -> str:
    """Cut the heading of a game off the text above it, if there is one."""
    filled = [index for index in range(since, len(rest)) if rest[index].text]
    if not filled:
        return ""
    last = filled[-1]
    line = rest[last].text
    stands_out = last == since or not rest[last - 1].text
    if not _LABEL.match(line) and (not stands_out or _ABOUT_LEVEL.match(line)):
        return ""
    del rest[last:]
    return line


def _game_text(rows: Sequence[Row], heading: str) -> GameText:
    texts = [row.text for row in rows]
    inline = _INLINE.match(texts[0])
    if inline:
        heading = heading or texts[0][: inline.start(2)].rstrip(" :")
        texts[0] = inline[2]
    label = _LABEL.match(heading)
    bare = _BARE_LABEL.match(heading)
    heading = heading[bare.end() :] if bare else heading
    heading = heading[1:].removeprefix(" ") if heading.startswith(";") else heading
    return GameText(rows[0].line, heading, label[1].lower() if label else "", "".join(texts))


# --- replaying them --------------------------------------------------------------------------


class GameReader:
    """Replays the games of a file, and gathers what is wrong with them."""

    def __init__(self, file: str | None) -> None:
        self.file = file
        self.faults: list[LevelError] = []
        self._steps_left = MOST_STEPS

    def saved(self, level: Level, games: Sequence[GameText]) -> tuple[Saved, ...]:
        """Those games of a level that can be kept."""
        for game in games[MOST_GAMES:][:1]:
            self._blame(game, _("only the first {most} games of a level are kept", most=MOST_GAMES))
        return tuple(saved for game in games[:MOST_GAMES] for saved in self._kept(level, game))

    def _kept(self, level: Level, game: GameText) -> list[Saved]:
        try:
            letters = _letters(game.moves, min(LONGEST_LURD, self._steps_left))
            self._steps_left -= len(letters)
            saved = verify_game(level, letters, game.heading)
        except (LurdError, IllegalStepError) as error:
            self._blame(game, _(_no_game(game.label), error=error))
            return []
        if game.label == "solution" and not saved.is_solution:
            self._blame(game, _("solution does not solve its level. It was kept as a snapshot"))
        return [saved]

    def _blame(self, game: GameText, reason: str) -> None:
        self.faults.append(LevelError(reason, file=self.file, line=game.line))


_TOO_LONG = N_("it is too long")

_NO_GAMES = {
    "solution": N_("solution cannot be replayed: {error}. Its level was kept without it"),
    "snapshot": N_("snapshot cannot be replayed: {error}. Its level was kept without it"),
    "save": N_("saved game cannot be replayed: {error}. Its level was kept without it"),
    "": N_("game cannot be replayed: {error}. Its level was kept without it"),
}
"""Keyed by how the label of a game begins."""


def _no_game(label: str) -> str:
    return next(words for start, words in _NO_GAMES.items() if label.startswith(start))


def _letters(moves: str, longest: int) -> str:
    """The letters of a game. The mark of the current position, ``*``, is skipped."""
    for mark, reason in (("[", _("it is played in reverse")), ("{", _("it has several pushers"))):
        if mark in moves:
            raise LurdError(reason, moves.index(mark))
    try:
        letters = expand_runs(re.sub(r"[\s*]", "", moves), longest)
    except RunsError as error:
        raise LurdError(str(error), len(moves) - 1) from error
    if len(letters) > longest:
        raise LurdError(_(_TOO_LONG), 0)
    for foreign in sorted(set(letters) - _STEPS):
        raise LurdError(
            _("'{foreign}' is not one of l u r d L U R D", foreign=foreign), moves.index(foreign)
        )
    return letters


# --- writing them ----------------------------------------------------------------------------


def format_games(games: Sequence[Saved]) -> list[str]:
    """The lines that follow a board, each game below a line with its kind and heading."""
    lines = []
    for game in (game for game in games if game.lurd):
        kind = "Solution" if game.is_solution else "Snapshot"
        lines += ["", f"{kind}: {_safe_heading(game.heading)}".rstrip()]
        starts = range(0, len(game.lurd), LINE_LENGTH)
        lines += [game.lurd[start : start + LINE_LENGTH] for start in starts]
    return lines


def _safe_heading(heading: str) -> str:
    """The heading on one line, and as a comment where it could be taken for moves."""
    heading = " ".join(heading.split())
    is_plain = not heading.startswith(";") and not _is_moves(heading, labeled=True)
    return heading if is_plain else f"; {heading}"
