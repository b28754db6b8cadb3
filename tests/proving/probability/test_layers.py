"""The second moment of what passes through random layers, of any number."""

from typing import Any

import pytest
import sympy as sp

from theorem_checks import (
    ArgumentError,
    AtMost,
    Equal,
    SecondMoment,
    Verdict,
    by_signal_propagation,
    prove,
)
from theorem_checks.judging.instances import difference_at
from theorem_checks.judging.judge import judged
from theorem_checks.statements.worlds.concrete import Concrete

SORTS: dict[str, Any] = {"n": {"integer": True, "positive": True}, "s": {"nonnegative": True}}


def asked(scale, least=1, sorts=SORTS, such_that=None):
    def says(_, w):
        n, s = (w.sequence(name, such_that, **sort) for name, sort in sorts.items())
        depth = w.size("L", least=least)
        return SecondMoment(n, s, depth, scale(w, n, s, depth))

    return judged(says, by_signal_propagation, None)


def product(w, n, s, L):
    return s[L] * w.product(lambda k: n[k] * s[k], "k", 1, L - 1)


def test_every_number_of_layers():
    found = asked(product)
    assert found.verdict is Verdict.PROVED
    assert found.scope.startswith("all positive integer L, positive integer sequences n")
    split = asked(lambda w, n, s, L: s[L] * w.product(lambda k: n[k], "k", 1, L - 1)
                  * w.product(lambda k: s[k], "k", 1, L - 1))  # fmt: skip
    assert split.verdict in (Verdict.PROVED, Verdict.UNDECIDED)


WRONG = {
    "the trace": lambda w, n, s, L: product(w, n, s, L) * n[L],
    "the inputs": lambda w, n, s, L: s[L] * w.product(lambda k: n[k - 1] * s[k], "k", 1, L - 1),
    "one layer less": lambda w, n, s, L: w.product(lambda k: n[k] * s[k], "k", 1, L - 1),
    "one layer only": lambda w, n, s, L: s[L],
    "the first variance": lambda w, n, s, L: s[1] ** L * w.product(lambda k: n[k], "k", 1, L - 1),
}


@pytest.mark.parametrize("name", WRONG)
def test_another_scale_is_refuted(name):
    assert asked(WRONG[name]).verdict is Verdict.REFUTED


def test_what_is_wrong_after_many_layers_is_not_proved():
    def late(w, n, s, L):
        return product(w, n, s, L) * (1 + L * (L - 1) * (L - 2) * (L - 3) * (L - 4))

    assert asked(late).verdict is not Verdict.PROVED


def test_hypotheses_on_sequences_are_kept():
    found = asked(product, such_that=lambda a, t: AtMost(a[t + 1], a[t]))
    assert found.verdict in (Verdict.PROVED, Verdict.UNDECIDED)


@pytest.mark.parametrize(
    ("sorts", "least", "match"),
    [
        ({"n": {"integer": True}, "s": {"nonnegative": True}}, 1, "positive integers"),
        ({"n": {"positive": True}, "s": {"nonnegative": True}}, 1, "positive integers"),
        (SORTS, 0, "known to be 1 or more"),
    ],
    ids=["negative sizes", "fractions", "no layer"],
)
def test_what_is_no_size_or_variance_is_an_error(sorts, least, match):
    with pytest.raises(ArgumentError, match=match):
        asked(product, least, sorts)


def test_variances_may_not_be_negative():
    assert asked(product, sorts={**SORTS, "s": {}}).verdict is not Verdict.PROVED


def test_what_is_no_second_moment_is_an_error():
    with pytest.raises(ArgumentError, match="a SecondMoment"):
        by_signal_propagation(AtMost(0, 1))
    with pytest.raises(ArgumentError, match="a sequence"):
        SecondMoment(3, "s", 1, 1)
    with pytest.raises(ArgumentError, match="sequences of the world"):
        difference_at(SecondMoment("n", "s", 1, 1), Concrete({}))


def test_at_instances_matrices_are_multiplied_out():
    w = Concrete({"L": 2}, 3)
    n, s = (w.sequence(name, **sort) for name, sort in SORTS.items())
    right = SecondMoment(n, s, 2, product(w, n, s, w.size("L")))
    assert difference_at(right, w) is None
    assert difference_at(SecondMoment(n, s, 2, sp.Integer(10**9)), w) is not None


def test_sides_with_a_product_in_common_are_shown_as_they_are():
    n = sp.Symbol("n", integer=True, positive=True)
    k = sp.Symbol("k", integer=True, positive=True)
    product = sp.Product(sp.Function("f", positive=True)(k), (k, 1, n))
    found = prove(Equal(product + (n - 1) * (n - 2), product))
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None
    assert "f(" in found.counterexample.claimed
