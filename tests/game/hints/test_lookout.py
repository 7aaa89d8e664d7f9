"""What is stuck, and since when: looked at in slices, and remembered along the game."""

from game.hints.deadlocks import Deadlock, Reason
from game.hints.lookout import Lookout, Stuck
from levels.level import Level
from levels.lurd import replay_lurd
from levels.position import Position
from tests.game.boards import level_of

ROOM = level_of("#########\n#       #\n# $  .  #\n#@  $ . #\n#       #\n#########")
PROVED = Deadlock(Reason.SEARCH)


def line_of(lurd: str, level: Level = ROOM) -> tuple[Position, ...]:
    return tuple(replay_lurd(Position.start(level), lurd))


def found_at(lookout: Lookout, line: tuple[Position, ...]) -> Stuck | None:
    lookout.look_at(line)
    while lookout.is_looking:
        lookout.advance()
    return lookout.found


def test_a_stuck_game_is_explained_by_the_step_that_did_it() -> None:
    lookout = Lookout()
    assert found_at(lookout, line_of("r")) is None
    found = found_at(lookout, line_of("rU"))
    assert found is not None and found.deadlock.reason is Reason.DEAD_SQUARE
    assert (found.step, found.way_back) == (2, 1)


def test_the_first_step_that_is_stuck_is_found_although_nobody_looked_then() -> None:
    found = found_at(Lookout(), line_of("rUrrrll"))
    assert found is not None
    assert (found.step, found.way_back) == (2, 1)


def test_a_game_stays_stuck_and_undo_frees_it() -> None:
    lookout = Lookout()
    line = line_of("rUrrr")
    assert found_at(lookout, line) is not None
    assert found_at(lookout, line[:2]) is None
    assert found_at(lookout, line[:3]) is not None


def test_what_was_proved_elsewhere_holds_for_all_that_follows() -> None:
    lookout = Lookout()
    line = line_of("drrrr")
    assert found_at(lookout, line) is None
    lookout.note(line[:3], PROVED)
    assert lookout.found == Stuck(PROVED, 2)
    assert found_at(lookout, line[:2]) is None


def test_another_way_is_not_stuck_by_what_was_proved_on_this_one() -> None:
    lookout = Lookout()
    lookout.look_at(line_of("dr"))
    lookout.note(line_of("dr"), PROVED)
    assert found_at(lookout, line_of("drl")) is not None
    assert found_at(lookout, line_of("uur")) is None


def test_a_stuck_position_that_is_reached_on_a_longer_way_is_stuck_at_that_step() -> None:
    lookout = Lookout()
    found = found_at(lookout, line_of("rU"))
    assert found is not None and found.step == 2
    found = found_at(lookout, line_of("rlrU"))
    assert found is not None and found.step == 4


def test_what_was_proved_elsewhere_is_known_on_a_longer_way_too() -> None:
    lookout = Lookout()
    lookout.look_at(line_of("dr"))
    lookout.note(line_of("dr"), PROVED)
    assert found_at(lookout, line_of("drlr")) == Stuck(PROVED, 2), "the first time counts"
    assert found_at(lookout, line_of("rldr")) == Stuck(PROVED, 4), "another way to the same"
