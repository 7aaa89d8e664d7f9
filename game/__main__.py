"""Starts the game: ``pushwise`` where it is installed, ``python3 main.py`` in a checkout."""

from __future__ import annotations

import os
import sys
from contextlib import closing
from multiprocessing import freeze_support


def main() -> int:
    """Check the arguments, then play; the exit code."""
    freeze_support()
    # The worker imports this module again, and must not load the game with it.
    from game.looks.assets import missing_assets
    from game.shell.arguments import UnusableError, open_last, open_place, parse_arguments
    from game.storage.records import Records
    from levels.language import _, asked_of_system, choose, offered

    choose(offered(asked_of_system()))
    missing = missing_assets()
    if missing:
        folders = ", ".join(map(str, missing))
        words = _("files are missing from {folders}. Install Pushwise again", folders=folders)
        print(f"pushwise: {words}", file=sys.stderr)
        return 2
    arguments = parse_arguments(sys.argv[1:])
    with closing(Records()) as records:
        records.open()
        try:
            last = records.last_place()
            opened = open_place(arguments.place) if arguments.place else open_last(last)
        except UnusableError as error:
            print(f"pushwise: {error}", file=sys.stderr)
            return 2

        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        from game.shell.start import run

        return run(opened, arguments.theme, records)


if __name__ == "__main__":
    sys.exit(main())
