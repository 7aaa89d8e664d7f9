"""Lists the levels of a file from easy to hard: python3 rate_a_collection.py FILE"""

import sys

import levels
import solver

rated = []
for level in levels.read(sys.argv[1]).levels:
    difficulty = solver.difficulty(level, seconds=10)
    if difficulty is not None:
        rated.append((difficulty.score, "*" * difficulty.marks, level.title))
for score, marks, title in sorted(rated):
    print(f"{score:5.2f} {marks:5} {title}")
