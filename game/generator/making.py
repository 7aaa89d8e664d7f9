"""What the person wants of the generator, and what has been made of it: outlives the scene."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from game.generator.generating import Generating
from game.settings.choices import Amount, Choice, Option, Reset, Row
from levels.language import N_, _
from levels.level import Level
from solver.messages import LEAST_SIDE, MARK_LIMITS, MOST_BOXES, MOST_SIDE, Made, Wish

MOST_SEED = 999_999
DEFAULT = Wish(columns=8, rows=8, boxes=3, difficulty=2, count=12, seed=1)

ROWS: tuple[Row, ...] = (
    Amount("columns", N_("Width"), "", LEAST_SIDE, MOST_SIDE, 1),
    Amount("rows", N_("Height"), "", LEAST_SIDE, MOST_SIDE, 1),
    Amount("boxes", N_("Boxes"), "", 1, MOST_BOXES, 1),
    Choice("difficulty", N_("Difficulty"), "",
           tuple(Option(marks, str(marks)) for marks in range(1, len(MARK_LIMITS) + 2))),
    Amount("count", N_("How many"), "", 1, 60, 1),
    Reset("seed", N_("Seed"), "", (Option(-1, "−"), Option(1, "+"), Option(0, N_("Random")))),
)  # fmt: skip
"""What there is to choose. The options of the seed are how far to move on; 0: to any other."""

SEED = len(ROWS) - 1


@dataclass
class Making:
    """A wish, the process that fulfills it, and which of its levels are kept or saved."""

    generating: Generating
    wish: Wish = DEFAULT

    def __post_init__(self) -> None:
        self.kept: set[int] = set()
        """the numbers of levels that are to be saved"""
        self.saved: set[int] = set()
        """and of those that have been"""

    @property
    def made(self) -> list[Made]:
        """The levels, in the order in which they were found."""
        return self.generating.made

    def begin(self) -> None:
        """Make what is wanted now; raises ValueError if that can never be."""
        self.generating.begin(self.wish)
        self.kept, self.saved = set(), set()

    def choose(self, name: str, value: int) -> None:
        """Want something else from the next run on."""
        self.wish = replace(self.wish, **{name: value})

    def go_to_seed(self, by: int) -> None:
        """Take a seed near the present one; 0: any other."""
        seed = self.wish.seed + by if by else Random().randint(1, MOST_SEED)
        self.choose("seed", min(max(seed, 1), MOST_SEED))

    def type_seed(self, digit: str) -> None:
        """Add a digit; "" takes the last one away."""
        figures = str(self.wish.seed)
        typed = int((figures + digit if digit else figures[:-1]) or "0")
        if typed <= MOST_SEED:
            self.choose("seed", typed)

    def level(self, number: int) -> Level:
        """A level with its title."""
        wish = self.generating.wish or self.wish
        title = _("Seed {seed}, {number}", seed=wish.seed, number=number + 1)
        notes = _(
            "Made with seed {seed}, {columns} × {rows}, boxes {boxes}, difficulty {difficulty}.",
            seed=wish.seed,
            columns=wish.columns,
            rows=wish.rows,
            boxes=wish.boxes,
            difficulty=wish.difficulty,
        )
        return replace(self.made[number].level, title=title, notes=notes)

    def toggle(self, number: int) -> None:
        """Keep a level, or no longer."""
        self.kept ^= {number}

    @property
    def unsaved(self) -> list[int]:
        """The levels that are kept and not saved yet."""
        return sorted(self.kept - self.saved)
