"""Minimum-cost perfect matching of boxes (rows) to goals (columns), one row at a time.

Source: the Hungarian method in its shortest augmenting path form (Jonker and Volgenant 1987);
asked for in Horváth 2009, 2.3 and Hoste 2009, 7.3. A push changes one row, so the bound of a
child is one augmentation away from the matching of its parent.
"""

from solver.kernels.jit import kernel

FORBIDDEN = 1 << 20  # cost of a pair that is impossible; far above any sum of pushes
_FAR = 1 << 28
_WIDEST = 1 << 14
"""How far apart potentials worth starting from may be; after a failure they may be farther."""


@kernel
def augment(cost, rows, row, potentials, row_of, work):
    """Match ``row`` too, at the least total cost. False: no matching without forbidden pairs.

    ``cost`` int32 [rows, columns]; ``potentials`` int32 [rows + columns], ``row_of`` int32
    [columns] (-1: free) are updated in place; ``work`` is (slack, way, done), each [columns].
    """
    slack, way, done = work
    columns = cost.shape[1]
    for column in range(columns):
        slack[column] = _FAR
        done[column] = 0
    # 1. How far is every column, by reduced costs, until the nearest one that is left is free?
    here, far = -1, 0
    current = row
    while True:
        base = far - potentials[current]
        for column in range(columns):
            # This is never less for a column that is done.
            reduced = base + cost[current, column] - potentials[rows + column]
            is_nearer = reduced < slack[column]
            slack[column] = reduced if is_nearer else slack[column]
            way[column] = here if is_nearer else way[column]
        least = _FAR
        best = -1
        for column in range(columns):
            if done[column] == 0 and slack[column] < least:
                least = slack[column]
                best = column
        if best < 0 or least - far >= FORBIDDEN // 2:
            return False
        here, far = best, least
        done[here] = 1
        if row_of[here] < 0:
            break
        current = row_of[here]
    # 2. No reduced cost becomes negative, and those along the way become 0.
    potentials[row] += far
    for column in range(columns):
        if done[column] and column != here:
            potentials[row_of[column]] += far - slack[column]
            potentials[rows + column] -= far - slack[column]
    while here >= 0:
        before = way[here]
        row_of[here] = row if before < 0 else row_of[before]
        here = before
    return True


@kernel
def match_all(cost, rows, potentials, row_of, work):
    """Match rows 0 to ``rows`` - 1 from scratch. False: some row cannot be matched."""
    columns = cost.shape[1]
    for column in range(columns):
        row_of[column] = -1
        potentials[rows + column] = 0
    for row in range(rows):
        potentials[row] = 0
        if not augment(cost, rows, row, potentials, row_of, work):
            return False
    return True


@kernel
def match_again(cost, rows, potentials, row_of, work):
    """Match as many rows as there are columns, beginning with the potentials of another position.
    False: some row cannot be matched.

    No column stays free, so the potentials of columns may be anything. Good ones leave most rows a
    column that costs them least and that no other row has; only the others are augmented.
    """
    columns = cost.shape[1]
    highest, lowest = -_FAR, _FAR
    for column in range(columns):
        row_of[column] = -1
        highest = max(highest, potentials[rows + column])
        lowest = min(lowest, potentials[rows + column])
    is_of_use = highest - lowest < _WIDEST
    for column in range(columns):
        # Only differences matter; otherwise all would keep sinking from position to position.
        potentials[rows + column] = potentials[rows + column] - highest if is_of_use else 0
    for row in range(rows):
        least = _FAR
        best = 0
        for column in range(columns):
            reduced = cost[row, column] - potentials[rows + column]
            if reduced < least or (reduced == least and row_of[best] >= 0):
                least = reduced
                best = column
        if least >= FORBIDDEN // 2:
            return False
        potentials[row] = least
        if row_of[best] < 0:
            row_of[best] = row
        elif not augment(cost, rows, row, potentials, row_of, work):
            return False
    return True


@kernel
def matched_cost(cost, row_of):
    """What the matching costs in all."""
    total = 0
    for column in range(row_of.shape[0]):
        if row_of[column] >= 0:
            total += cost[row_of[column], column]
    return total
