"""What the settings say of walks and journeys by the mouse."""

from tests.game.play.test_mouse import BOX, STEP, Hand, hand

__all__ = ["hand"]


def test_undo_takes_back_single_steps_if_it_is_so_chosen(hand: Hand) -> None:
    hand.game.app.stage.choose(undo_unit="step")
    hand.click(STEP + 6)
    assert hand.lurd == "rrrrr"
    hand.game.press("u")
    assert hand.lurd == "rrrr"


def test_a_box_goes_with_the_fewest_moves_if_it_is_so_chosen(hand: Hand) -> None:
    for choice, is_first in (("pushes", False), ("moves", True)):
        hand.game.app.stage.choose(journeys=choice)
        hand.click(BOX)
        mouse = hand.scene._mouse
        assert mouse is not None and mouse._journeys is not None
        assert mouse._journeys._moves_first is is_first
        hand.game.press("escape")
