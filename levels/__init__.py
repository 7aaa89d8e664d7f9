r"""Sokoban levels: read them from any format, look at them, and play them.

>>> import levels
>>> level = levels.parse("#####\n#@$.#\n#####")
>>> print(level)
#####
#@$.#
#####
>>> levels.Position.start(level).step(levels.Direction.RIGHT).is_solved
True

Nothing is loaded before it is used. docs/library.md has more examples.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from levels.collection import Collection
    from levels.files import parse, read, shipped_packs
    from levels.level import Direction, Level, LevelError
    from levels.lurd import replay_lurd
    from levels.position import IllegalStepError, Position
    from levels.solution import Solution
    from levels.version import __version__
else:
    from levels.lazy import lazy_names

    __getattr__, __dir__ = lazy_names(globals(), {
        "levels.collection": ("Collection",),
        "levels.files": ("parse", "read", "shipped_packs"),
        "levels.level": ("Direction", "Level", "LevelError"),
        "levels.lurd": ("replay_lurd",),
        "levels.position": ("IllegalStepError", "Position"),
        "levels.solution": ("Solution",),
        "levels.version": ("__version__",),
    })  # fmt: skip

__all__ = [
    "Collection", "Direction", "IllegalStepError", "Level", "LevelError", "Position", "Solution",
    "__version__", "parse", "read", "replay_lurd", "shipped_packs",
]  # fmt: skip
