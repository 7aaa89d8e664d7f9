"""The counters of the quick search, Workspace.numbers, and the numbers that name things."""

# Workspace.numbers, one by one.
NODES, EXPANDED, STAMP, WORK, TURN = range(5)
MEETING, OTHER = 5, 6  # the node that ends the search, and the one next to it, or -1
REACHED = 7  # the stamp of the squares that the pusher of NODE gets to
NODE, BOX, COUNT, FIRST = 8, 9, 10, 11  # being expanded; its next box, its boxes, its first child
START, AREAS = 12, 13  # where the box being moved stood; areas of the board without it
BROKEN = 17  # broken links of that board, in the search for a parking plan
PUSHER, MARK, IS_MARKED = 14, 15, 16  # after the move: see quick/moves.py

# Features of a node, one by one.
PACKED, REGIONS, LINKS, OUT_OF_PLAN, HOTSPOTS, OPENS, HOME = range(7)
FEATURES = 7

LARGEST_PLAN = 64  # places; one bit each
FORWARD, BACKWARD = 0, 1
CHECKED = 2  # added to the direction in the state of a position that is known to be no dead end
CLOSED = 4  # the same for one that was expanded
LARGEST_ESTIMATE = 65_000
