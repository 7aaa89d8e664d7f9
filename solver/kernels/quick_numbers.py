"""The counters of the quick search, Workspace.numbers, and the numbers that name things."""

# Workspace.numbers, one by one.
NODES, EXPANDED, STAMP, WORK, TURN, MEETING, OTHER, REACHED, NODE, BOX, COUNT, FIRST = range(12)

# Features of a node, one by one.
PACKED, REGIONS, LINKS, OUT_OF_PLAN, HOTSPOTS, OPENS, HOME = range(7)
FEATURES = 7

LARGEST_PLAN = 64  # places; one bit each
FORWARD, BACKWARD = 0, 1
CHECKED = 2  # added to the direction in the state of a position that is known to be no dead end
CLOSED = 4  # the same for one that was expanded
