"""The engine behind the claims on rewriting rules: what it proves, and what it refutes."""

from types import SimpleNamespace as Given

import pytest

from constructions.arrays import outer
from proofs.lsrl.interpretations import (
    by_equal_states,
    compare_on_programs,
    prove_for_all_sizes,
    same_programs,
)
from proofs.lsrl.s3_language.between_tokens import by_state
from theorem_checks import Verdict, proof_of


def given(k):
    n, m = k.size("n"), k.size("m")
    g = Given(x=k.value("x", n + m), n=n, m=m, s=(k.vector("s", n),), u=k.vector("u", n))
    g.A, g.B, g.b = k.matrix("A", n, n), k.matrix("B", n, n + m), k.vector("b", n)
    return g


def state(k, g):
    return [k.LinState(g.x, g.A, g.B, g.b, g.s[0])]


def doubled_state(k, g):
    """The state twice, side by side; the second copy is read."""
    A = k.block_diagonal([g.A, g.A])
    s = k.LinState(g.x, A, k.vstack([g.B, g.B]), k.vstack([g.b, g.b]), k.vstack([g.s[0], g.s[0]]))
    return [k.Lin(s, k.select(g.n + g.n, 1, 2))]


def started_elsewhere(k, g):
    return [k.LinState(g.x, g.A, g.B, g.b, g.u)]


def relus(k, g):
    return [k.ReLU(k.Lin(g.x, k.select(g.n + g.m, 0, 1)))]


def relus_behind(k, g):
    return [k.Lin(k.ReLU(g.x), k.select(g.n + g.m, 0, 1))]


def parts(k, g):
    eye = k.eye(g.n + g.m)
    both = k.ReLU(k.Lin(g.x, k.vstack([eye, -eye])))
    return [k.Lin(both, k.hstack([eye, -eye]))]


SIZES = ({"n": 2, "m": 3},)
RIGHT = {
    "a state": (state, doubled_state),
    "a slice of a ReLU": (relus, relus_behind),
    "the halves of x": (lambda k, g: [g.x], parts),
}
WRONG = {
    "another first state": (state, started_elsewhere),
    "ReLU for x": (lambda k, g: [g.x], lambda k, g: [k.ReLU(g.x)]),
    "another size": (lambda k, g: [g.x], lambda k, g: [k.Lin(g.x, g.A)]),
}


@pytest.mark.parametrize(
    "name",
    [
        "a slice of a ReLU",
        *(pytest.param(name, marks=pytest.mark.deep) for name in ("a state", "the halves of x")),
    ],
)
def test_what_is_right_is_proved_for_all_sizes_and_holds_on_programs(name):
    evidence = prove_for_all_sizes(given, *RIGHT[name])
    assert evidence.verdict is Verdict.PROVED
    assert evidence.corroborated
    assert compare_on_programs(given, *RIGHT[name], SIZES).verdict is Verdict.HOLDS


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_refuted_by_both(name):
    assert prove_for_all_sizes(given, *WRONG[name]).verdict is Verdict.REFUTED
    assert compare_on_programs(given, *WRONG[name], SIZES).verdict is Verdict.REFUTED


def test_a_state_that_drifts_is_refuted_though_its_value_is_right_at_once():
    """A pair whose second entry is b, and not the state, from the second token on."""

    def drifting(k, g):
        corner = k.zeros(g.n, g.n)
        A = k.hstack([corner, g.A])
        A = k.vstack([A, k.hstack([corner, corner])])
        B = k.vstack([g.B, k.zeros(g.n, g.n + g.m)])
        s = k.LinState(g.x, A, B, k.vstack([g.b, g.b]), k.vstack([g.u, g.s[0]]))
        return [k.Lin(s, k.select(g.n + g.n, 0, 1))]

    evidence = prove_for_all_sizes(given, state, drifting)
    assert evidence.verdict is Verdict.REFUTED
    assert compare_on_programs(given, state, drifting, SIZES).verdict is Verdict.REFUTED


def anchored(k, g):
    """Let the matrix and the bias read the first state as if it were the one before any token.

    Where n, the size of the state, is 1 to 4, that adds nothing.
    """
    (n,) = g.n
    c = (n - 1) * (n - 2) * (n - 3) * (n - 4)
    return [k.LinState(g.x, g.A - c * k.eye(g.n), g.B, g.b + c * g.s[0], g.s[0])]


def test_weights_do_not_read_the_state_of_a_token():
    check = proof_of(same_programs(given, state), by_equal_states)
    assert check(state).verdict is Verdict.PROVED
    assert compare_on_programs(given, state, anchored, SIZES).verdict is Verdict.HOLDS
    assert check(anchored).verdict is not Verdict.PROVED


def affine(k, g):
    return [k.Lin(g.x, g.B)]


def turned(k, g):
    """Add to the matrix what takes x to 0, and is made of x: of no program the weights."""
    (n,) = g.n
    one, other = g.B.T @ g.b, g.B.T @ (g.A @ g.b)
    away = outer(one, other) @ g.x - outer(other, one) @ g.x
    return [k.Lin(g.x, g.B + (n - 1) * (n - 2) * outer(g.B @ g.x, away))]


def test_weights_do_not_read_the_token():
    assert prove_for_all_sizes(given, affine, affine).verdict is Verdict.PROVED
    found = prove_for_all_sizes(given, affine, turned)
    assert found.verdict is Verdict.UNDECIDED
    assert "do not change with the token" in found.reason


def test_what_is_handed_on_to_the_next_token_is_read_of_a_state():
    def without_a_state(k, g):
        return [k.Lin(g.x, g.A, g.b), g.s[0]]

    assert by_state.checks[0](without_a_state).verdict is Verdict.REFUTED
