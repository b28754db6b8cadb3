r"""The rotating vector of F.7 at every size and every token.

What is said of the dot products is said of the formulas of which the helper is written, with the
cosines of symbols for its exact numbers, and decided by the kernel of Rocq (`rotating_vector.v`):
the vector is that of an angle by the addition theorems, whole turns change nothing, and differences
of cosines are products of sines.

The checks beside it write $h = e^{i\pi/2n}$, $W = e^{2\pi i t/n}$ and $K = e^{2\pi i k/n}$. In
these unit numbers sines and cosines are Laurent polynomials, and the addition theorems are
identities of them. Signs rest on one fact: $\sin \pi x > 0$ for $0 < x < 1$.
"""

from collections.abc import Callable
from typing import Any

import sympy as sp

from constructions.lsrl.helpers import f_step
from constructions.lsrl.helpers.counters import row_of_place, start_of_turn, turn_by
from theorem_checks import (
    All,
    AtMost,
    Conclusion,
    Equal,
    Evidence,
    Implies,
    Less,
    Unequal,
    World,
    all_of,
    cos,
    iff,
    implies,
    prove_for_all,
    prove_identity,
    prove_recurrence,
    reals,
    sin,
)

Cosines = Callable[[Any], Any]
"""From j to cos(j pi/n)."""

h, w, W, K = sp.symbols("h w W K")
k, n, x, dot, mu = reals("k n x dot mu")

SINE = "sin(pi x) > 0 for 0 < x < 1"
UNITS = "cos a = (e^{ia} + e^{-ia})/2 and sin a = (e^{ia} - e^{-ia})/2i"


class Turned:
    """The vector of the helper in a world, for any n, and its products with the places.

    `product(k, t)`, with the k-th place, where t tokens were read; `cosine(j)` is cos(j pi/n).
    """

    def __init__(self, w: World, n: Any, rotation: Callable[..., Any] = turn_by) -> None:
        self.n = n
        c, s = self.cosine(2), self._sine(2)
        (a, b), (d, e) = rotation(c, s)

        def after(u: Any, v: Any, t: Any) -> tuple[Any, Any]:
            return a * u[t] + b * v[t], d * u[t] + e * v[t]

        self._u, self._v = w.recurrence("u v", tuple(start_of_turn(c, s)), after)

    def cosine(self, j: Any) -> Any:
        """Return cos(j pi/n)."""
        return cos(j * sp.pi / self.n)

    def _sine(self, j: Any) -> Any:
        return sin(j * sp.pi / self.n)

    def product(self, k: Any, t: Any) -> Any:
        """Return the product with the k-th place, after t tokens."""
        a, b = row_of_place(self.cosine(2 * k), self._sine(2 * k))
        return a * self._u[t] + b * self._v[t]


def at_every_token(w: World, n: Any, said: Callable[[Any, Any], Conclusion]) -> Conclusion:
    """Say `said(r, t)` at every token, where r is its count, from 0, and t tokens were read.

    The token is the one of number q n + r, for all q and all r < n; it is read when it counts.
    """

    def at(q: Any, r: Any) -> Conclusion:
        return Implies(AtMost(r, n - 1), said(r, q * n + r + 1))

    return w.for_all("q", lambda q: w.for_all("r", lambda r: at(q, r)))


def says_runner_up(runner_up: Callable[[Cosines], Any], w: World) -> Conclusion:
    """At every token the product with its count is 1, and that with a place beside it the next.

    No place but the count has a larger one. For every n >= 2.
    """
    n = w.size("n", least=2)
    vector = Turned(w, n)
    most = runner_up(vector.cosine)

    def said(r: Any, t: Any) -> Conclusion:
        def others(k: Any) -> Conclusion:
            return Implies(Unequal(k, r), AtMost(vector.product(k, t), most))

        return All(
            (
                Equal(vector.product(r, t), 1),
                w.for_all("k", lambda k: Implies(AtMost(k, n - 1), others(k))),
                Implies(AtMost(1, r), Equal(vector.product(r - 1, t), most)),
                Implies(Equal(r, 0), Equal(vector.product(1, t), most)),
            )
        )

    return at_every_token(w, n, said)


def says_separated(threshold: Callable[[Cosines], Any], w: World) -> Conclusion:
    """At every token just the product with its count exceeds the threshold, for every n >= 1."""
    n = w.size("n")
    vector = Turned(w, n)
    least = threshold(vector.cosine)

    def said(r: Any, t: Any) -> Conclusion:
        def others(k: Any) -> Conclusion:
            return Implies(Unequal(k, r), AtMost(vector.product(k, t), least))

        below = w.for_all("k", lambda k: Implies(AtMost(k, n - 1), others(k)))
        return All((Less(least, vector.product(r, t)), below))

    return at_every_token(w, n, said)


