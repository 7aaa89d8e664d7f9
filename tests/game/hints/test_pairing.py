"""Who has too few choices: compared with trying all ways of giving them out."""

from itertools import product
from random import Random

import pytest

from game.hints.pairing import overcrowded


@pytest.mark.parametrize("seed", range(300))
def test_somebody_has_too_few_choices_exactly_if_they_cannot_be_given_out(seed: int) -> None:
    random = Random(seed)
    bits, share = random.randint(1, 5), random.random()
    choices = {
        one: sum(1 << bit for bit in range(bits) if random.random() < share)
        for one in random.sample(range(100), random.randint(1, 5))
    }
    each = [[1 << bit for bit in range(bits) if mask >> bit & 1] for mask in choices.values()]
    can_be_given_out = any(len(set(chosen)) == len(chosen) for chosen in product(*each))
    found = overcrowded(choices)
    assert (found is None) is can_be_given_out
    if found is not None:
        crowd, left = found
        assert left.bit_count() < len(crowd)
        assert all(not choices[one] & ~left for one in crowd)
