"""Growth of sequences whose closed form is known."""

from fractions import Fraction
from typing import Any

import sympy as sp
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.soundness.differential.comparing import as_they_come, true_by_construction
from tests.soundness.generators.growth import h, nonzero, sequence, sums
from tests.soundness.statements import Drawn, Instance
from theorem_checks import decide_order, prove_growth, prove_growth_bound

TERMS = 12


@as_they_come("prove_growth")
def sums_of_powers_with_any_claim(draw: DrawFn) -> Drawn:
    roots, weights = draw(sums())
    weights = [draw(st.sampled_from((w, w, 0))) for w in weights]
    made = sequence(roots, weights)
    leading = [(r, w) for r, w in zip(roots, weights, strict=True) if w]
    root = draw(st.sampled_from([*roots, roots[-1] + 1]))
    exponent = draw(st.sampled_from((0, 0, 0, 1)))
    constants = st.sampled_from([w for w in weights if w] or [1])
    constant = draw(st.one_of(st.none(), constants, nonzero))
    actual = leading[-1] if leading else (None, None)
    true = exponent == 0 and actual[0] == root and constant in (None, actual[1])
    return Drawn(
        f"{weights} times powers of {roots} grow as {constant} {root}^k k^{exponent}",
        lambda: prove_growth(made, root, exponent, constant),
        None,
        [{}],
        lambda _: true if leading else None,
    )


@as_they_come("prove_growth_bound")
def sums_of_powers_and_any_bound(draw: DrawFn) -> Drawn:
    roots, weights = draw(sums())
    made, relation = sequence(roots, weights), draw(st.sampled_from((">=", "<=")))
    root = abs(draw(st.sampled_from((roots[-1], roots[-1], roots[-2]))))
    start = draw(st.integers(1, 4))
    bound = Fraction(abs(weights[-1]) * draw(st.integers(1, 16)), 8)

    def holds_at(at: Instance) -> bool | None:
        j = int(at["k"])
        if j < start:
            return None
        found = abs(sum(w * r**j for w, r in zip(weights, roots, strict=True)))
        return found >= bound * root**j if relation == ">=" else found <= bound * root**j

    return Drawn(
        f"|{weights} times powers of {roots}| {relation} {bound} {root}^k from {start}",
        lambda: prove_growth_bound(made, relation, str(bound), root, 0, start=start),
        None,
        [{"k": j} for j in range(start, start + TERMS)],
        holds_at,
    )


@true_by_construction("prove_growth")
def sums_of_powers_with_their_root(draw: DrawFn) -> Drawn:
    roots, weights = draw(sums())
    made, given = sequence(roots, weights), draw(st.booleans())
    return Drawn(
        f"{weights} times powers of {roots}, constant {given}",
        lambda: prove_growth(made, roots[-1], 0, weights[-1] if given else None),
    )


@as_they_come("decide_order")
def powers_with_any_order(draw: DrawFn) -> Drawn:
    powers = draw(st.lists(st.integers(0, 5), min_size=1, max_size=3, unique=True))
    terms = [(draw(nonzero), p) for p in powers]
    unit = draw(st.sampled_from((sp.Integer(1), 1 + h, sp.exp(h), sp.cos(h), 1 / (1 - h))))
    error: Any = sp.Add(*(c * h**p for c, p in terms)) * unit
    order, exactly = draw(st.integers(0, 6)), draw(st.booleans())
    least = min(p for _, p in terms)
    true = least == order if exactly else least >= order
    return Drawn(
        f"{error} = O(h^{order}), exactly {exactly}",
        lambda: decide_order(error, order, scale=h, exactly=exactly),
        None,
        [{}],
        lambda _: true,
    )


COMPARISONS = (
    sums_of_powers_with_any_claim,
    sums_of_powers_and_any_bound,
    sums_of_powers_with_their_root,
    powers_with_any_order,
)
