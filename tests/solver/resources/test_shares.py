"""How a search divides its memory."""

from __future__ import annotations

import pytest

from solver.resources import shares


@pytest.mark.parametrize("any_will_do", [False, True])
@pytest.mark.parametrize("mebi", [1, 20, 31, 32, 100, 4_096])
def test_lines_never_get_more_than_there_is(mebi: int, any_will_do: bool) -> None:
    memory = mebi * shares.MEBI
    parts = shares.of_lines(memory, any_will_do=any_will_do)
    assert sum(parts) == memory and min(parts) >= 0
    assert parts.proof >= memory // 2


def test_with_little_memory_all_of_it_is_for_the_proof() -> None:
    parts = shares.of_lines(20 * shares.MEBI, any_will_do=False)
    assert parts == (0, 0, 0, 0, 0, 0, 20 * shares.MEBI)


def test_a_search_never_plans_with_more_than_is_free() -> None:
    free = shares.of_search(1 << 40, 0)
    assert 0 < free < (1 << 40) * shares.MEBI
    assert shares.of_search(64, 0) == 64 * shares.MEBI
    assert shares.of_search(None, 32 * shares.MEBI) == 32 * shares.MEBI


def test_positions_get_at_least_half() -> None:
    for allowed in (shares.MEBI, 256 * shares.MEBI, 4_096 * shares.MEBI):
        assert allowed // 2 <= shares.of_positions(allowed) < allowed


@pytest.mark.parametrize("memory", [1, 2 * shares.MEBI + 1, 512 * shares.MEBI])
def test_the_first_line_leaves_the_others_what_they_are_promised(memory: int) -> None:
    together = shares.of_first_line(memory, is_alone=False) + shares.of_further_lines(memory)
    assert memory - 1 <= together <= memory
    assert shares.of_first_line(memory, is_alone=True) == memory


@pytest.mark.parametrize("mebi", [1, 31, 32, 4_096])
def test_beside_a_search_for_moves_little_is_for_a_first_solution(mebi: int) -> None:
    memory = mebi * shares.MEBI
    parts = shares.of_move_lines(memory)
    assert sum(parts) == memory and min(parts) >= 0
    assert parts.proof >= memory * 7 // 8
    assert (parts.quick > 0) is (parts.meeting > 0) is (mebi >= 32)
