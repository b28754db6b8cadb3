"""What solvers, balls and piecewise forms conclude: the formula that was asked, and no other."""

import json

import pytest
import sympy as sp

from theorem_checks import (
    CheckError,
    Evidence,
    Verdict,
    identity_function,
    prove_degree,
    prove_degree_at_most,
    prove_for_all,
    prove_for_all_inputs,
    prove_inequality,
    prove_piecewise_at_most,
    prove_piecewise_equal,
    reals,
    relu,
)
from theorem_checks.statements.conclusions import All, AtMost, Implies, Less
from theorem_checks.statements.degrees import Degree, DegreeAtMost
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.statements.seals import require_concluded

x, y = reals("x y")
t = sp.Symbol("t", real=True)


def square(v, w):
    return w * v * v


DECIDED = {
    "a formula": (lambda: prove_for_all(x * x >= 0), ForReals(x * x >= 0)),
    "under an assumption": (
        lambda: prove_for_all(x * y >= 0, assume=(x >= 0, y >= 0)),
        ForReals(
            x * y >= 0,
            (
                x >= 0,
                y >= 0,
            ),
        ),
    ),
    "inputs": (
        lambda: prove_for_all_inputs(lambda xs: xs[0] * xs[0] >= 0, {"xs": (1,)}),
        None,
    ),
    "piecewise": (
        lambda: prove_piecewise_equal(lambda v: relu(v) - relu(-v), x),
        ForReals(relu(x) - relu(-x) == x),
    ),
    "on an interval": (
        lambda: prove_piecewise_at_most(identity_function(), lambda v: relu(v) + 1, on=(-1, None)),
        None,
    ),
    "balls": (
        lambda: prove_inequality(sp.sin(t), {t: (0, 1)}, "<", 2),
        Implies(All((AtMost(0, t), AtMost(t, 1))), Less(sp.sin(t), 2)),
    ),
    "balls, turned round": (
        lambda: prove_inequality(2, {t: (0, 1)}, ">=", sp.sin(t)),
        Implies(All((AtMost(0, t), AtMost(t, 1))), AtMost(sp.sin(t), 2)),
    ),
    "a degree at most": (
        lambda: prove_degree_at_most(square, 2, inputs={"v": (1,)}, weights={"w": (1,)}),
        None,
    ),
    "a degree": (
        lambda: prove_degree(square, 2, inputs={"v": (1,)}, weights={"w": [3]}),
        None,
    ),
}


@pytest.mark.parametrize(("prove", "said"), DECIDED.values(), ids=DECIDED)
def test_what_was_decided_is_concluded(prove, said):
    found = prove()
    assert found.verdict is Verdict.PROVED
    assert found.is_sealed
    assert found.statement.latex
    assert Evidence.from_json(json.loads(json.dumps(found.to_json()))).is_sealed
    if said is not None:
        require_concluded(found, said, "found")


@pytest.mark.parametrize(
    "other",
    [
        ForReals(x * y >= 0),
        ForReals(x * y >= 0, (x >= 0,)),
        ForReals(
            x * y <= 0,
            (
                x >= 0,
                y >= 0,
            ),
        ),
        ForReals(
            x * y >= 0,
            (
                x >= -1,
                y >= 0,
            ),
        ),
    ],
)
def test_no_assumption_is_lost_and_no_side_exchanged(other):
    found = prove_for_all(x * y >= 0, assume=(x >= 0, y >= 0))
    with pytest.raises(CheckError, match="concludes"):
        require_concluded(found, other, "found")


def test_what_is_divided_by_is_not_cancelled():
    one = prove_for_all(x / x == 1, assume=~(x == 0))
    assert not ForReals(x / x == 1, (~(x == 0),)).is_same(ForReals(1 + 0 * x == 1, (~(x == 0),)))
    assert one.statement is not None
    assert "frac" in one.statement.latex


def test_a_wider_box_is_another_statement():
    found = prove_inequality(sp.sin(t), {t: (0, 1)}, "<", 2)
    wider = Implies(All((AtMost(0, t), AtMost(t, 2))), Less(sp.sin(t), 2))
    for other in (wider, Less(sp.sin(t), 2)):
        with pytest.raises(CheckError, match="concludes"):
            require_concluded(found, other, "found")


def test_python_functions_of_balls_conclude_nothing():
    found = prove_inequality(lambda t: t * t, {"t": (1, 2)}, ">", 0)
    assert found.verdict is Verdict.PROVED
    assert found.statement is None
    assert not found.is_sealed


def test_a_degree_is_that_of_just_this_network():
    found = prove_degree_at_most(square, 2, inputs={"v": (1,)}, weights={"w": (1,)})
    later = prove_degree_at_most(square, 3, inputs={"v": (1,)}, weights={"w": (1,)})
    other = prove_degree_at_most(lambda v, w: w * v, 2, inputs={"v": (1,)}, weights={"w": (1,)})
    keys = {said.key for said in (found.statement, later.statement, other.statement) if said}
    assert len(keys) == 3
    operations = (("variable", "v[0]"), ("results", "0"))
    assert not DegreeAtMost(operations, ("v[0]",), 1).is_same(Degree(operations, ("v[0]",), 1))


def test_what_is_shared_is_written_once():
    term = x
    for _ in range(60):
        term = term + term
    said = ForReals(term == 2**60 * x)
    assert len(said.data[1]) < 70
    assert len(said.latex) < 2000
