r"""What an LRU In-Out (MLP) layer keeps: the steps to the bound of its error, for every size.

A product that four hidden units make of numbers up to N is off by $L N^4 \epsilon^2 / 3$ at most,
for the remainders of the activation are; the recurrence leaks as that of other LRUs does.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from constructions.weights.gated_rnn_as_mlp_lru import CORNERS
from proofs.bounds import (
    PRODUCT,
    Lemma,
    Steps,
    numbers,
    within,
)
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.error_of_outputs import outputs_off
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.error_proof import Setting
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.lru_error_steps import leaking, state_off
from theorem_checks import (
    All,
    AtMost,
    Equal,
    Evidence,
    Implies,
    arithmetic,
    given_each,
    induction,
    prove,
)
from theorem_checks.proving.rules.inductions import by_invariant, obligations, of_invariant
from theorem_checks.proving.rules.rewriting import hypotheses_of

__all__ = ["by_remainders"]

_REMAINDERS = tuple(f"r_{corner}" for corner in CORNERS)
_REMAINDERS_OUT = tuple(f"q_{corner}" for corner in CORNERS)


def remainder_of(eps: Any, L: Any, m: Any, t: Any, remainders: Sequence[Any]) -> Any:
    """Return what four hidden units make of two numbers beside their product."""
    total = m * 0
    for r, (i, j) in zip(remainders, CORNERS.values(), strict=True):
        u = i * m + j * t
        total = total + i * j * r * u * u * u * u
    return total * (L * eps**2 / 96)


@cache
def weighed() -> Lemma:
    """A remainder up to 1 times a fourth power is that power at most."""
    r, u = numbers("r u")
    square = AtMost(0, u**4)
    said = Implies(All(within(r, 1)), All(within(r * u**4, u**4)))
    return Lemma(said, arithmetic(said, (square, prove(square))))


@cache
def product_off(eps: Any, L: Any) -> Lemma:
    """Return that this is at most L N^4 eps^2 / 3, for numbers up to N and remainders up to 1."""
    m, t, N, *remainders = numbers(" ".join(("m t N", *_REMAINDERS)))
    gates = *within(m, N), *within(t, N)
    units = tuple(part for r in remainders for part in within(r, 1))
    steps, each = Steps(), []
    for r, (i, j) in zip(remainders, CORNERS.values(), strict=True):
        values = dict(zip(numbers("r u"), (r, i * m + j * t), strict=True))
        each.append(steps.lemma(weighed(), values, *units))
    squares = steps.arithmetic(All((AtMost(m**2, N**2), AtMost(t**2, N**2))), *gates)
    most = steps.arithmetic(AtMost(m**4 + 6 * m**2 * t**2 + t**4, 8 * N**4), squares)
    body = All(within(remainder_of(eps, L, m, t, remainders), L * N**4 * eps**2 / 3))
    steps.arithmetic(body, most, *each)
    said = Implies(All((*gates, *units)), body)
    return Lemma(said, steps.conclude(said))


@cache
def later_is_more(eps: Any) -> Lemma:
    """Return that the errors of states grow up to the T-th token."""
    tau, T, kap, M, x, h = numbers("tau T kap M x h")
    at = AtMost(0, tau), AtMost(tau, T), AtMost(1, T), AtMost(0, kap)
    size = *within(x, eps**2 * state_off(tau, kap, M)), *within(h, tau * M**2)
    body = *within(x, eps**2 * state_off(T, kap, M)), *within(h, T * M**2)
    return Lemma.by_arithmetic((*at, *size), body)


def by_remainders(whole: Any) -> Evidence:
    """Prove a bound of errors by what hidden states keep, and by what is read of them."""
    each = [Implies(whole.hypothesis, always) for always in whole.body.parts]
    return given_each(whole, *map(_of_network, each))


class _States(Setting):
    """What stands in the statement about one network, and what its states keep."""

    def __init__(self, part: Implies) -> None:
        super().__init__(part)
        (_, (self.unit, _)), self.h, self.time, self.read, self.output = self.machine.state
        self.kappa = self["L"] * self["M"] ** 4 / 3

    def off(self, time: Any) -> Any:
        """Return how far hidden states are off after so many tokens."""
        return self["eps"] ** 2 * state_off(time, self.kappa, self["M"])

    @property
    def kept(self) -> All:
        """What the states keep: sizes, how far the units are off, and what the output is."""
        off, W_m, W_x = self.off(self.time), self.arrays["W_out_m"], self.arrays["W_out_x"]
        none = self.h * 0
        return All(
            (
                AtMost(0, self.time),
                *within(self.h, none + self.time * self["M"] ** 2),
                *within(self.unit - self.h, none + off),
                *within(self.read - self.h, none + off),
                Equal(self.output, self.arrays["D"] @ ((W_m @ self.h) * (W_x @ self.h))),
            )
        )


def _of_network(part: Implies) -> Evidence:
    of = _States(part)
    needed = of_invariant(part, of.kept)
    base, step = obligations(needed.kept)
    always = induction(needed.kept, _at_first(base), _by_step(step, of))
    return by_invariant(part, of.kept, always, _enough(needed.enough, of))


def _at_first(base: Any) -> Evidence:
    """Prove it of the first states, which are 0."""
    steps = Steps()
    for part in base.body.parts:
        steps.use(part, prove(part))
    return steps.conclude(base)


def _by_step(step: Any, of: _States) -> Evidence:
    """Prove it of the states after a token: one product's error more, and what the leak loses."""
    opened: tuple[list[Any], Any] = hypotheses_of(step)
    known, body = opened
    eps, L, M = of["eps"], of["L"], of["M"]
    x, remainders = of.machine.token
    m, t = of.arrays["W_in_m"] @ x, of.arrays["W_in_x"] @ x
    steps, names = Steps(), numbers(" ".join(("m t N", *_REMAINDERS)))
    made = steps.lemma(
        product_off(eps, L), dict(zip(names, (m, t, M, *remainders), strict=True)), *known
    )
    size = steps.lemma(PRODUCT(), dict(zip(numbers("x y X Y"), (m, t, M, M), strict=True)), *known)
    off = remainder_of(eps, L, m, t, remainders)
    given = (of.arrays["lam"], of.h, of.unit, m * t, off, of.time, M, of.kappa)
    values = dict(zip(numbers("lam h k g d tau M kap"), given, strict=True))
    moved = steps.lemma(leaking(eps), values, *known, made, size)
    for said in body.parts[:-1]:
        steps.arithmetic(said, moved, *known)
    steps.use(body.parts[-1], prove(body.parts[-1]))
    return steps.conclude(step)


