"""What the solver sees of a position, against the naive twins of its tables."""

from hypothesis import given

from levels.level import Direction, Level
from solver.messages import CorralKind
from solver.sight import see
from tests import naive
from tests.levels.boards import level_of
from tests.solver.random_levels import drawing_of, kernel_examples, levels


@kernel_examples
@given(levels())
def test_dead_squares_reach_and_frozen_boxes_are_those_of_the_naive_checks(level: Level) -> None:
    sight = see(level)
    assert sight.dead == naive.dead_squares(level)
    assert sight.reach == naive.reachable_area(level, level.boxes, level.pusher)
    inside = level.boxes & level.floor
    assert sight.frozen == naive.frozen_boxes(level, level.boxes, sight.dead) & inside


@kernel_examples
@given(levels(most_boxes=3))
def test_the_matching_is_the_cheapest_and_no_more_than_the_level_takes(level: Level) -> None:
    boxes, goals = sorted(level.boxes & level.floor), sorted(level.goals & level.floor)
    costs = [[naive.lone_cost(level, box, level.pusher, goal) for goal in goals] for box in boxes]
    sight = see(level)
    assert sight.bound == naive.cheapest_matching(costs), drawing_of(level)
    needed = naive.fewest_pushes(level)
    if needed is not None:
        assert sight.bound is not None and sight.bound <= needed
    for pairing in sight.pairings or ():
        assert pairing.pushes == naive.lone_cost(level, pairing.box, level.pusher, pairing.goal)


@kernel_examples
@given(levels())
def test_corrals_are_all_that_the_pusher_cannot_walk_to(level: Level) -> None:
    sight = see(level)
    areas = {corral.squares for corral in sight.corrals}
    assert areas == set(naive.parts(level, level.boxes)) - {sight.reach}


def test_the_first_push_into_a_pi_corral_is_distinguished() -> None:
    corral = level_of(
        """
        ########
        #   #..#
        #  @$  #
        # $ $. #
        #   #  #
        ########
        """
    )
    assert [each.kind for each in see(corral).corrals] == [CorralKind.PI]


@kernel_examples
@given(levels())
def test_distances_are_those_of_a_lone_box_on_its_best_side(level: Level) -> None:
    sight = see(level)
    for goal, table in sight.to_goals.items():
        assert table[goal] == 0
        for square in sorted(level.floor - sight.dead)[:5]:
            costs = [
                naive.lone_cost(level, square, pusher, goal)
                for pusher in {level.neighbor(square, way) for way in Direction} & level.floor
            ]
            fewest = min(costs, default=naive.NO_WAY)
            assert table.get(square, naive.NO_WAY) == (0 if square == goal else fewest)


@kernel_examples
@given(levels())
def test_every_square_is_part_of_a_room_or_a_tunnel(level: Level) -> None:
    sight = see(level)
    assert frozenset().union(sight.tunnels, *sight.rooms) == level.floor
    assert len(sight.tunnels) + sum(map(len, sight.rooms)) == len(level.floor)
    assert sight.entrances <= sight.tunnels


@kernel_examples
@given(levels(most_boxes=3))
def test_with_prices_boxes_one_by_one_cost_what_they_cost_matched(level: Level) -> None:
    sight = see(level)
    if sight.cut is None:
        return
    cut = sight.cut
    goals = level.goals & level.floor
    assert goals <= cut.zone <= level.floor
    assert not (level.boxes & level.floor) <= cut.zone
    assert set(cut.prices) == goals
    assert min(cut.prices.values()) >= 0
    costs = [
        min(
            naive.lone_cost(level, box, level.pusher, goal) + price
            for goal, price in cut.prices.items()
        )
        for box in level.boxes & level.floor
    ]
    assert cut.charged == sum(costs), drawing_of(level)
    assert cut.deducted == sum(sorted(cut.prices.values())[-len(costs) :])
    assert cut.charged - cut.deducted == sight.bound


def test_the_zone_of_a_cut_lies_behind_the_narrowest_passage() -> None:
    doorway = level_of(
        """
        ##########
        #    #   #
        #@$    . #
        #  $ # . #
        #    #   #
        ##########
        """
    )
    cut = see(doorway).cut
    assert cut is not None
    right_of_the_door = {
        square for square in doorway.floor if doorway.column_and_row(square)[0] > 5
    }
    assert cut.zone >= right_of_the_door
    assert not cut.zone & doorway.boxes


def test_boxes_at_home_are_not_parted_from_their_goals() -> None:
    assert see(level_of("######\n#@ * #\n######")).cut is None
