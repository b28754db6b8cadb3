r"""What one pair of GRU units makes of a token: what it has, times lambda, and a product.

Where $|u|, |w| \le d$ are what the token gives to the update gates and to the candidates, a pair of
units of sizes up to $\frac32 \tau d$, whose difference P is at most $T d^2$, has afterwards the
difference $\lambda P + \frac12 u w$, up to $8 T^3 d^4$, for $\tau < T$ and $16 T^3 d^2 \le 1$. For
the candidates are $c_\pm$ with $c_+ - c_- = (2\lambda - 1) P$, and tanh has slopes near 1.
"""

from functools import cache
from typing import Any

import sympy as sp

from proofs.bounds import (
    Lemma,
    Steps,
    numbers,
    product_of,
    sigmoid_near_half,
    within,
)
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.error_of_tanh import (
    hyperbolic,
    tanh_apart,
    tanh_near,
)
from theorem_checks import All, AtMost, Conclusion, Equal, Implies, prove

__all__ = ["KAPPA", "grows", "off", "pair_off", "units_after"]

KAPPA = 16
"""The error of a product over T^3 N^4 eps^2, where a difference is eps^2/2 times a product."""


def off(T: Any, d: Any) -> Any:
    """Return how far the difference of a pair is off after a token."""
    return KAPPA * T**3 * d**4 / 2


def grows(d: Any) -> Any:
    """Return how much units grow at a token."""
    return sp.Rational(3, 2) * d


def sigma(z: Any) -> Any:
    """Return the sigmoid of a number, as networks compute it of arrays."""
    return 1 / (1 + sp.exp(-z))


def units_after(lam: Any, p: Any, q: Any, u: Any, w: Any) -> tuple[Any, Any]:
    """Return both units after a token."""
    made = []
    for unit, gate, of in zip((p, q), (u, -u), arguments(lam, p, q, w), strict=True):
        made.append(unit - sigma(gate) * unit + sigma(gate) * hyperbolic(of))
    return made[0], made[1]


@cache
def mixed() -> Lemma:
    """A mean of two numbers up to C is one, whatever the weights."""
    s, x, y, C = numbers("s x y C")
    between = AtMost(0, s), AtMost(s, 1)
    return Lemma.by_arithmetic(
        (*between, *within(x, C), *within(y, C)), within(x - s * x + s * y, C)
    )


@cache
def small_enough() -> Lemma:
    """T d <= 1/4 and d <= 1/4 where T >= 1 and 16 T^3 d^2 <= 1."""
    T, d = numbers("T d")
    square = AtMost((4 * T * d) ** 2, 1)
    sizes = AtMost(1, T), AtMost(0, d)
    given = (*sizes, AtMost(KAPPA * T**3 * d**2, 1))
    steps = Steps()
    steps.arithmetic(square, *given)
    body = All((AtMost(4 * T * d, 1), AtMost(4 * d, 1)))
    steps.arithmetic(body, square, *sizes)
    said = Implies(All(given), body)
    return Lemma(said, steps.conclude(said))


def gates(steps: Steps, u: Any, d: Any, *of: Conclusion) -> Conclusion:
    """Add that the gates of a pair are between 0 and 1, add up to 1, and how far from 1/2."""
    one, other = sigma(u), sigma(-u)
    together = Equal(one + other, sp.Integer(1))
    both = steps.use(together, prove(together))
    values = dict(zip(numbers("u U"), (u, d), strict=True))
    near = steps.lemma(sigmoid_near_half(), values, *of)
    between = tuple(part for gate in (one, other) for part in (AtMost(0, gate), AtMost(gate, 1)))
    return All((both, near, steps.arithmetic(All(between), both)))


def candidates(steps: Steps, sizes: Conclusion, *of: Conclusion) -> tuple[Conclusion, Conclusion]:
    """Add how large both candidates are, and how near to the arguments of tanh.

    **Returns** that both are of size 3/2 (tau + 1) d at most; and how far tanh is from its
    arguments, and how far the difference of both from that of the arguments.
    """
    lam, p, q, w, tau, T, d = numbers("lam p q w tau T d")
    P, B, C = p - q, grows(T * d), grows((tau + 1) * d)
    c_p, c_m = arguments(lam, p, q, w)
    steps.arithmetic(All((*within(lam - 1, 2), *within(2 * lam - 1, 3))), *of)
    moved = steps.use(*product_of(lam - 1, P, 2, T * d**2))
    apart = steps.use(*product_of(2 * lam - 1, P, 3, T * d**2))
    half = steps.arithmetic(All(within((lam - 1) * P, d / 2)), moved, sizes)
    near = steps.arithmetic(All((*within(c_p, C), *within(c_m, C))), half, *of)
    far = steps.arithmetic(All((*within(c_p, B), *within(c_m, B))), near, *of)
    values = dict(zip(numbers("a b A B"), (c_m, c_p, 3 * T * d**2, B), strict=True))
    slopes = steps.lemma(tanh_apart(), values, far, apart)
    kept, rest = [], [slopes]
    for c in (c_p, c_m):
        kept.append(steps.lemma(tanh_near(), dict(zip(numbers("z B"), (c, C), strict=True)), near))
        rest.append(steps.lemma(tanh_near(), dict(zip(numbers("z B"), (c, B), strict=True)), far))
    return All(tuple(kept)), All(tuple(rest))


