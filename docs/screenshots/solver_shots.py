"""Pictures of proofs, hints, stuck boxes and the X-ray."""

from __future__ import annotations

import time

from docs.screenshots.desk import Desk, desk, drawn, pack
from docs.screenshots.sitting import SMALL, Shots, pick_up, sitting

# --- the proof panel -------------------------------------------------------------------------

YARD = """
#################
#               #
# #  $ $ $ $ $  #
#  ## # #   $ $ #
#  #  ....$  #  #
# #  #.... $ #  #
# #@ #....$  ## #
#  $ #....  #   #
# # $  # $    $ #
#  # $ #   # $  #
#               #
#################
Title: Yard
"""


@sitting("proof-stopped", "proof-gave-up")
def hard_searches() -> Shots:
    with desk(drawn("Hard levels", YARD), search_metric="moves", search_minutes=1) as game:
        game.press("f5")
        began = time.monotonic()
        game.wait(lambda: time.monotonic() - began > 4 and game.app.link.is_running)
        game.press("escape")
        game.wait_for("Stopped")
        game.settle()
        yield "proof-stopped"
        game.press("f5")
        game.wait_for("Gave up")
        game.settle()
        yield "proof-gave-up"


def half_done(game: Desk) -> int:
    """The step of the solution after which half of the boxes are on goals."""
    proof = game.app.link.proof
    assert proof is not None and proof.solution is not None
    goals, boxes = proof.solution[0].level.goals, len(proof.solution[0].boxes)
    done = [2 * len(position.boxes & goals) >= boxes for position in proof.solution]
    return done.index(True)


@sitting("proof-running", "proof-optimal", "play")
def proofs() -> Shots:
    foundry = pack("foundry")
    titles = [level.title for level in foundry.levels]
    with desk(foundry, titles.index("Battlements") + 1) as game:
        game.press("f5")
        link = game.app.link
        game.wait(lambda: link.proof and link.proof.upper_bound and link.proof.seconds > 1)
        game.settle()
        assert link.is_running, "the proof was too quick to be seen running"
        yield "proof-running"
        game.await_proof()
        yield "proof-optimal"
    with desk(foundry, titles.index("Furnace") + 1) as game:
        lurd = game.solve()
        game.play(lurd[: half_done(game)])
        pick_up(game)
        yield "play"


THREE = """
##########
# $ $ $  #
#.      .#
#   @    #
#   .    #
##########
Title: Three
"""


@sitting("proof-unsolvable")
def unsolvable() -> Shots:
    with desk(drawn("Unsolvable", THREE)) as game:
        game.press("f5")
        game.wait_for("Unsolvable: proved")
        game.settle()
        yield "proof-unsolvable"


# --- hints and stuck boxes -------------------------------------------------------------------


@sitting("hint-1", "hint-2", "hint-3", "hint-4")
def hints() -> Shots:
    with desk(pack("first-steps"), 5, SMALL) as game:
        game.press("h")
        game.wait_for("proved shortest")
        game.settle()
        yield "hint-1"
        for rung, words in ((2, "Next: this box"), (3, "Push this box"), (4, "Moved there")):
            game.press("h")
            game.wait_for(words)
            game.settle()
            yield f"hint-{rung}"


STUCK = (
    ("corner", "l", "corner", "#######\n# $@ .#\n#     #\n#     #\n#######"),
    ("square", "u", "reach a goal", "#######\n#     #\n# $ . #\n# @   #\n#     #\n#######"),
    ("wall", "uu", "against the wall",
     "########\n#  $ ..#\n#      #\n#   $  #\n#   @  #\n########"),
    ("block", "l", "block each other",
     "#########\n#       #\n#  $ $@.#\n#  $$ ..#\n#      .#\n#########"),
    ("goals", "u", "must share", "##########\n#.$ $   .#\n#     $  #\n# .   @  #\n##########"),
    ("blocked", "urRRRRRllldRRR", "block the way",
     "##########\n#    ## .#\n#  $    .#\n#@ $ $  .#\n#  $ ## .#\n#    #####\n######"),
    ("corral", "r", "cannot get behind",
     "########\n#. @$  #\n#     $#\n#      #\n#     .#\n########"),
    ("search", "", "proved by search",
     "########\n# @$ . #\n#   $$ #\n## .. ##\n##$## ##\n##   .##\n########"),
)  # fmt: skip
"""Why boxes are stuck: the name of a picture, what to play, what is said then, and a level."""


@sitting(*(f"stuck-{name}" for name, *_ in STUCK))
def stuck() -> Shots:
    text = "\n\n".join(f"{board}\nTitle: {name.capitalize()}" for name, _, _, board in STUCK)
    levels = drawn("Stuck", text)
    with desk(levels, 1, SMALL, deadlock_aid="show") as game:
        for number, (name, lurd, words, _) in enumerate(STUCK):
            if number:
                game.press("page down")
            game.play(lurd)
            game.wait(lambda words=words: words in game.said and "earlier" not in game.said)  # type: ignore[misc]
            game.settle()
            yield f"stuck-{name}"


# --- the X-ray -------------------------------------------------------------------------------

LAYERS = ("distance", "matching", "dead", "tunnels", "reach", "corrals", "frozen", "facts",
          "cut")  # fmt: skip
XRAY = """
   ###
   #.#
   #.##
####$ ###
#    $  #
# $.@  *#
###   ###
  #####
Title: Corrals

##########
#*.***@  #
#   ##   #
#    $ # #
#        #
###    ###
  ######
Title: Frozen
"""


def show_layer(game: Desk, layer: str) -> None:
    """Show one layer of the X-ray alone."""
    game.press("escape", "escape")
    game.press(str(LAYERS.index(layer) + 1))
    game.settle()
    sighting, session = game.app.companion.sighting, game.app.features.course.session
    game.wait(lambda: sighting.sight and not sighting.is_waiting)
    assert sighting._position == session.position
    game.settle()


@sitting(*(f"xray-{layer}" for layer in ("distance", "matching", "dead", "reach", "facts")),
         "replay", "traffic")  # fmt: skip
def xray() -> Shots:
    warehouse = pack("warehouse")
    number = [level.title for level in warehouse.levels].index("Honeycomb") + 1
    with desk(warehouse, number) as game:
        game.solve()
        game.press("escape")
        for layer in ("distance", "matching", "dead", "reach", "facts"):
            show_layer(game, layer)
            yield f"xray-{layer}"
        game.press("escape", "f5", "space", *["page down"] * 5, "left")
        game.settle()
        yield "replay"
        game.press("end", "x")
        game.settle()
        yield "traffic"


@sitting("xray-corrals", "xray-frozen")
def more_xray() -> Shots:
    with desk(drawn("X-ray", XRAY)) as game:
        show_layer(game, "corrals")
        yield "xray-corrals"
        game.press("escape", "page down")
        show_layer(game, "frozen")
        yield "xray-frozen"


@sitting("xray-tunnels")
def tunnels() -> Shots:
    with desk(pack("first-steps"), 5) as game:
        show_layer(game, "tunnels")
        yield "xray-tunnels"


@sitting("xray-cut")
def cut() -> Shots:
    foundry = pack("foundry")
    number = [level.title for level in foundry.levels].index("Furnace") + 1
    with desk(foundry, number) as game:
        show_layer(game, "cut")
        yield "xray-cut"
