"""A solution that plays itself."""

from game.session.playback import SPEEDS, STEP_SECONDS, Playback
from levels.level import Direction
from levels.lurd import replay_lurd
from levels.position import Position
from tests.game.boards import level_of

HALL = level_of("########\n#@ $  .#\n########")
GAME = replay_lurd(Position.start(HALL), "rRRR")


def test_it_plays_a_step_whenever_one_is_due() -> None:
    playback = Playback(GAME, speed=1)
    assert not playback.update(10.0)
    assert not playback.update(10.0 + STEP_SECONDS * 0.9)
    assert playback.update(10.0 + STEP_SECONDS * 1.1)
    assert playback.update(10.0 + STEP_SECONDS * 2.0)
    assert (playback.index, playback.pushes) == (2, 1)


def test_it_stays_at_the_end() -> None:
    playback = Playback(GAME)
    for frame in range(1000):
        playback.update(frame / 60)
    assert playback.is_at_end
    assert playback.position.is_solved
    assert not playback.is_playing


def test_it_plays_again_from_the_end() -> None:
    playback = Playback(GAME)
    playback.go_to(99)
    playback.toggle()
    assert (playback.index, playback.is_playing) == (0, True)


def test_the_way_ahead_is_that_of_the_box_that_is_pushed_next() -> None:
    level = level_of("#######\n#  .  #\n# $@$.#\n#     #\n#######")
    playback = Playback(replay_lurd(Position.start(level), "RldlluR"))
    ways = []
    for step in range(playback.length + 1):
        playback.go_to(step)
        ways.append(playback.way_ahead)
    assert ways == [(18, 19), *[(16, 17)] * 6, ()]


def test_a_long_pause_does_not_make_it_race() -> None:
    playback = Playback(GAME, speed=1)
    playback.update(0.0)
    playback.update(100.0)
    assert not playback.update(100.001)
    assert playback.index == 1


def test_jumps_pause_it() -> None:
    playback = Playback(GAME)
    playback.go_to(3)
    assert (playback.index, playback.is_playing) == (3, False)
    assert playback.next_push(forward=False) == 2
    playback.go_to(0)
    assert playback.next_push(forward=True) == 2
    assert playback.push_marks == (2, 3, 4)


def test_speeds_stay_in_their_list() -> None:
    playback = Playback(GAME)
    for _ in SPEEDS:
        playback.faster()
    assert playback.speed == SPEEDS[-1]
    for _ in SPEEDS:
        playback.faster(-1)
    assert playback.speed == SPEEDS[0]


def test_it_knows_the_game_before_it() -> None:
    playback = Playback(GAME[2:], before=GAME[:2])
    assert playback.facing is Direction.RIGHT
    playback.go_to(1)
    assert playback.line == tuple(GAME[:4])
