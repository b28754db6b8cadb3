"""Engines agree with brute force on random statements."""

import pytest

from tests.soundness.differential import all_comparisons
from tests.soundness.differential.comparing import Comparison
from tests.soundness.generators import all_generators
from tests.soundness.statements import Finding, Outcome, drawn_from, judged

QUICK, DEEP = 10, 400


def findings(comparison: Comparison, examples: int, start: int) -> list[Finding]:
    return [judged(statement) for statement in drawn_from(comparison.statements, examples, start)]


@pytest.mark.parametrize("comparison", all_comparisons(), ids=str)
def test_the_engine_agrees_with_brute_force(comparison: Comparison) -> None:
    found = findings(comparison, QUICK, 0)
    assert [str(f) for f in found if f.outcome is Outcome.WRONG] == []
    assert sum(f.outcome is Outcome.DECIDED for f in found) > len(found) // 3


@pytest.mark.deep
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("comparison", all_comparisons(), ids=str)
def test_in_many_examples(comparison: Comparison) -> None:
    found = findings(comparison, DEEP, 1)
    assert [str(f) for f in found if f.outcome is Outcome.WRONG] == []


def test_each_engine_with_generators_is_compared() -> None:
    compared = {comparison.engine for comparison in all_comparisons()}
    planted = {generator.engine for generator in all_generators()} - {"prove_by_induction"}
    assert planted <= compared
