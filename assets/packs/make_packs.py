"""Makes the packs Warehouse and Foundry, and the tables in docs/packs.md, from what was chosen.

    python3 assets/packs/make_packs.py

Reads the files beside it: handmade.xsb, drawn by hand; generated.xsb, picked from levels that the
generator made and from the output of furnish_rooms.py; furnished.xsb, picked from that output
alone. Every level is proved and measured, and each pack is written from easy to hard. The proved
pushes go into the book that ships, so that the game shows par before its solver is ready. Stops
at a level without a proved best solution, or one that is in the packs twice.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from levels.book import SHIPPED, shipped_book
from levels.canonical import canonical_form
from levels.collection import Collection
from levels.files import PACKS, read
from levels.formats.xsb import format_xsb
from levels.level import Level
from levels.solution import Solution
from solver.batch.book import BookMaker
from solver.messages import Difficulty
from solver.rating import traits_of
from solver.search import Search, Status
from solver.warm_up import warm_up

HERE = Path(__file__).parent
TABLES = ROOT / "docs" / "packs.md"
AUTHOR = "Pushwise"

HEAD = """# The levels that ship

Every level is proved: no solution has fewer pushes than the table says. The moves are those of the
solution that was found, not the fewest possible. [Difficulty](difficulty.md) explains score and
marks; positions are those the solver searched. `python3 assets/packs/make_packs.py` proves and
measures all levels, writes the packs and this file, and puts the pars into the book that ships.

"First Steps" was drawn by hand. The notes of its levels are lessons, which stay in sight while the
level is played; `{{undo}}` in them stands for the key as it is bound (only in files that ship with
the game: the notes of other files are shown as they are).

Of "Warehouse", {handmade} levels were drawn by hand as well. Some of the others, including all of
"Foundry", are "furnished": their rooms were drawn by hand
(`assets/packs/rooms.txt`), and `assets/packs/furnish_rooms.py` searched for places for the boxes,
goals and pillars, always in symmetric groups. The rest of "Warehouse" was picked by eye from
levels that the [generator](making-levels.md) made; the last column gives the options, and which of
the resulting levels it was.

Which levels a seed produces depends on how many positions the solver needs, and so on its version:
the seeds are those of the version that made the levels. `assets/packs/check_seeds.py` generates
them again and lists those that now come out differently.
"""


@dataclass(frozen=True)
class Proved:
    """A level with what is proved about it."""

    level: Level
    solution: Solution
    difficulty: Difficulty
    positions: int
    source: str


def prove(level: Level, source: str) -> Proved:
    """Solve and rate a level."""
    search = Search(level)
    while search.advance() is Status.RUNNING:
        pass
    if search.best is None or not search.optimal:
        raise SystemExit(f"{level.title}: {search.status.name.lower()}")
    difficulty = traits_of(level, search.best.lurd, search.nodes).difficulty
    return Proved(level, search.best, difficulty, search.nodes, source)


def read_here(name: str) -> list[Level]:
    """The levels of a file beside this one."""
    collection = read(HERE / name)
    if collection.faults:
        raise SystemExit(str(collection.faults[0]))
    return list(collection.levels)


def ordered(levels: list[Proved]) -> list[Proved]:
    """From easy to hard."""
    return sorted(levels, key=lambda each: (each.difficulty.score, each.solution.pushes))


def write_pack(path: Path, title: str, notes: str, levels: Iterable[Level]) -> None:
    """Write a level file."""
    collection = Collection(title=title, author=AUTHOR, notes=notes, entries=tuple(levels))
    path.write_text(format_xsb(collection))


def levels_of(proved: list[Proved]) -> list[Level]:
    """The levels by themselves."""
    return [replace(each.level, author="", notes="") for each in proved]


def table(title: str, levels: list[Proved]) -> str:
    """The picture and the rows of a pack."""
    picture = title.lower().replace(" ", "-")
    rows = [
        f"## {title}",
        "",
        f"![All levels of {title}](screenshots/pack-{picture}.png)",
        "",
        "| | level | boxes | pushes | moves | marks | score | positions | made with |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for number, each in enumerate(levels, start=1):
        rows.append(
            f"| {number} | {each.level.title} | {len(each.level.boxes)} | {each.solution.pushes} "
            f"| {each.solution.moves} | {each.difficulty.marks} | {each.difficulty.score:.2f} "
            f"| {each.positions:,} | {each.source} |"
        )
    return "\n".join(rows) + "\n"


def check_different(levels: list[Proved]) -> None:
    """Check that no two are the same but for a turn or a mirror."""
    found: dict[str, str] = {}
    for each in levels:
        key = canonical_form(each.level).key
        if key in found:
            raise SystemExit(f"{each.level.title} is {found[key]}")
        found[key] = each.level.title


def write_pars(levels: list[Proved]) -> None:
    """Add all pars to the book that ships. Those of levels that were taken out stay in it: they are
    as true as before."""
    maker = BookMaker()
    maker.add_book(shipped_book())
    for each in levels:
        maker.add_pushes(canonical_form(each.level).key, each.solution.pushes)
    SHIPPED.write_bytes(maker.content())


def main() -> None:
    """Write the packs and the tables."""
    warm_up()
    steps = read(PACKS / "first-steps.xsb").levels
    first = [prove(level, "by hand") for level in steps]
    handmade = [prove(level, "by hand") for level in read_here("handmade.xsb")]
    warehouse = ordered(handmade + [prove(each, each.notes) for each in read_here("generated.xsb")])
    foundry = ordered(
        [prove(each, f"furnished: {each.notes}") for each in read_here("furnished.xsb")]
    )
    check_different(first + warehouse + foundry)
    notes = "Sixty levels, from easy to hard."
    write_pack(PACKS / "warehouse.xsb", "Warehouse", notes, levels_of(warehouse))
    notes = "Twenty levels, most of them hard, eight boxes and more."
    write_pack(PACKS / "foundry.xsb", "Foundry", notes, levels_of(foundry))
    write_pars(first + warehouse + foundry)
    parts = [("First Steps", first), ("Warehouse", warehouse), ("Foundry", foundry)]
    tables = [table(title, levels) for title, levels in parts]
    TABLES.write_text("\n".join([HEAD.format(handmade=len(handmade)), *tables]))


if __name__ == "__main__":
    main()
