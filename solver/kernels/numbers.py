"""The counters of a search, Scratch.numbers, one by one, and the numbers that name things."""

UNREACHABLE = 30_000  # pushes: no number of them is enough
NOWHERE = 255  # the part of the room for squares where the pusher cannot be

# What a slice can end with.
RUNNING, SOLVED, EXHAUSTED, TABLE_FULL = 0, 1, 2, 3

# Scratch.numbers, one by one.
NODES, EXPANDED, THRESHOLD, SMALLEST, STAMP, SOLUTION, RULES, CEILING, EDGES, BEYOND = range(10)
COST, ESTIMATE = 10, 11  # of the node being expanded
ALLOWANCE, WEIGHT = 12, 13  # of a realization
REACHED = 14  # squares that the pusher of the loaded position reaches
LARGEST, EXPLORED = 15, 16  # estimate of an open node so far, and the one last explored
COUNTERS = 17

# Rules that can be switched off, as bits of numbers[RULES].
FREEZE, PI_CORRAL, MATCHING, PAIRS, DIRECT_EXIT = 1, 2, 4, 8, 16
STOP_AT_SOLUTION, ALL_GOALS_NEEDED = 32, 64
SINGLE_DETOURS, LEAVE_GOALS, PACKING = 128, 256, 512
TRIPLES, PATTERNS, TUNNELS, DIAGONALS = 1 << 14, 1 << 15, 1 << 16, 1 << 17
PERIMETER, DOMINANCE, CLIMBS = 1 << 11, 1 << 12, 1 << 13  # of searches that count moves
CORRAL_DEADLOCKS, FROZEN_WALLS, SYMMETRY = 1 << 18, 1 << 19, 1 << 20
PRICED_CUTS = 1 << 21  # of the lines that search cuts
EXPLORATION = 1 << 22
FILLING = 1 << 23  # of the lines that search cuts with prices
DEAD_ENDS = 1 << 24  # of the searches for any solution
TOLLS = 1 << 25  # of the line that searches cuts with tolls
SECTORS = 1 << 26  # of searches that count moves
UNPACKING = 1 << 27
RELAXED_BOUNDS = 1 << 28  # of the line that bounds each position by a cut
GOAL_ZONES = 1 << 29  # of the line that looks for tolls
LOOKS_AT_FROZEN = FROZEN_WALLS | UNPACKING
PENALTIES = PAIRS | TRIPLES | PATTERNS  # whichever is asked for: the tables know of no others