def _enough(enough: Any, of: _States) -> Evidence:
    """Prove the bound of outputs from what states keep, up to the T-th token."""
    opened: tuple[list[Any], Any] = hypotheses_of(enough)
    known, wanted = opened
    eps, L, M, T, a = (of[name] for name in ("eps", "L", "M", "T", "a"))
    steps = Steps()
    one = steps.use(AtMost(1, T), prove(AtMost(1, T)))
    given = (of.time, T, of.kappa, M, of.read - of.h, of.h)
    values = dict(zip(numbers("tau T kap M x h"), given, strict=True))
    in_the_end = steps.lemma(later_is_more(eps), values, *known, one)
    most, H = of.off(T), T * M**2
    size = steps.arithmetic(All(within(of.read, H + most)), in_the_end)
    W_m, W_x = of.arrays["W_out_m"], of.arrays["W_out_x"]
    gates = [
        steps.weighted(W, of.read, a, H + most, row, size)
        for W, row in zip((W_m, W_x), of.rows, strict=False)
    ]
    m, t, N = W_m @ of.read, W_x @ of.read, a * (H + most)
    remainders = [enough.array(name) for name in _REMAINDERS_OUT]
    names = numbers(" ".join(("m t N", *_REMAINDERS)))
    values = dict(zip(names, (m, t, N, *remainders), strict=True))
    off = steps.lemma(product_off(eps, L), values, *gates, *known)
    error, made = L * N**4 * eps**2 / 3, m * t + remainder_of(eps, L, m, t, remainders)
    near = steps.arithmetic(All(within(made - m * t, error)), off)
    outputs = outputs_off(of.arrays, a, of["delta"])
    arrays = ((outputs.k, of.read), (outputs.h, of.h), (outputs.q, made))
    found = steps.of_arrays(outputs.at(most, H, error), arrays, *of.rows, in_the_end, near)
    steps.arithmetic(wanted, found, *known)
    return steps.conclude(enough)
