"""Prints a solution of every level in a file: python3 solve_a_file.py FILE"""

import sys

import levels
import solver

for number, level in enumerate(levels.read(sys.argv[1]).levels, start=1):
    proof = solver.solve(level, seconds=10)
    print(number, level.title, proof.status, proof.solution.lurd if proof.solution else "-")
