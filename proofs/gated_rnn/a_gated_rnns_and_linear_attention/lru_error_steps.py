r"""What gated linear units and leaking units keep: the steps to the bound of errors of LRU layers.

sigma(z) is 1/2 + z/4 up to |z|^3/48, and products are read with a factor 4 / eps, so that they are
off by N^4 eps^2/12 at most. A hidden state is multiplied by (1 - eps^2) lambda + eps^4.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import sympy as sp

from constructions.arrays import sigmoid
from proofs.bounds import (
    PRODUCT,
    Lemma,
    Steps,
    numbers,
    product_of,
    sigmoid_near_half,
    within,
)
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.error_proof import Read, Setting
from theorem_checks import All, AtMost, Conclusion, Implies, symbol_array
from theorem_checks.proving.rules.entrywise import at_entries, entrywise


@cache
def gate_off(eps: Any) -> Lemma:
    """Return how far what a gated linear unit makes of two numbers up to N is from a product."""
    m, t, N = numbers("m t N")
    u, U = numbers("u U")
    near = sigmoid_near_half()
    at = {u: eps * m, U: eps * N}
    steps, gates, sizes = Steps(), within(m, N), within(t, N)
    small: Any = at_entries(near.said, at)
    steps.arithmetic(small.hypothesis, *gates)
    rest = steps.use(small, entrywise(near.said, near.evidence, at))
    gate = 1 / (1 + sp.exp(-eps * m))
    r = gate - sp.Rational(1, 2) - eps * m / 4
    off = steps.use(*product_of(r, t, (eps * N) ** 3 / 48, N))
    body = All(within(4 / eps * (gate - sp.Rational(1, 2)) * t - m * t, N**4 * eps**2 / 12))
    steps.arithmetic(body, off, rest)
    said = Implies(All((*gates, *sizes)), body)
    return Lemma(said, steps.conclude(said))


def state_off(tau: Any, kap: Any, M: Any) -> Any:
    """Return E after tau tokens: each adds a product's error, and what the factor lacks."""
    return tau * kap + tau * (tau - 1) * M**2


@cache
def leaking(eps: Any) -> Lemma:
    """Return how far hidden states are off after a token, as those of an LRU leak a little."""
    lam, h, k, g, d, tau, M, kap = numbers("lam h k g d tau M kap")
    factor = (1 - eps**2) * lam + eps**4
    first = AtMost(eps, 1), *within(lam, 1)
    steps = Steps()
    steps.arithmetic(All((*within(factor, 1), *within(factor - lam, 2 * eps**2))), *first)
    off, most = eps**2 * state_off(tau, kap, M), tau * M**2
    moved = steps.use(*product_of(factor, k - h, 1, off))
    lost = steps.use(*product_of(factor - lam, h, 2 * eps**2, most))
    right = steps.use(*product_of(lam, h, 1, most))
    states = AtMost(0, tau), *within(h, most), *within(k - h, off)
    new = *within(g, M**2), *within(d, kap * eps**2)
    later = eps**2 * state_off(tau + 1, kap, M)
    body = All((*within(lam * h + g, (tau + 1) * M**2), *within(factor * k + d - lam * h, later)))
    steps.arithmetic(body, moved, lost, right, *new)
    said = Implies(All((*first, *states, *new)), body)
    return Lemma(said, steps.conclude(said))


@cache
def later_is_more(eps: Any) -> Lemma:
    """Return that the errors of states grow up to the T-th token."""
    tau, T, kap, M, x, h = numbers("tau T kap M x h")
    at = AtMost(1, tau), AtMost(tau, T), AtMost(0, kap)
    size = *within(x, eps**2 * state_off(tau, kap, M)), *within(h, tau * M**2)
    body = *within(x, eps**2 * state_off(T, kap, M)), *within(h, T * M**2)
    return Lemma.by_arithmetic((*at, *size), body)


class LeakingUnits:
    """Units of an LRU, which hold the hidden state of the gated RNN but for what leaks."""

    def kept(self, of: Setting, state: Any) -> tuple[Conclusion, ...]:
        """Return how large the hidden state is, and how far the units are from it."""
        net, h, time, _ = state
        re, _ = net[-3]
        off = of["eps"] ** 2 * state_off(time, self.kap(of), of["M"])
        return (*within(h, h * 0 + time * of["M"] ** 2), *within(re - h, h * 0 + off))

    def kap(self, of: Setting) -> Any:
        """Return the error of a product of numbers up to M, over eps^2."""
        return of["M"] ** 4 / 12

    def step(
        self,
        of: Setting,
        steps: Steps,
        known: Sequence[Conclusion],
        after: Sequence[Conclusion],
        in_time: AtMost,
    ) -> Read:
        """Add one product's error, and what the leak loses."""
        eps, M, T = of["eps"], of["M"], of["T"]
        (net, h, time, _), (made, right, later, _) = of.machine.state, of.machine.after
        units, now = net[-3][0], made[-3][0]
        m, t = of.gates
        gate = steps.lemma(
            gate_off(eps), dict(zip(numbers("m t N"), (m, t, M), strict=True)), *known
        )
        size = steps.lemma(
            PRODUCT(), dict(zip(numbers("x y X Y"), (m, t, M, M), strict=True)), *known
        )
        off = gated(eps, m, t) - m * t
        given = (of.arrays["lam"], h, units, m * t, off, time, M, self.kap(of))
        values = dict(zip(numbers("lam h k g d tau M kap"), given, strict=True))
        moved = steps.lemma(leaking(eps), values, *of.decays, *known, gate, size)
        for said in after:
            steps.arithmetic(said, moved)
        given = (later, T, self.kap(of), M, now - right, right)
        values = dict(zip(numbers("tau T kap M x h"), given, strict=True))
        in_the_end = steps.lemma(later_is_more(eps), values, *known[:1], in_time, *after)
        most, H = eps**2 * state_off(T, self.kap(of), M), T * M**2
        lemma, k, error = gate_off_at_states(of, H + most)
        within_all = steps.arithmetic(All(within(now, H + most)), in_the_end)
        read = steps.of_arrays(lemma, ((k, now),), *of.rows, within_all)
        q = gated(eps, *(of.arrays[name] @ now for name in ("W_out_m", "W_out_x")))
        return Read(now, q, most, H, error, (in_the_end, read))


def gated(eps: Any, m: Any, t: Any) -> Any:
    """Return what the next layer reads of a gated linear unit, of a row and of one with 0."""
    return (sigmoid(eps * m) - Fraction(1, 2)) * t * (4 / eps)


def gate_off_at_states(of: Setting, size: Any) -> tuple[Lemma, Any, Any]:
    """Return how far the output gate's products are off, for all hidden states k up to a size."""
    eps, a = of["eps"], of["a"]
    W_m, W_x = (of.arrays[name] for name in ("W_out_m", "W_out_x"))
    k, N = symbol_array("k.read", *W_m.axes[1:]), a * size
    rows, small = of.rows[:2], within(k, size)
    steps = Steps()
    read = [
        steps.weighted(W, k, a, size, row, *small) for W, row in zip((W_m, W_x), rows, strict=True)
    ]
    values = dict(zip(numbers("m t N"), (W_m @ k, W_x @ k, N), strict=True))
    found = steps.lemma(gate_off(eps), values, *read)
    error = N**4 * eps**2 / 12
    wanted = All(within(gated(eps, W_m @ k, W_x @ k) - (W_m @ k) * (W_x @ k), error))
    steps.arithmetic(wanted, found)
    said = Implies(All((*rows, *small)), wanted)
    return Lemma(said, steps.conclude(said)), k, error
