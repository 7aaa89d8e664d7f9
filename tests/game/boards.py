"""Levels drawn in the tests, read without the packages that they do not test."""

from levels.level import Level

HARD = """
##################
#      @         #
# #$$      $     #
# # $    .#  #$  #
#     $.  $   $  #
# $ .  $.  ##    #
# ##..# #$  .    #
#      .. #. .   #
#    . ...## $   #
# $   $#.  $$ .$ #
#                #
##################
Title: Hard
"""
"""No search is through with it while a test runs, or the frames are measured."""


def level_of(board: str, title: str = "") -> Level:
    """A level from its picture in XSB."""
    rows = board.strip("\n").splitlines()
    width = max(map(len, rows))
    places = {
        (number * width + column): character
        for number, row in enumerate(rows)
        for column, character in enumerate(row)
    }

    def squares(characters: str) -> frozenset[int]:
        return frozenset(s for s, character in places.items() if character in characters)

    (pusher,) = squares("@+")
    return Level(width, len(rows), squares("#"), squares(".*+"), squares("$*"), pusher, title=title)
