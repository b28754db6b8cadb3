"""What a statement is said of: sequences by what is assumed of them."""

import pytest

from theorem_checks import (
    All,
    ArgumentError,
    AtMost,
    Equal,
    Gaussian,
    Mean,
    RandomVector,
    squared_norm,
)
from theorem_checks.judging.quantified import quantified
from theorem_checks.statements.worlds.symbolic import Symbolic


def bounded(w):
    return w.sequence("z", lambda z, t: All((AtMost(0, z[t]), AtMost(z[t], 1))))[3]


def doubled(w):
    return w.recurrence("h", 1, lambda h, t: 2 * h[t])[3]


def long(w):
    def step(h, D, t):
        return 2 * h[t] * D[t] + (t + 1) * D[t] + 1, D[t] ** 2 + h[t] ** 3 + 7 * h[t] * D[t]

    return w.recurrence("h D", (1, 1), step)[0][3]


def long_range(w):
    def such_that(a, t):
        return AtMost(a[t] ** 2 + 3 * a[t + 1] ** 2 + 5 * a[t + 2] ** 2, 7 * (t + 1) ** 3 + t**2)

    return w.sequence("a", such_that)[1]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ([bounded], "real sequences z with ∀ t ≥ 0: (0 ≤ z_t and z_t ≤ 1)"),
        ([doubled], "integer sequences h with h_0 = 1 and ∀ t ≥ 0: h_(t + 1) = 2 h_t"),
        ([long], "sequences h, D with the recurrences of h, D"),
        ([bounded, long], "with ∀ t ≥ 0: (0 ≤ z_t and z_t ≤ 1) and the recurrences of h, D"),
        ([doubled, long_range], "with the recurrence of h and what the statement assumes of a"),
    ],
)
def test_sequences_are_told_with_what_is_assumed_of_them(said, words):
    world = Symbolic({})
    values = [one(world) for one in said]
    assert quantified(All(tuple(Equal(value, value) for value in values)), world).endswith(words)


def test_one_name_is_of_one_random_array_in_all_parts_of_a_statement():
    def parts(*named):
        arrays = (RandomVector(name, 3, law=Gaussian(variance=v)) for name, v in named)
        return All(tuple(Mean(squared_norm(x), 3) for x in arrays))

    assert "x' (3) of" in quantified(parts(("x", 1), ("x'", 2), ("x", 1)), Symbolic({}))
    with pytest.raises(ArgumentError, match=r"Two tensors called x differ.* Call one x', for"):
        quantified(parts(("x", 1), ("x", 2)), Symbolic({}))
