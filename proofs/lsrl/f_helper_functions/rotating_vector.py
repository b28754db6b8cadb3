r"""The rotating vector of F.7 at every size and every token.

What is said of the counter, its indicators and dot products is said of the text of which the helper
is written, read in numbers, with the cosines of symbols for its exact ones, and decided by the
kernel of Rocq (`turned_vector.v`): the vector is that of an angle by the addition theorems, whole
turns change nothing, and differences of cosines are products of sines.

The checks beside it write $h = e^{i\pi/2n}$ and $w = e^{i\pi k/n}$. In these unit numbers sines
and cosines are Laurent polynomials, and the addition theorems are identities of them. Signs rest on
one fact: $\sin \pi x > 0$ for $0 < x < 1$.
"""

from collections.abc import Callable, Sequence
from typing import Any

import sympy as sp

from constructions.lsrl.helpers.counters import places_in_turn
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
    prove_for_all,
    prove_identity,
    reals,
    sin,
    symbolic,
)

Cosines = Callable[[Any], Any]
"""From j to cos(j pi/n)."""

Entry = Callable[[Any, Any], Any]
"""From k and t to the entry k of a vector after t tokens."""

h, w = sp.symbols("h w")
k, n = reals("k n")

SINE = "sin(pi x) > 0 for 0 < x < 1"
UNITS = "cos a = (e^{ia} + e^{-ia})/2 and sin a = (e^{ia} - e^{-ia})/2i"


class InNumbers:
    """Numbers of a world, for any n, in which the counter is written: the `Writing` of proofs.

    A vector is its entries, as a function of the place and of the number t of tokens read, and a
    sum of its entries one of t.
    """

    def __init__(self, w: World) -> None:
        self._w = w

    def cosine(self, k: Any, order: Any) -> Any:
        """Return the cosine of k of the `order` parts of a turn."""
        return cos(2 * k * sp.pi / order)

    def sine(self, k: Any, order: Any) -> Any:
        """Return the sine of k of the `order` parts of a turn."""
        return sin(2 * k * sp.pi / order)

    def turned(self, rows: Sequence[Sequence[Any]], first: Sequence[Any]) -> Entry:
        """Return the vector of 2 entries that each token multiplies by a matrix."""

        def after(u: Any, v: Any, t: Any) -> tuple[Any, ...]:
            return tuple(a * u[t] + b * v[t] for a, b in rows)

        vectors = self._w.recurrence("u v", tuple(first), after)
        return lambda k, t: vectors[k][t]

    def places(self, vector: Entry, number: Any, row: Callable[[Any], Sequence[Any]]) -> Entry:
        """Return the products with `row(k)`, for k = 0, ..., number - 1."""
        return lambda k, t: sum(a * vector(i, t) for i, a in enumerate(row(k)))

    def each(self, vector: Entry, function: Callable[[Any], Any]) -> Entry:
        """Return a function of each entry."""
        return lambda k, t: function(symbolic(vector(k, t)))

    def weighted(self, vector: Entry, number: Any, weight: Callable[[Any], Any]) -> Any:
        """Return the sum of the entries k = 0, ..., number - 1, times `weight(k)`."""

        def entry(k: Any, t: Any) -> Any:
            return weight(k) * vector(k, t)

        return lambda t: self._w.sum(lambda k: entry(k, t), "k", 0, number - 1)

    def cosines(self, n: Any) -> Cosines:
        """Return the function of j that is cos(j pi/n)."""
        return lambda j: self.cosine(j, 2 * n)


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
    numbers = InNumbers(w)
    product, most = places_in_turn(numbers, n), runner_up(numbers.cosines(n))

    def said(r: Any, t: Any) -> Conclusion:
        def others(k: Any) -> Conclusion:
            return Implies(Unequal(k, r), AtMost(product(k, t), most))

        return All(
            (
                Equal(product(r, t), 1),
                w.for_all("k", lambda k: Implies(AtMost(k, n - 1), others(k))),
                Implies(AtMost(1, r), Equal(product(r - 1, t), most)),
                Implies(Equal(r, 0), Equal(product(1, t), most)),
            )
        )

    return at_every_token(w, n, said)


def says_separated(threshold: Callable[[Cosines], Any], w: World) -> Conclusion:
    """At every token just the product with its count exceeds the threshold, for every n >= 1."""
    n = w.size("n")
    numbers = InNumbers(w)
    product, least = places_in_turn(numbers, n), threshold(numbers.cosines(n))

    def said(r: Any, t: Any) -> Conclusion:
        def others(k: Any) -> Conclusion:
            return Implies(Unequal(k, r), AtMost(product(k, t), least))

        below = w.for_all("k", lambda k: Implies(AtMost(k, n - 1), others(k)))
        return All((Less(least, product(r, t)), below))

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
