"""Shows what is proved while a level is solved: python3 watch_a_search.py FILE NUMBER"""

import sys

import levels
import solver

level = levels.read(sys.argv[1])[int(sys.argv[2]) - 1]
print(level)
with solver.start(level, cores=2) as search:
    for now in search:
        found = now.best.pushes if now.best else "?"
        print(f"{now.seconds:6.1f} s: {now.lower_bound} to {found} pushes, {now.nodes:,} nodes")
print(search.result())
