r"""What pairs of GRU units keep: the steps to the bound of errors of two GRU layers.

A pair of layer 1 holds $\frac12 \epsilon^2$ times a hidden state as its difference, up to $8 T^3
(\epsilon M)^4$ for each token, and one of layer 2 the product of the last token; units grow by
$\frac32 \epsilon M$, or as much of the N of the output gate, at each token.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import sympy as sp

from proofs.bounds import (
    Lemma,
    Steps,
    numbers,
    product_of,
    within,
)
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.error_proof import Read, Setting
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.gru_pair import (
    KAPPA,
    grows,
    off,
    pair_off,
    units_after,
)
from theorem_checks import All, AtMost, Conclusion, Equal, Implies, symbol_array

__all__ = ["PairsOfGRUs"]


@cache
def remembered(eps: Any) -> Lemma:
    """Return what units of layer 1 keep: how large they are, and how far from a hidden state."""
    lam, p, q, m, t, h, tau, T, M = numbers("lam p q m t h tau T M")
    d, one = eps * M, off(T, eps * M)
    in_time, small = (AtMost(0, tau), AtMost(tau + 1, T)), AtMost(KAPPA * T**3 * d**2, 1)
    gates = *within(m, M), *within(t, M)
    units = *within(p, grows(tau * d)), *within(q, grows(tau * d))
    state = *within(h, tau * M**2), *within(p - q - eps**2 * h / 2, tau * one)
    given = *within(lam, 1), *in_time, small, *gates, *units, *state
    steps = Steps()
    half = steps.arithmetic(AtMost(tau * one, tau * d**2 / 2), small, *in_time)
    less = steps.arithmetic(All(within(p - q, T * d**2)), half, *state, *in_time)
    values = (lam, p, q, eps * m, eps * t, tau, T, d)
    named = dict(zip(numbers("lam p q u w tau T d"), values, strict=True))
    near = steps.lemma(pair_off(), named, *given, less)
    moved = steps.use(*product_of(lam, p - q - eps**2 * h / 2, 1, tau * one))
    right = steps.use(*product_of(lam, h, 1, tau * M**2))
    product = steps.use(*product_of(m, t, M, M))
    made = units_after(lam, p, q, eps * m, eps * t)
    after = lam * h + m * t
    body = All(
        (
            *(part for unit in made for part in within(unit, grows((tau + 1) * d))),
            *within(after, (tau + 1) * M**2),
            *within(made[0] - made[1] - eps**2 * after / 2, (tau + 1) * one),
        )
    )
    steps.arithmetic(body, near, moved, right, product)
    said = Implies(All(given), body)
    return Lemma(said, steps.conclude(said))


@cache
def multiplied(eps: Any) -> Lemma:
    """Return what units of layer 2 keep, and how far their difference is from a product."""
    p, q, m, t, tau, T, N = numbers("p q m t tau T N")
    d = eps * N
    in_time, small = (AtMost(0, tau), AtMost(tau + 1, T)), AtMost(KAPPA * T**3 * d**2, 1)
    gates = *within(m, N), *within(t, N)
    units = *within(p, grows(tau * d)), *within(q, grows(tau * d))
    given = *in_time, small, *gates, *units, *within(p - q, T * d**2)
    steps = Steps()
    values = (sp.Integer(0), p, q, eps * m, eps * t, tau, T, d)
    named = dict(zip(numbers("lam p q u w tau T d"), values, strict=True))
    near = steps.lemma(pair_off(), named, *given)
    product = steps.use(*product_of(m, t, N, N))
    made = units_after(sp.Integer(0), p, q, eps * m, eps * t)
    apart = made[0] - made[1]
    half = steps.arithmetic(AtMost(off(T, d), d**2 / 2), small, *in_time)
    body = All(
        (
            *(part for unit in made for part in within(unit, grows((tau + 1) * d))),
            *within(apart, T * d**2),
            *within(2 / eps**2 * apart - m * t, KAPPA * T**3 * N**4 * eps**2),
        )
    )
    steps.arithmetic(body, near, product, half, *in_time)
    said = Implies(All(given), body)
    return Lemma(said, steps.conclude(said))


@cache
def hidden_is_near(eps: Any) -> Lemma:
    """Return how far what is read of a pair is from a hidden state, up to the T-th token."""
    x, h, c, tau, T, M = numbers("x h c tau T M")
    far, H = KAPPA * T**4 * M**4 * eps**2, T * M**2
    at = AtMost(1, tau), AtMost(tau, T), Equal(c * eps**2, sp.Integer(2))
    half = within(x - eps**2 * h / 2, tau * off(T, eps * M))
    given = *at, *within(h, tau * M**2), *half
    steps = Steps()
    most = steps.arithmetic(AtMost(tau * off(T, eps * M), eps**2 * far / 2), *at)
    size = steps.arithmetic(All(within(h, H)), *given)
    double = steps.arithmetic(All(within(eps**2 * (c * x - h), eps**2 * far)), most, *given)
    near = steps.arithmetic(All(within(c * x - h, far)), double)
    read = steps.arithmetic(All(within(c * x, H + far)), near, size)
    said = Implies(All(given), All((near, size, read)))
    return Lemma(said, steps.conclude(said))


def pair(units: Any) -> tuple[Any, Any]:
    """Return both units of each pair of a layer."""
    return units.part("plus"), units.part("minus")


class PairsOfGRUs:
    """Two layers of pairs of GRU units, of which those of layer 1 hold the hidden state."""

    def kept(self, of: Setting, state: Any) -> tuple[Conclusion, ...]:
        """Return how large units are and how far their differences are off, up to T tokens."""
        net, h, time, _ = state
        (p, q), (r, s) = map(pair, net[:2])
        eps, M, T, N = of["eps"], of["M"], of["T"], self.read(of)
        hidden = (
            *(part for unit in (p, q) for part in within(unit, unit * 0 + time * grows(eps * M))),
            *within(h, h * 0 + time * M**2),
            *within(p - q - h * (eps**2 / 2), h * 0 + time * off(T, eps * M)),
        )
        products = (
            *(part for unit in (r, s) for part in within(unit, unit * 0 + time * grows(eps * N))),
            *within(r - s, T * (eps * N) ** 2),
        )
        return tuple(Implies(of.early(time), All(sizes)) for sizes in (hidden, products))

    def read(self, of: Setting) -> Any:
        """Return N, which bounds what the output gate multiplies."""
        return of["a"] * (of["T"] * of["M"] ** 2 + self.far(of))

    def far(self, of: Setting) -> Any:
        """Return how far hidden states are off."""
        return KAPPA * of["T"] ** 4 * of["M"] ** 4 * of["eps"] ** 2

    def step(
        self,
        of: Setting,
        steps: Steps,
        known: Sequence[Conclusion],
        after: Sequence[Conclusion],
        in_time: AtMost,
    ) -> Read:
        """Add what the token does to layer 1, and this to layer 2."""
        eps, M, T = of["eps"], of["M"], of["T"]
        (net, h, time, _), (made, right, later, _) = of.machine.state, of.machine.after
        counted, held, products, *told = known
        (p, q), (r, s) = map(pair, net[:2])
        (p_after, q_after), (r_after, s_after) = map(pair, made[:2])
        m, t = of.gates
        given = (of.arrays["lam"], p, q, m, t, h, time, T, M)
        values = dict(zip(numbers("lam p q m t h tau T M"), given, strict=True))
        first = steps.lemma(
            remembered(eps), values, *of.decays, counted, held, *told, in_time, of.small[0]
        )
        k, far, H = read_of(eps, p_after, q_after), self.far(of), T * M**2
        given = (p_after - q_after, right, 2 / eps**2, later, T, M)
        values = dict(zip(numbers("x h c tau T M"), given, strict=True))
        near = steps.lemma(hidden_is_near(eps), values, in_time, counted, first)
        lemma, free = multiplied_at_states(of, H + far, (r, s), time)
        second = steps.of_arrays(
            lemma,
            tuple(zip(free, (p_after, q_after), strict=True)),
            *(*of.rows, near, products, in_time, counted, of.small[1]),
        )
        made, u = KAPPA * T**3 * self.read(of) ** 4 * eps**2, read_of(eps, r_after, s_after)
        off_product = within(u - (of.arrays["W_out_m"] @ k) * (of.arrays["W_out_x"] @ k), made)
        for said, found in zip(after, (first, second), strict=True):
            steps.arithmetic(said, found)
        read = (
            steps.arithmetic(All(within(k - right, far)), near),
            steps.arithmetic(All(off_product), second),
        )
        return Read(k, u, far, H, made, (near, *read))


def read_of(eps: Any, p: Any, q: Any) -> Any:
    """Return what is read of pairs: the hidden state, or a product."""
    return (p - q) * (2 / eps**2)


def multiplied_at_states(of: Setting, size: Any, units: Any, time: Any) -> tuple[Lemma, Any]:
    """Return what layer 2 makes, for all units of layer 1 that hold hidden states up to a size."""
    eps, a, T = of["eps"], of["a"], of["T"]
    W_m, W_x = (of.arrays[name] for name in ("W_out_m", "W_out_x"))
    free = tuple(symbol_array(name, *W_m.axes[1:]) for name in ("k.plus", "k.minus"))
    k, N, (r, s) = read_of(eps, *free), a * size, units
    in_time, d = (AtMost(0, time), AtMost(time + 1, T)), eps * N
    rows, small = of.rows[:2], (*within(k, size), of.small[1])
    sizes = *within(r, r * 0 + time * grows(d)), *within(s, s * 0 + time * grows(d))
    given = (*rows, *small, *in_time, *sizes, *within(r - s, T * d**2))
    steps = Steps()
    read = [
        steps.weighted(W, k, a, size, row, *small) for W, row in zip((W_m, W_x), rows, strict=True)
    ]
    values = dict(
        zip(numbers("p q m t tau T N"), (r, s, W_m @ k, W_x @ k, time, T, N), strict=True)
    )
    found = steps.lemma(multiplied(eps), values, *read, *given)
    said = Implies(All(given), found)
    return Lemma(said, steps.conclude(said)), free