def cos_of(unit):
    """Return the cosine of the angle of a unit number."""
    return (unit + 1 / unit) / 2


def sin_of(unit):
    """Return the sine of the angle of a unit number."""
    return (unit - 1 / unit) / (2 * sp.I)


def cosine(j):
    """Return cos(j pi/n)."""
    return cos_of(h ** (2 * j))


def position_at_every_token(rotation) -> Evidence:
    """Decide that the k-th dot product at token t is cos(2 pi (k - t)/n), for all n, k and t.

    **Arguments**: `rotation(c, s)`, the rows of the matrix for the cosine and sine of 2 pi/n. The
    state starts one turn before (1, 0), at (c, -s).
    """
    turn = h**4
    rows = rotation(cos_of(turn), sin_of(turn))

    def turned(state):
        return [sum(a * b for a, b in zip(row, state, strict=True)) for row in rows]

    first = turned([cos_of(turn), -sin_of(turn)])
    t = sp.Symbol("t", integer=True, nonnegative=True)
    closed = (cos_of(turn**t), sin_of(turn**t))
    vector = prove_recurrence(closed, lambda state, _: tuple(turned(state)), (0, tuple(first)), t)
    product = prove_identity(cos_of(K) * cos_of(W) + sin_of(K) * sin_of(W), cos_of(K / W))
    return all_of(
        {"the vector": vector, "its product with row k": product},
        "all n, k and t",
        words=(UNITS,),
    )


def separated_at_every_size(threshold) -> Evidence:
    r"""Decide $\cos(2\pi k/n) > \theta \iff k = 0$ for $0 \le k < n$ and all n >= 1.

    By $\cos(2\pi k/n) - \theta = -2 \sin(\pi(2k+1)/2n) \sin(\pi(2k-1)/2n)$: at k = 0 it is
    positive, and for 1 <= k < n both angles lie in $(0, \pi)$.

    **Arguments**: `threshold(cos)`, where `cos(j)` is $\cos(j\pi/n)$.
    """
    gap = cos_of(w**2) - threshold(cosine)
    inside = (2 * k - 1 > 0) & (2 * k + 1 < 2 * n)
    return all_of(
        {
            "product": prove_identity(-2 * sin_of(w * h) * sin_of(w / h), gap),
            "k = 0": prove_for_all((1 / (2 * n) > 0) & (1 / (2 * n) < 1), assume=n >= 1),
            "1 <= k < n": prove_for_all(inside, assume=[k >= 1, k <= n - 1]),
        },
        "every n >= 1 and 0 <= k < n",
        words=(UNITS, SINE),
    )


def runner_up_at_every_size(runner_up) -> Evidence:
    r"""Decide $\cos(2\pi k/n) \le \rho$ for $1 \le k < n$, with equality at k = 1, for all n >= 2.

    By $\rho - \cos(2\pi k/n) = 2 \sin(\pi(k+1)/n) \sin(\pi(k-1)/n)$, with angles in $[0, \pi]$.

    **Arguments**: `runner_up(cos)`, where `cos(j)` is $\cos(j\pi/n)$.
    """
    gap = runner_up(cosine) - cos_of(w**2)
    inside = (k - 1 >= 0) & (k + 1 <= n)
    return all_of(
        {
            "product": prove_identity(2 * sin_of(w * h**2) * sin_of(w / h**2), gap),
            "angles": prove_for_all(inside, assume=[k >= 1, k <= n - 1]),
            "k = 1": prove_identity(cosine(2), runner_up(cosine)),
        },
        "every n >= 2 and 1 <= k < n",
        words=(UNITS, SINE),
    )


def indicator_at_every_gain(enough) -> Evidence:
    """Decide that f_step turns the dot products into indicators just if the gain is enough.

    For all mu > 0 and all values x of cos(pi/n), n >= 2. Dot products at or below x give 0.

    **Arguments**: `enough(mu, cos)`, where `cos(j)` is cos(j pi/n).
    """
    powers = {1: x, 2: 2 * x * x - 1}
    at_count = f_step(1 - x, mu)
    return all_of(
        {
            "count": prove_for_all(
                iff(at_count == 1, enough(mu, powers.__getitem__)),
                assume=[mu > 0, x >= 0, x < 1],
            ),
            "others": prove_for_all(implies(dot <= x, f_step(dot - x, mu) == 0), assume=mu > 0),
        },
        "all mu > 0 and n >= 2",
    )
