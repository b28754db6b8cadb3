r"""One pair of LSTM units at one token, as lemmas about numbers.

Cells $a, b$ and outputs $g, h$ of the two units make, of gates $\pm u$ and candidates $w \pm q$,

$$a' = \tfrac12 a + \sigma(u) \tanh(w + q),\quad b' = \tfrac12 b + \sigma(-u) \tanh(w - q),\quad
g' = \tfrac12 \tanh a',\; h' = \tfrac12 \tanh b',$$

with $q = (2\lambda - 1)(g - h)$. Let $|u|, |w| \le d$ and $A = T d^2$ with $5 T d \le 1$. While
$C = a - b$ is at most A, and cells at most 2d, $2(g - h)$ is C up to $4 A d^2$, as tanh has slopes
from $1 - 4 d^2$ to 1; so $a' - b'$ is $\lambda C + uw/2$ up to $12 A d^2$. A hidden state
$\epsilon^2 h/2$ that is added up in C is off by that much at each token.
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
from theorem_checks import All, AtMost, Conclusion, Implies

__all__ = ["hidden_pair", "named", "product_pair"]


def named(names: str, *values: Any) -> dict[Any, Any]:
    """Return values for the numbers of a lemma, by the names of these."""
    return dict(zip(numbers(names), values, strict=True))


def _lemma(steps: Steps, known: tuple[Conclusion, ...], body: Conclusion) -> Lemma:
    said = Implies(All(known), body)
    return Lemma(said, steps.conclude(said))


def _small(d: Any, A: Any) -> tuple[Conclusion, ...]:
    """What is known of the numbers d and A = T d^2 where 5 T d is at most 1."""
    return AtMost(0, d), AtMost(5 * A, d), AtMost(d**2, A)


def _tiny(steps: Steps, d: Any, A: Any) -> tuple[Conclusion, ...]:
    """Add how small d is, and how much less powers of it are."""
    few = AtMost(5 * d, 1), AtMost(25 * d**2, 1), AtMost(25 * d**3, d)
    more = AtMost(25 * A * d**2, A), AtMost(d**4, A * d**2)
    return tuple(steps.arithmetic(said, *_small(d, A)) for said in (*few, *more))


@cache
def _back() -> Lemma:
    """|q| <= 7/4 A, what candidates are of is at most 3/2 d, and q is mu C/2 up to 6 A d^2."""
    lam, w, C, Q, d, A = numbers("lam w C Q d A")
    mu, off, most = 2 * lam - 1, 4 * A * d**2, A * sp.Rational(29, 25)
    known = *_small(d, A), *within(lam, 1), *within(w, d), *within(C, A), *within(2 * Q - C, off)
    steps = Steps()
    tiny = _tiny(steps, d, A)
    steps.arithmetic(All(within(2 * Q, most)), *known, *tiny)
    steps.arithmetic(All(within(mu, 3)), *within(lam, 1))
    read = steps.use(*product_of(mu, 2 * Q, 3, most))
    lost = steps.use(*product_of(mu, 2 * Q - C, 3, off))
    q = mu * Q
    sizes = *within(q, A * sp.Rational(7, 4)), *within(w + q, 3 * d / 2), *within(w - q, 3 * d / 2)
    body = All((*sizes, *within(q - mu * C / 2, 6 * A * d**2)))
    steps.arithmetic(body, read, lost, *known)
    return _lemma(steps, known, body)


@cache
def _added() -> Lemma:
    """What gates s, S let through of candidates x, y: d at most, and together u w/2 + q."""
    u, w, q, s, S, x, y, d, A = numbers("u w q s S x y d A")
    p, r, B = w + q, w - q, 3 * d / 2
    e, f, rest = s - sp.Rational(1, 2) - u / 4, S - sp.Rational(1, 2) + u / 4, x - p + y - r
    gates = *within(u, d), *within(e, d**3 / 48), *within(f, d**3 / 48)
    each = *within(x, B), *within(y, B), *within(x - p, B**3), *within(y - r, B**3)
    candidates = *each, *within(x - y - (p - r), B**2 * A * sp.Rational(7, 2))
    known = *_small(d, A), *gates, *candidates
    steps, most = Steps(), sp.Rational(2, 3)
    tiny = _tiny(steps, d, A)
    steps.arithmetic(All((*within(s, most), *within(S, most))), *gates, *tiny)
    steps.arithmetic(All(within(rest, 2 * B**3)), *candidates)
    products = (
        *((s, x, most, B), (S, y, most, B), (u, rest, d, 2 * B**3)),
        *((e, x, d**3 / 48, B), (f, y, d**3 / 48, B)),
    )
    found = [steps.use(*product_of(*product)) for product in products]
    together = within(s * x - S * y - u * w / 2 - q, 6 * A * d**2)
    body = All((*within(s * x, d), *within(S * y, d), *together))
    steps.arithmetic(body, *found, *tiny, *candidates)
    return _lemma(steps, known, body)


def _logistic(z: Any) -> Any:
    """Return the sigmoid of a number, as networks compute it of arrays."""
    return 1 / (1 + sp.exp(-z))


def _pair(lam: Any, u: Any, w: Any, a: Any, b: Any, Q: Any) -> tuple[Any, Any]:
    """Return both cells of a pair after a token."""
    q = (2 * lam - 1) * Q
    return a / 2 + _logistic(u) * hyperbolic(w + q), b / 2 + _logistic(-u) * hyperbolic(w - q)


def _kept(a: Any, b: Any, Q: Any, d: Any, A: Any) -> tuple[Conclusion, ...]:
    """What cells and the difference of the outputs of a pair keep."""
    return *within(a, 2 * d), *within(b, 2 * d), *within(2 * Q - (a - b), 4 * A * d**2)


@cache
def _cells() -> Lemma:
    """Cells are at most 2d after a token, and their difference is lam C + u w/2."""
    lam, u, w, a, b, Q, d, A = numbers("lam u w a b Q d A")
    C, q, B = a - b, (2 * lam - 1) * Q, 3 * d / 2
    p, r = w + q, w - q
    inputs = *within(lam, 1), *within(u, d), *within(w, d)
    known = *_small(d, A), *inputs, *_kept(a, b, Q, d, A), *within(C, A)
    steps = Steps()
    back = steps.lemma(_back(), named("lam w C Q d A", lam, w, C, Q, d, A), *known)
    gates = [steps.lemma(sigmoid_near_half(), named("u U", z, d), *inputs) for z in (u, -u)]
    near = [steps.lemma(tanh_near(), named("z B", z, B), back) for z in (p, r)]
    apart = named("a b A B", r, p, A * sp.Rational(7, 2), B)
    near.append(steps.lemma(tanh_apart(), apart, back))
    made = _logistic(u), _logistic(-u), hyperbolic(p), hyperbolic(r)
    values = named("u w q s S x y d A", u, w, q, *made, d, A)
    moved = steps.lemma(_added(), values, *known, *gates, *near)
    more, less = _pair(lam, u, w, a, b, Q)
    off = within(more - less - lam * C - u * w / 2, 12 * A * d**2)
    body = All((*within(more, 2 * d), *within(less, 2 * d), *off))
    steps.arithmetic(body, moved, back, *known)
    return _lemma(steps, known, body)


@cache
def _outputs() -> Lemma:
    """Twice the difference of outputs is that of the cells up to 4 A d^2."""
    a, b, d, A = numbers("a b d A")
    known = *within(a, 2 * d), *within(b, 2 * d), *within(a - b, A)
    steps = Steps()
    apart = steps.lemma(tanh_apart(), named("a b A B", b, a, A, 2 * d), *known)
    body = All(within(2 * _read(a, b) - (a - b), 4 * A * d**2))
    steps.arithmetic(body, apart)
    return _lemma(steps, known, body)


def _read(a: Any, b: Any) -> Any:
    """Return the difference of the outputs of two cells."""
    return hyperbolic(a) / 2 - hyperbolic(b) / 2


@cache
def _decoded(eps: Any) -> Lemma:
    """|k - h| <= 32 S K/eps^2 where the difference Q of outputs is read as k = 4 Q/eps^2."""
    Q, C, h, S, K = numbers("Q C h S K")
    known = AtMost(1, S), AtMost(0, K), *within(2 * Q - C, 4 * K)
    known = *known, *within(C - eps**2 * h / 2, 12 * S * K)
    steps = Steps()
    size = steps.arithmetic(AtMost(K, S * K), *known[:2])
    near = steps.arithmetic(All(within(4 * Q - eps**2 * h, 32 * S * K)), size, *known)
    body = All(within(4 / eps**2 * Q - h, 32 * S * K / eps**2))
    steps.arithmetic(body, near)
    return _lemma(steps, known, body)


@cache
def _small_at(eps: Any) -> Lemma:
    """What is known of d = eps M and A = T d^2."""
    T, M = numbers("T M")
    d = eps * M
    known = AtMost(0, M), AtMost(1, T), AtMost(5 * T * d, 1)
    return Lemma.by_arithmetic(known, _small(d, T * d**2))


@cache
def product_pair(eps: Any) -> Lemma:
    """What a pair keeps that makes a product m t of numbers up to M, and how far it is off.

    Its factor lambda is 0; what is read of it is m t up to 32 T M^4 eps^2.
    """
    m, t, a, b, Q, T, M = numbers("m t a b Q T M")
    u, w, d, A = eps * m, eps * t, eps * M, T * (eps * M) ** 2
    scale = AtMost(0, M), AtMost(1, T), AtMost(5 * T * d, 1)
    known = *scale, *within(m, M), *within(t, M), *_kept(a, b, Q, d, A), *within(a - b, A)
    steps = Steps()
    small = steps.lemma(_small_at(eps), named("T M", T, M), *scale)
    tiny = _tiny(steps, d, A)
    inputs = steps.arithmetic(All((*within(u, d), *within(w, d))), *known[3:7])
    zero = sp.Integer(0)
    values = named("lam u w a b Q d A", zero, u, w, a, b, Q, d, A)
    moved = steps.lemma(_cells(), values, small, inputs, *known)
    more, less = _pair(zero, u, w, a, b, Q)
    made = steps.use(*product_of(u, w, d, d))
    held = steps.arithmetic(All(within(more - less, A)), moved, made, *tiny, small)
    values = named("a b d A", more, less, d, A)
    apart = steps.lemma(_outputs(), values, moved, held)
    new = _read(more, less)
    values = named("Q C h S K", new, more - less, m * t, sp.Integer(1), A * d**2)
    off = steps.lemma(_decoded(eps), values, apart, moved, small)
    error = within(4 / eps**2 * new - m * t, 32 * T * M**4 * eps**2)
    body = All((*_kept(more, less, new, d, A), *within(more - less, A), *error))
    steps.arithmetic(body, moved, held, apart, off)
    return _lemma(steps, known, body)


@cache
def _follows() -> Lemma:
    """How far D is from e (lam h + g)/2 after a token, and how large the hidden state is."""
    lam, h, C, D, g, e, tau, m, F = numbers("lam h C D g e tau m F")
    states = AtMost(0, tau), *within(h, tau * m), *within(C - e * h / 2, tau * F)
    known = *states, *within(lam, 1), *within(g, m), *within(D - lam * C - e * g / 2, F)
    steps = Steps()
    moved = steps.use(*product_of(lam, C - e * h / 2, 1, tau * F))
    right = steps.use(*product_of(lam, h, 1, tau * m))
    new = lam * h + g
    body = All((*within(D - e * new / 2, (tau + 1) * F), *within(new, (tau + 1) * m)))
    steps.arithmetic(body, moved, right, *known)
    return _lemma(steps, known, body)


@cache
def _early(eps: Any) -> Lemma:
    """While tau is at most T, |C| <= A, and C is off by 12 T A d^2."""
    C, h, tau, T, M = numbers("C h tau T M")
    d, A, off = eps * M, T * (eps * M) ** 2, C - eps**2 * h / 2
    time = AtMost(0, tau), AtMost(tau, T)
    known = *time, *within(h, tau * M**2), *within(off, tau * 12 * A * d**2), *_small(d, A)
    steps = Steps()
    tiny = _tiny(steps, d, A)
    less = steps.arithmetic(AtMost(tau * d**2, A), time[1])
    rest = steps.arithmetic(AtMost(25 * tau * A * d**2, tau * d**2), time[0], *tiny, *known[-3:])
    most = steps.arithmetic(AtMost(tau * A * d**2, T * A * d**2), *time)
    body = All((*within(C, A), *within(off, 12 * T * A * d**2), *within(h, T * M**2)))
    steps.arithmetic(body, less, rest, most, *known)
    return _lemma(steps, known, body)


@cache
def hidden_pair(eps: Any) -> Lemma:
    """What a pair keeps that holds a hidden state h, and how far it is off, up to the T-th token.

    What is read of it is lam h + m t up to 32 T^2 M^4 eps^2.
    """
    lam, m, t, a, b, Q, h, tau, T, M = numbers("lam m t a b Q h tau T M")
    u, w, C, d, A = eps * m, eps * t, a - b, eps * M, T * (eps * M) ** 2
    scale = AtMost(0, M), AtMost(1, T), AtMost(5 * T * d, 1)
    time = AtMost(0, tau), AtMost(tau + 1, T)
    inputs = *within(lam, 1), *within(m, M), *within(t, M)
    states = *within(h, tau * M**2), *within(C - eps**2 * h / 2, tau * 12 * A * d**2)
    known = *scale, *time, *inputs, *states, *_kept(a, b, Q, d, A)
    steps = Steps()
    small = steps.lemma(_small_at(eps), named("T M", T, M), *scale)
    size = steps.use(*product_of(m, t, M, M))
    gates = steps.arithmetic(All((*within(u, d), *within(w, d))), *inputs)
    now = named("C h tau T M", C, h, tau, T, M)
    before = steps.lemma(_early(eps), now, small, *time, *states)
    values = named("lam u w a b Q d A", lam, u, w, a, b, Q, d, A)
    moved = steps.lemma(_cells(), values, small, gates, before, *known)
    more, less = _pair(lam, u, w, a, b, Q)
    values = (lam, h, C, more - less, m * t, eps**2, tau, M**2, 12 * A * d**2)
    given = *time, *inputs, *states
    near = steps.lemma(_follows(), named("lam h C D g e tau m F", *values), moved, size, *given)
    right = lam * h + m * t
    then = named("C h tau T M", more - less, right, tau + 1, T, M)
    held = steps.lemma(_early(eps), then, small, near, *time)
    apart = steps.lemma(_outputs(), named("a b d A", more, less, d, A), moved, held)
    new = _read(more, less)
    values = named("Q C h S K", new, more - less, right, T, A * d**2)
    off = steps.lemma(_decoded(eps), values, apart, held, small, *scale)
    error = within(4 / eps**2 * new - right, 32 * T**2 * M**4 * eps**2)
    later = *_kept(more, less, new, d, A), *within(right, (tau + 1) * M**2)
    later = *later, *within(more - less - eps**2 * right / 2, (tau + 1) * 12 * A * d**2)
    body = All((*later, *within(right, T * M**2), *error))
    steps.arithmetic(body, moved, near, held, apart, off)
    return _lemma(steps, known, body)
