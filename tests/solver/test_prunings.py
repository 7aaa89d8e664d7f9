"""The one list of prunings: its bits, and what is said of each."""

from __future__ import annotations

from pathlib import Path

import pytest

from solver.messages import Metric
from solver.prunings import NO_RULE, PRUNINGS, Rule, prunings_for, rules_for

GUIDE = Path(__file__).parents[2] / "docs" / "how-the-solver-works.md"


def test_each_pruning_has_a_bit_of_its_own() -> None:
    rules = [pruning.rule for pruning in PRUNINGS.values() if pruning.rule]
    assert all(rule & (rule - 1) == 0 for rule in rules)
    assert len(set(rules)) == len(rules)
    assert len({int(rule) for rule in Rule}) == len(Rule)


@pytest.mark.parametrize("metric", Metric)
def test_what_is_left_out_is_all_that_is_missing(metric: Metric) -> None:
    for name in prunings_for(metric):
        rule = PRUNINGS[name].rule
        assert rules_for(metric, frozenset({name})) == rules_for(metric) & ~rule
    assert rules_for(metric, frozenset(PRUNINGS)) == NO_RULE


def test_the_guide_explains_each_pruning() -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    assert [name for name in PRUNINGS if f"`{name}`" not in guide] == []
