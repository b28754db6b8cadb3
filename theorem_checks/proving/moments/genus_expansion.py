r"""Means of traces of powers of a Gaussian matrix, for symbolic exponents: the genus expansion.

For a matrix G of independent standard normals, of n rows and columns, and words :math:`w_i` in G
and its transpose with 2m letters in t traces, Wick's theorem makes the mean a sum over the ways to
pair the letters off, and each pairing counts :math:`n^V`, with V the number of loops of indices.
Its *defect* is :math:`d = m + t - V`. Take one letter X with its partner out, as
integration by parts does:

- :math:`\operatorname{tr}(X u X^\top v) \to \operatorname{tr}(u) \operatorname{tr}(v)`: m is one
  less, t one more, so that the defect is that of what is left;
- :math:`\operatorname{tr}(X u X v) \to \operatorname{tr}(u v^\top)`: one more than of what is left;
- :math:`\operatorname{tr}(X u) \operatorname{tr}(X v)` or with :math:`X^\top v`, two traces that
  become one: two more.

With no letters the mean is :math:`n^t`, of defect 0. So defects are never negative, and

.. math:: E \prod_i \operatorname{tr}(w_i) = n^{m+t} (N_0 + N_1/n + \dots),

where :math:`N_d \ge 0` counts pairings, and all together are (2m - 1)!!. Of defect 0 and 1 are only
those within each trace, where :math:`N_0` is multiplicative, and :math:`N_1` a sum over the trace
that has the defect. For one trace :math:`G^a (G^\top)^b` take the last G, beside :math:`G^\top`:

- its partner is that :math:`G^\top`: :math:`G^{a-1} (G^\top)^{b-1}` is left;
- another :math:`G^\top`: :math:`\operatorname{tr} (G^\top)^i \operatorname{tr} G^{a-1}
  (G^\top)^{b-1-i}` with :math:`i \ge 1`, whose :math:`N_0` is 0, and whose :math:`N_1` is that of
  :math:`(G^\top)^i`, 1 for an even i, if a = b - i;
- a G: :math:`G^p (G^\top)^q` with p + q = a + b - 2 and :math:`p \le a - 2`, with one defect more:
  :math:`N_0 = 1` if p = q, which is so for an even a - b of 2 at least.

So :math:`N_0(a, b) = [a = b]`, as it is 1 for a = b = 0 and else 0 where one of them is, and
:math:`N_1(a, b) = N_1(a-1, b-1) + 1` for an even difference that is not 0, else 0 more. As
:math:`N_1(0, b) = 1` for an even b > 0 by the same count, it is min(a, b) + 1 there, else 0.

A trace :math:`G^a (G^\top)^b G^c (G^\top)^d` with a + c = b + d has N_0 = min(a, b, c, d) + 1, and
else 0. Pairings of defect 0 cut words in two at each letter, until none is left: so they do not
cross, and pair G with :math:`G^\top`, and all such do so. Of the first block the last x letters are
paired with the next block, nested, and the others with the last one; that decides all others, and
is possible for max(0, a - d) <= x <= min(a, b).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.identities.deciding import prove_identity
from theorem_checks.proving.inequalities.signs import prove_sign
from theorem_checks.proving.moments.elimination import Blocks, Product, without_letters
from theorem_checks.proving.moments.ranges import OpenError, least, summed, without_deltas
from theorem_checks.proving.rules.connectives import given
from theorem_checks.statements.conclusions import Conclusion, Implies
from theorem_checks.statements.power_means import MeanWithin
from theorem_checks.statements.seals import concluded
from theorem_checks.verdicts.evidence import Evidence, all_of
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["Expansion", "Pairings", "by_genus_expansion", "expanded", "pairings_of"]

_ORDERS = 2  # defects that are counted
_BLOCKS = 4  # of a word, of which the pairings without a defect are counted
_FAR = 40  # a size and an exponent at which a distance is tried


@dataclass(frozen=True)
class Expansion:
    """A mean of which |E X - main| <= rest is known."""

    main: sp.Expr
    rest: sp.Expr


@dataclass(frozen=True)
class Pairings:
    """How many pairings there are: `of_defects`, of each of the smallest ones, and in all.

    Each counts a power of the `size`, which is one less for each defect.
    """

    of_defects: tuple[sp.Expr, ...]
    in_all: sp.Expr
    size: sp.Expr


def by_genus_expansion(conclusion: Conclusion) -> Evidence:
    """The mean of traces of powers of a Gaussian matrix is within a distance of a number.

    **Arguments**: a `MeanWithin`, which may stand under hypotheses; one matrix at most has
    exponents other than 1.

    **Returns** Evidence in parts: that the number is the terms of the smallest defects, of which
    there are as many as are needed, and that the distance is what all others come to at most.
    UNDECIDED where the count needs more than this module counts; the reason says what.
    """
    if isinstance(conclusion, Implies):
        return given(conclusion, by_genus_expansion(conclusion.body))
    if not isinstance(conclusion, MeanWithin):
        raise ArgumentError("conclusion", type(conclusion).__name__, "a MeanWithin")
    found = Evidence.undecided("No count was tried.")
    try:
        highest = _highest_power(without_letters(conclusion.statistic))
    except OpenError as error:
        return Evidence.undecided(str(error))
    for counted in range(_ORDERS, -1, -1):
        found = _with_order(conclusion, counted, highest)
        if found.verdict is Verdict.PROVED:
            break
    return found


def _highest_power(products: Iterable[Product]) -> int:
    """The highest power of n that a pairing of defect 0 can count."""
    return max((one.order_in_size for one in products if not one.is_odd), default=0)


def _with_order(conclusion: MeanWithin, counted: int, highest: int) -> Evidence:
    """The same, with the defects counted that are below a number."""
    try:
        found = expanded(conclusion, counted - highest, _most_pairs(conclusion.within))
    except OpenError as error:
        return Evidence.undecided(str(error))
    about, within = conclusion.about, conclusion.within
    defects = " and ".join(map(str, range(counted))) or "0, if any are counted"
    main = prove_identity(found.main, about)
    if main.verdict is not Verdict.PROVED:
        return Evidence.undecided(f"The count is {found.main}, and not {about}.")
    others = _at_most_so_far(found.rest, within)
    parts = {f"the pairings of defect {defects}": main, "all others": others}
    if others.verdict is not Verdict.PROVED:
        return Evidence.undecided(f"The others come to {found.rest}, which is not below {within}.")
    scope = "all sizes, all exponents, all variances"
    return concluded(all_of(parts, scope), conclusion, "genus expansion")


def _at_most_so_far(rest: sp.Expr, within: Any) -> Evidence:
    """That the rest is at most the distance, without the positive factors that both have."""
    if sp.expand(within - rest) == 0:
        told = {"all others, if each counts the most that it can": prove_identity(rest, within)}
        return all_of(told, "all sizes, all exponents, all variances")
    if (point := _where_negative(within - rest)) is not None:
        return Evidence.undecided(f"{within - rest} is negative at {point}.")
    first = sp.Add.make_args(sp.expand(within))[0]
    common: Any = sp.Mul(*(factor for factor in sp.Mul.make_args(first) if _grows(factor)))
    divided: Any = sp.expand(sp.powsimp(sp.expand((within - rest) / common)))
    if not common.is_positive:
        return Evidence.undecided(f"The sign of {common} is not known.")
    counts = sorted(divided.atoms(sp.factorial2), key=str)
    if not all(one.is_positive for one in counts):
        return Evidence.undecided(f"The signs of {counts} are not known.")
    taken = {symbol.name for symbol in divided.free_symbols}
    free = (name for k in count() if (name := f"P_{k}") not in taken)
    named = {one: sp.Symbol(name, positive=True) for one, name in zip(counts, free, strict=False)}
    left = divided.xreplace(named)
    parts = {"what is left": prove_sign(left, strict=False)}
    if parts["what is left"].verdict is Verdict.PROVED:
        parts["a common factor"] = prove_identity(within - rest, common * divided)
    return all_of(parts, "all sizes, all exponents, all variances")


def _where_negative(difference: Any) -> dict[Any, int] | None:
    """Some values at which a difference is negative, of two that are tried before all else."""
    for value in (1, _FAR):
        point = {s: value if s.is_integer else 1 for s in sorted(difference.free_symbols, key=str)}
        if difference.subs(point).is_negative:
            return point
    return None


def _grows(factor: sp.Expr) -> bool:
    """Whether a factor is a double factorial, or a power with symbols in its exponent."""
    is_power = isinstance(factor, sp.Pow) and not factor.exp.is_number
    return is_power or isinstance(factor, sp.factorial2)


def _most_pairs(within: Any) -> sp.Expr | None:
    """M, where (2M - 1)!! is the only double factorial that stands in a distance."""
    found: Any = within.atoms(sp.factorial2) if isinstance(within, sp.Expr) else set()
    return sp.expand(found.pop().args[0] + 1) / 2 if len(found) == 1 else None


def expanded(conclusion: MeanWithin, order: int, most: sp.Expr | None = None) -> Expansion:
    r"""The mean up to the order :math:`n^{-order}`, and a bound of the rest.

    With `most`, (2m - 1)!! is (2M - 1)!! for `most` = M in the rest, where m is at most that.

    **Raises** `OpenError` for what is not counted.
    """
    products = list(without_letters(conclusion.statistic))
    main: Any = sp.Integer(0)
    rest: Any = sp.Integer(0)
    for one in products:
        if one.is_odd:
            continue
        power = one.order_in_size
        levels = min(max(0, order + power), 1 if one.letters == 0 else _ORDERS + 1)
        if levels > _ORDERS:
            raise OpenError(f"Pairings of defect {levels - 1} are not counted.")
        for defect in range(levels):
            main += sum(_counted(one, power, defect), sp.Integer(0))
        if one.letters != 0 or not levels:  # else there is one pairing, which has been counted
            rest += _at_most(one, one.size ** (power - levels), most)
    return Expansion(sp.expand(main), rest)


def _counted(one: Product, power: int, defect: int) -> Iterator[sp.Expr]:
    """What the pairings of a defect come to, summed over the ranges."""
    for deltas, counted in _levels(one.words, defect):
        for ranges, point in without_deltas(deltas, one.ranges):
            number, left = counted(point, ranges)
            if number == 0:
                continue
            factor = one.factor.xreplace(point) * one.variance ** (one.pairs.xreplace(point))
            yield one.size ** (power - defect) * factor * summed(number, left)


def pairings_of(conclusion: MeanWithin, counted: int) -> Pairings | None:
    """Return how many pairings of one matrix have the defects below a number, and how many any.

    None where traces of several kinds are added, each with pairings of its own, or it is not known.
    """
    try:
        products = [one for one in without_letters(conclusion.statistic) if not one.is_odd]
        if len(products) != 1 or products[0].ranges:
            return None
        (one,) = products
        numbers = tuple(
            sp.Add(
                *(
                    number_of(point, ())[0]
                    for deltas, number_of in _levels(one.words, defect)
                    for _, point in without_deltas(deltas, ())
                )
            )
            for defect in range(counted)
        )
    except OpenError:
        return None
    return Pairings(numbers, sp.factorial2(2 * one.pairs - 1), one.size)


Ranges = Sequence[tuple[sp.Symbol, sp.Expr]]
Count = Callable[[Mapping[Any, Any], Ranges], tuple[sp.Expr, Ranges]]
"""A number of pairings and the ranges over which it is summed, from what replaces some symbols."""


def _levels(words: Iterable[Blocks], defect: int) -> Iterator[tuple[list[sp.Expr], Count]]:
    """The products of counts of single traces: differences that have to be 0, and the number."""
    words = list(words)
    if defect == 0:
        yield list(map(_balance, words)), lambda point, ranges: _of_four(words, point, ranges)
        return
    for place, word in enumerate(words):
        others = words[:place] + words[place + 1 :]
        a, b = _exponents(word)
        if any(len(other) > 2 for other in others):
            raise OpenError("A word changes more than twice between a matrix and its transpose.")
        yield list(map(_balance, others)), _of_one(a, b)


def _of_one(a: sp.Expr, b: sp.Expr) -> Count:
    return lambda point, ranges: (_once(a, b, point, ranges), ranges)


def _balance(word: Blocks) -> sp.Expr:
    """How many more letters of W than of its transpose there are in a word of four blocks at most.

    **Raises** `OpenError` for more blocks.
    """
    if len(word) > _BLOCKS:
        raise OpenError(f"A word changes more than {_BLOCKS} times between W and its transpose.")
    return sp.expand(sp.Add(*(-exponent if turned else exponent for exponent, turned in word)))


def _exponents(word: Blocks) -> tuple[sp.Expr, sp.Expr]:
    """The exponents a and b of a word W^a (W^T)^b. **Raises** `OpenError`."""
    if len(word) > 2:
        raise OpenError("A word changes more than twice between a matrix and its transpose.")
    found = {turned: exponent for exponent, turned in word}
    return found.get(False, sp.Integer(0)), found.get(True, sp.Integer(0))


def _of_four(
    words: Iterable[Blocks], point: Mapping[Any, Any], ranges: Ranges
) -> tuple[sp.Expr, Ranges]:
    """The product of N_0 over the words, 1 for those of two blocks: the least exponent and 1 more.

    Where it is not known which of two exponents is less, and they run down or up through two ranges
    of one length k, the sum over both is that of (k - i)^2 over i < k: min(p, q) + 1 is the number
    of i <= p, q, and so many p are i or more.
    """
    number: Any = sp.Integer(1)
    long = [[sp.expand(e.xreplace(point)) for e, _ in word] for word in words if len(word) > 2]
    for place, word in enumerate(long):
        sides = list(dict.fromkeys(word))
        smallest = next((one for one in sides if _is_least(one, sides, ranges)), None)
        if smallest is not None:
            number *= smallest + 1
            continue
        runs = [_run(side, ranges) for side in sides]
        if len(runs) != 2 or None in runs:
            raise OpenError(f"It is not known which of {sides} is less.")
        (a, size), (b, other) = (run for run in runs if run is not None)
        if a == b or sp.expand(size - other) != 0:
            raise OpenError(f"{sides} do not run through ranges of one length.")
        elsewhere = [number, *(side for k, one in enumerate(long) if k != place for side in one)]
        if any(side.free_symbols & {a, b} for side in elsewhere):
            raise OpenError(f"{a} and {b} stand in more words than one.")
        ranges = [(c, length) for c, length in ranges if c != b]
        number *= (size - a) ** 2  # with the symbol of the first range for i
    return number, ranges


def _is_least(one: sp.Expr, sides: Iterable[sp.Expr], ranges: Ranges) -> bool:
    return all(bool(least(sp.expand(side - one), ranges).is_nonnegative) for side in sides)


def _run(side: sp.Expr, ranges: Ranges) -> tuple[sp.Symbol, sp.Expr] | None:
    """The range through which an exponent runs, from 0 up or down to 0; None if it is not so."""
    for a, size in ranges:
        if side == a or sp.expand(size - 1 - a - side) == 0:
            return a, size
    return None


def _once(a: Any, b: Any, point: Mapping[Any, Any], ranges: Ranges) -> sp.Expr:
    """N_1(a, b), for exponents in which some symbols have been replaced."""
    a, b = (sp.expand(side.xreplace(point)) for side in (a, b))
    apart = sp.expand(a - b)
    if apart == 0 or apart.is_odd:
        return sp.Integer(0)
    if not apart.is_even:
        raise OpenError(f"It is not known whether {apart} is even.")
    if least(apart, ranges).is_positive:
        return b + 1
    if least(-apart, ranges).is_positive:
        return a + 1
    raise OpenError(f"It is not known which of {a} and {b} is larger.")


def _at_most(one: Product, scale: sp.Expr, most: sp.Expr | None) -> sp.Expr:
    """At most so much come all pairings to, if each counts `scale` times the coefficient.

    Where a range is empty nothing is there to be counted, so that m is at least 0.
    """
    bound = {a for a, _ in one.ranges}
    factor = one.factor
    if factor.is_nonpositive:
        factor = -factor
    if not factor.is_nonnegative:
        raise OpenError(f"The sign of {factor} is not known.")
    if (factor.free_symbols | one.pairs.free_symbols) & bound:
        raise OpenError(f"{factor} and {one.pairs} depend on what is summed over.")
    terms = sp.Mul(*(size for _, size in one.ranges))
    pairs = one.pairs
    if most is not None and sp.expand(most - pairs).is_nonnegative:
        pairs = most
    pairings = sp.factorial2(2 * pairs - 1) if one.words else sp.Integer(1)
    return scale * factor * terms * one.variance**one.pairs * pairings
