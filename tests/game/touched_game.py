"""The game, and fingers on its window: ``python3 -m tests.game.touched_game LEVELS``.

What they do is read from the standard input, a line for each, ``down 0 640 400``: the finger with
that number at that place. No display has fingers of its own that a test could use everywhere.
"""

from __future__ import annotations

import sys
from threading import Thread


def main() -> int:
    """Play until the window is closed."""
    from game.__main__ import main as play

    Thread(target=follow, daemon=True).start()
    return play()


def follow() -> None:
    """Have SDL queue each touch, as it does with those of a screen."""
    import pygame

    from tests.game.hands import finger

    for line in sys.stdin:
        kind, number, x, y = line.split()
        pygame.event.post(finger(kind, (int(x), int(y)), int(number)))


if __name__ == "__main__":
    sys.exit(main())