def arguments(lam: Any, p: Any, q: Any, w: Any) -> tuple[Any, Any]:
    """Return that of which both candidates are tanh."""
    return w + p + (lam - 1) * (p - q), w + q - (lam - 1) * (p - q)


@cache
def difference() -> Lemma:
    """Return how far the difference of two units is off, by how far its parts are."""
    lam, p, q, u, w, T, d, s, y, t_p, t_m = numbers("lam p q u w T d s y t_p t_m")
    P, B = p - q, grows(T * d)
    c_p, c_m = arguments(lam, p, q, w)
    near, rests = s - sp.Rational(1, 2) - u / 4, (t_p - c_p, t_m - c_m)
    apart = within(rests[0] - rests[1], B**2 * 3 * T * d**2)
    sizes = AtMost(0, d), AtMost(1, T), AtMost(4 * d, 1)
    given = (
        Equal(s + y, sp.Integer(1)),
        *within(near, d**3 / 48),
        *sizes,
        *within(u, d),
        *within(w, d),
        *within(rests[0], B**3),
        *within(rests[1], B**3),
        *apart,
    )
    steps = Steps()
    gate = s - sp.Rational(1, 2)
    steps.arithmetic(All(within(gate, d / 2)), *within(near, d**3 / 48), *sizes, *within(u, d))
    steps.arithmetic(All(within(sum(rests), 2 * B**3)), *given[-6:-2])
    one = steps.use(*product_of(near, w, d**3 / 48, d))
    other = steps.use(*product_of(gate, sum(rests), d / 2, 2 * B**3))
    powers = steps.arithmetic(AtMost(d**4, T**3 * d**4), *sizes)
    made = p - s * p + s * t_p - (q - y * q + y * t_m)
    wanted = All(within(made - lam * P - u * w / 2, off(T, d)))
    steps.arithmetic(wanted, given[0], one, other, powers, *apart)
    said = Implies(All(given), wanted)
    return Lemma(said, steps.conclude(said))


@cache
def pair_off() -> Lemma:
    """Return how large both units are after a token, and how far their difference is off."""
    lam, p, q, u, w, tau, T, d = numbers("lam p q u w tau T d")
    C = grows((tau + 1) * d)
    in_time = AtMost(0, tau), AtMost(tau + 1, T)
    small = AtMost(KAPPA * T**3 * d**2, 1)
    told = *within(u, d), *within(w, d)
    before = *within(p, grows(tau * d)), *within(q, grows(tau * d)), *within(p - q, T * d**2)
    given = *within(lam, 1), *in_time, small, *told, *before
    steps = Steps()
    positive = steps.arithmetic(All((AtMost(0, d), AtMost(1, T))), *told[:2], *in_time)
    values = dict(zip(numbers("T d"), (T, d), strict=True))
    sizes = steps.lemma(small_enough(), values, positive, small)
    gate = gates(steps, u, d, *told)
    kept, rests = candidates(steps, All((positive, sizes)), *given)
    t_p, t_m = map(hyperbolic, arguments(lam, p, q, w))
    units = units_after(lam, p, q, u, w)
    bounded = []
    for gated, unit, made in ((u, p, t_p), (-u, q, t_m)):
        values = dict(zip(numbers("s x y C"), (sigma(gated), unit, made, C), strict=True))
        bounded.append(steps.lemma(mixed(), values, gate, kept, positive, *before, *in_time))
    names = numbers("lam p q u w T d s y t_p t_m")
    of = (lam, p, q, u, w, T, d, sigma(u), sigma(-u), t_p, t_m)
    found = steps.lemma(
        difference(), dict(zip(names, of, strict=True)), gate, rests, positive, sizes, *told
    )
    near = within(units[0] - units[1] - lam * (p - q) - u * w / 2, off(T, d))
    body = All((*within(units[0], C), *within(units[1], C), *near))
    steps.arithmetic(body, *bounded, found)
    said = Implies(All(given), body)
    return Lemma(said, steps.conclude(said))
