"""Conditions of evidence that hypotheses discharge, and others that stay."""

import pytest
import sympy as sp

from theorem_checks import AtMost, Less, Verdict
from theorem_checks.judging.conditions import discharged
from theorem_checks.statements.formulas import condition

x, y = sp.symbols("x y", real=True)
p = sp.Symbol("p", positive=True)


@pytest.mark.parametrize(
    ("formula", "hypotheses", "expected"),
    [
        (sp.Ne(p + 1, 0), [], True),
        (sp.Ne(x * y, 0), [Less(0, x), Less(0, y)], True),
        (sp.Ne(x * y, 0), [Less(0, x)], False),
        (sp.Ne(x * y, 0), [Less(0, x), AtMost(0, y)], False),
        (sp.Ne(x, y), [Less(x, y)], True),
        (sp.Ne(x, y), [AtMost(x, y)], False),
        (sp.Ne(x, y), [], False),
        (sp.Ne(2 * x, 2 * y), [Less(y, x)], True),
        (sp.Gt(p, 0), [], True),
        (sp.Gt(x, 0), [AtMost(1, x)], True),
        (sp.Gt(x, 1), [AtMost(1, x)], False),
        (sp.Ge(x, 1), [AtMost(1, x)], True),
        (sp.Lt(x, 0), [], False),
    ],
    ids=str,
)
def test_a_condition_is_discharged_where_it_follows(formula, hypotheses, expected: bool):
    found = discharged(condition(formula), hypotheses)
    assert (found is not None and found.verdict is Verdict.PROVED) is expected
