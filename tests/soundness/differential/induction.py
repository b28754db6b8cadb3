"""Sums and recurrences against their first terms."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import sympy as sp
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.soundness.differential.comparing import as_they_come, true_by_construction
from tests.soundness.generators.induction import closed_forms, n, nonzero, telescoped, value
from tests.soundness.statements import Drawn, Instance
from theorem_checks import binomial, factorial, prove_recurrence, prove_sum

TERMS = 8
Number = Callable[[Any], Any]

SUMMANDS: dict[str, tuple[sp.Expr, Number]] = {
    "1": (sp.Integer(1), lambda k: 1),
    "n": (n, lambda k: k),
    "2n - 1": (2 * n - 1, lambda k: 2 * k - 1),
    "2^n": (2**n, lambda k: 2**k),
    "2^(n-1)": (2 ** (n - 1), lambda k: Fraction(2) ** (k - 1)),
    "n n!": (n * sp.factorial(n), lambda k: k * math.factorial(k)),
    "1/(n(n+1))": (1 / (n * (n + 1)), lambda k: Fraction(1, k * (k + 1))),
    "binomial(n, 2)": (sp.binomial(n, 2), lambda k: math.comb(k, 2)),
    "(-1)^n n": ((-1) ** n * n, lambda k: (-1) ** k * k),
    "n(n - 3)": (n * (n - 3), lambda k: k * (k - 3)),
}
TOTALS: dict[str, tuple[sp.Expr, Number]] = {
    "n": (n, lambda k: k),
    "n + 1": (n + 1, lambda k: k + 1),
    "n(n+1)/2": (n * (n + 1) / 2, lambda k: k * (k + 1) // 2),
    "n^2": (n**2, lambda k: k**2),
    "n^2 - 1": (n**2 - 1, lambda k: k**2 - 1),
    "2^n": (2**n, lambda k: 2**k),
    "2^n - 1": (2**n - 1, lambda k: 2**k - 1),
    "2^(n+1) - 1": (2 ** (n + 1) - 1, lambda k: 2 ** (k + 1) - 1),
    "(n+1)! - 1": (sp.factorial(n + 1) - 1, lambda k: math.factorial(k + 1) - 1),
    "n/(n+1)": (n / (n + 1), lambda k: Fraction(k, k + 1)),
    "1 - 1/(n+1)": (1 - 1 / (n + 1), lambda k: 1 - Fraction(1, k + 1)),
    "binomial(n+1, 3)": (sp.binomial(n + 1, 3), lambda k: math.comb(k + 1, 3)),
    "n(n+1)(n-4)/3": (n * (n + 1) * (n - 4) / 3, lambda k: Fraction(k * (k + 1) * (k - 4), 3)),
}
PAIRS = (
    *(("1", "n"), ("1", "n + 1"), ("n", "n(n+1)/2"), ("2n - 1", "n^2"), ("2^n", "2^(n+1) - 1")),
    *(("2^(n-1)", "2^n - 1"), ("n n!", "(n+1)! - 1"), ("1/(n(n+1))", "n/(n+1)")),
    *(("binomial(n, 2)", "binomial(n+1, 3)"), ("n(n - 3)", "n(n+1)(n-4)/3"), ("2n - 1", "n^2 - 1")),
)


@as_they_come("prove_sum")
def known_sums_with_known_totals(draw: DrawFn) -> Drawn:
    pairs = st.tuples(st.sampled_from(sorted(SUMMANDS)), st.sampled_from(sorted(TOTALS)))
    a, s = draw(st.one_of(st.sampled_from(PAIRS), pairs))
    start, scale, off = draw(st.integers(0, 2)), draw(nonzero), draw(st.sampled_from((0, 0, 0, 1)))
    (summand, term), (total, closed) = SUMMANDS[a], TOTALS[s]

    def holds_at(at: Instance) -> bool | None:
        last = at["n"]
        try:
            found = sum(scale * term(k) for k in range(start, last + 1))
            return found == scale * closed(last) + off
        except ZeroDivisionError:
            return False

    return Drawn(
        f"{scale} times the sum of {a} from {start} is {s}, + {off}",
        lambda: prove_sum(scale * summand, scale * total + off, n, start),
        None,
        [{"n": k} for k in range(start, start + TERMS)],
        holds_at,
    )


STEPS: dict[str, Callable[[Any, Any, int], Any]] = {
    "c x": lambda v, m, c: c * v,
    "x + c": lambda v, m, c: v + c,
    "x + n + c": lambda v, m, c: v + m + c,
    "c x + n": lambda v, m, c: c * v + m,
    "(n + c) x": lambda v, m, c: (m + c) * v,
    "x + c^n": lambda v, m, c: v + c**m,
    "x - c n x": lambda v, m, c: v - c * m * v,
    "x^2 + c": lambda v, m, c: v * v + c,
    "x + binomial(n + c, 2)": lambda v, m, c: v + binomial(m + c, 2),
    "x + n n! c": lambda v, m, c: v + c * m * factorial(m),
}
CLOSED: dict[str, Callable[[int], sp.Expr]] = {
    "c^n": lambda c: sp.Integer(c) ** n,
    "c n": lambda c: c * n,
    "c n + 1": lambda c: c * n + 1,
    "n(n-1)/2 + c n": lambda c: n * (n - 1) / 2 + c * n,
    "n!": lambda c: sp.factorial(n),
    "(n + c)!/c!": lambda c: sp.factorial(n + c) / sp.factorial(c),
    "(c^n - 1)/(c - 1)": lambda c: (sp.Integer(c + 1) ** n - 1) / c,
    "binomial(n + c, 3)": lambda c: sp.binomial(n + c, 3),
    "c n!": lambda c: c * sp.factorial(n),
    "2^(n + 1) - n": lambda c: 2 ** (n + 1) - n - 1,
}


@as_they_come("prove_recurrence")
def known_steps_with_known_forms(draw: DrawFn) -> Drawn:
    likely = (
        ("c x", "c^n"),
        ("x + c", "c n"),
        ("x + c", "c n + 1"),
        ("x + n + c", "n(n-1)/2 + c n"),
    )
    free = st.tuples(st.sampled_from(sorted(STEPS)), st.sampled_from(sorted(CLOSED)))
    name, form = draw(st.one_of(st.sampled_from(likely), free))
    c, e = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    c = e if draw(st.booleans()) else c
    closed = CLOSED[form](e)
    start = draw(st.integers(0, 2))
    first = value(closed, start) + draw(st.sampled_from((0, 0, 0, 1)))

    def step(v: Any, m: Any) -> Any:
        return STEPS[name](v, m, c)

    def holds_at(at: Instance) -> bool:
        found = Fraction(int(first.p), int(first.q))
        for m in range(start, at["n"]):
            found = Fraction(str(step(found, m)))
        return found == Fraction(str(value(closed, at["n"])))

    return Drawn(
        f"x = {closed} solves x' = {name}, c = {c}, from {first} at {start}",
        lambda: prove_recurrence(closed, step, (start, first), n),
        None,
        [{"n": k} for k in range(start, start + TERMS)],
        holds_at,
    )


@true_by_construction("prove_sum")
def totals_and_their_differences(draw: DrawFn) -> Drawn:
    form, start = draw(closed_forms()), draw(st.integers(1, 4))
    summand = telescoped(form)
    total = form - (value(form, start) - value(summand, start))
    return Drawn(
        f"sum of {summand} from {start} = {total}", lambda: prove_sum(summand, total, n, start)
    )


COMPARISONS = (
    known_sums_with_known_totals,
    known_steps_with_known_forms,
    totals_and_their_differences,
)
