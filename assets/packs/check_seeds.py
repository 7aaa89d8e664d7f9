"""Makes the levels chosen from the generator's again, and says which come out differently.

python3 assets/packs/check_seeds.py
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from levels.canonical import canonical_form
from levels.files import read
from levels.level import Level
from solver.making.generator import Generator
from solver.messages import Wish
from solver.warm_up import warm_up

MADE_WITH = re.compile(r"seed (\d+), (\d+) x (\d+), boxes (\d+), difficulty (\d+): (\d+)")


def main() -> int:
    """Returns the exit code: 1 if any level is not what its seed produces."""
    warm_up()
    chosen: dict[Wish, dict[int, Level]] = defaultdict(dict)
    for level in read(Path(__file__).with_name("generated.xsb")).levels:
        if level.notes.startswith("furnished"):
            continue
        found = MADE_WITH.search(level.notes)
        if found is None:
            raise SystemExit(f"{level.title}: its notes do not say what made it")
        seed, columns, rows, boxes, difficulty, number = map(int, found.groups())
        chosen[Wish(columns, rows, boxes, difficulty, seed=seed)][number] = level
    wrong = 0
    for wish, levels in chosen.items():
        wish = Wish(wish.columns, wish.rows, wish.boxes, wish.difficulty, max(levels), wish.seed)
        made = [each.level for each in Generator(wish).run() if each is not None]
        for number, level in sorted(levels.items()):
            if canonical_form(made[number - 1]).key != canonical_form(level).key:
                keys = [canonical_form(each).key for each in made]
                key = canonical_form(level).key
                place = keys.index(key) + 1 if key in keys else "not there"
                print(f"{level.title}: seed {wish.seed}, {number} is another level ({place})")
                wrong += 1
        print(f"seed {wish.seed}: {len(levels)} levels compared", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
