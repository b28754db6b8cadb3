"""The canonical form of an expression in index notation, for symbolic sizes.

An expression becomes a linear combination of products of tensor entries, with rational functions
of the scalars and sizes for coefficients. Deltas are contracted, an index that stands nowhere
gives its size as a factor, and indices of size 1 are one index. A matrix next to its inverse gives
a delta, and so do two entries of an orthogonal matrix that are summed over an index of both, and
of one with orthonormal columns over its rows; the squares of a unit vector add up to 1, and so do
probabilities, of a stochastic matrix those of a row. Two entries of a permutation in one row or
column are one, both of its sums are 1, and a function of what is permuted is permuted
(`permutations`). What remains of each product is labelled canonically (`graphs`). `at_most(i, j)`
becomes (1 + delta + sign)/2 with the antisymmetric sign of j - i, whose square is 1 - delta. That
is in `products`, and what is known of exponentials, roots and other functions in `functions`, of
which each becomes an entry of its own, named by the canonical form of its argument.

Of positive parts two things are known: relu(v) = relu(-v) + v, by which the argument is v or -v,
whichever form is less; and relu(v) = v where v is a sum of products of what is never negative with
positive coefficients.

For tensors without further relations, and sizes that are large enough, different canonical forms
are different functions, but for functions of entries. Not known to the form: what holds at small
sizes only (an antisymmetric product of more indices than the size has values is 0), that order is
transitive, and of lags anything but that two of the places of `lag(t, s, j)` determine the third,
and what it says where one of three places of one size is 0; else it stands as an entry of a tensor
would. Powers of a matrix, A^(t - s) for s <= t, are the sum over j of [t = s + j] A^j.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.index_notation.functions import MOST_POWERS, ONLY_ONE, Functions
from theorem_checks.proving.index_notation.graphs import Component, Factor
from theorem_checks.proving.index_notation.known_entries import (
    POSITIVE,
    free_slots,
)
from theorem_checks.proving.index_notation.permutations import outside
from theorem_checks.proving.index_notation.products import (
    ONE,
    Terms,
    named,
    of_factors,
    scaled,
    total,
)
from theorem_checks.proving.index_notation.signs import Signs, is_nonnegative
from theorem_checks.proving.index_notation.terms import (
    rational,
    terms_of,
)
from theorem_checks.statements.arrays.index_expressions import (
    IndexExpression,
    Opaque,
    Positive,
    Scalar,
    nodes,
)
from theorem_checks.statements.arrays.index_positivity import (
    is_seen_nonnegative,
    is_seen_positive,
)
from theorem_checks.statements.arrays.known_functions import (
    EXPONENTIAL,
    LARGEST,
    LOGARITHM,
    NORM,
    OPERATOR,
    RECIPROCAL,
    ROOT,
)
from theorem_checks.statements.arrays.tensors import Kind
from theorem_checks.statements.places import place_of

__all__ = ["Forms", "canonical_terms", "has_functions", "positive_class"]


def canonical_terms(expression: IndexExpression) -> Terms:
    """Return the canonical form; two expressions with equal forms are equal at all sizes.

    **Raises** `ArgumentError` for a scalar that is no rational function of symbols, logarithms,
    roots and exponentials; `TooManySymmetriesError` where a product has too many indices that look
    alike.
    """
    return Forms([expression]).plain(expression)


def positive_class(part: Positive) -> tuple[str, str, tuple[str, ...]]:
    """What the form knows of a positive part, for whoever proves it again.

    **Returns** its sort, 'nonnegative' or 'nonpositive' by the argument, else 'plain', or 'flipped'
    where the argument's negative is written first; a name that parts with equal arguments share, up
    to that sign; and the argument's free indices in the order in which they are equal.
    """
    forms = Forms([part])
    signs = forms.signed(part.body)
    for sort, terms in (("nonnegative", signs), ("nonpositive", scaled(signs, -ONE))):
        if is_nonnegative(terms):
            return sort, "", ()
    argument = forms.plain(part.body)
    one, other = _positive_part(argument), _positive_part(scaled(argument, -ONE))
    sort, (kind, slots) = ("plain", one) if one[0] <= other[0] else ("flipped", other)
    return sort, kind.name, tuple(name for _, name in slots)


class Forms:
    """The forms of the parts of expressions, each made once.

    In the `plain` form relu(v) is relu(-v) + v if -v is written first, so that equal functions look
    equal; in the `signed` form it stays as it is, so that signs can be seen.
    """

    def __init__(self, expressions: Iterable[IndexExpression]) -> None:
        self._functions = Functions(Signs(expressions))
        self._plain: dict[int, Terms] = {}
        self._signed: dict[int, Terms] = {}

    def plain(self, part: IndexExpression) -> Terms:
        """The canonical form."""
        if place_of(part) not in self._plain:
            self._plain[place_of(part)] = self._functions.settled(self._made(part, self.plain))
        return self._plain[place_of(part)]

    def signed(self, part: IndexExpression) -> Terms:
        """The form in which positive parts are kept."""
        if place_of(part) not in self._signed:
            self._signed[place_of(part)] = self._functions.settled(self._made(part, self.signed))
        return self._signed[place_of(part)]

    def taken_of(self, component: Component) -> tuple[str, Terms] | None:
        """The function whose value a component is, and the form of its argument; None for others.

        The sign of the argument of an absolute value is either.
        """
        return self._functions.taken_of(component)

    def _made(self, part: IndexExpression, form: Callable[[IndexExpression], Terms]) -> Terms:
        if isinstance(part, Scalar):
            return self._of_number(part.value)
        if isinstance(part, Opaque):
            names = {index.name for index in part.bound}
            unordered = names if part.name in (NORM, LARGEST, OPERATOR) else ()
            apply = partial(self._applied, part)
            return outside(self.plain(part.body), apply, unordered)
        if not isinstance(part, Positive):
            return terms_of(part, [form(inner) for inner in part.parts])
        signs = self.signed(part.body)
        if is_nonnegative(signs):
            return form(part.body)
        if is_nonnegative(scaled(signs, -ONE)):
            return {}
        kept = form == self.signed
        return outside(self.plain(part.body), partial(_with_positive_part, kept=kept))

    def _of_number(self, number: sp.Expr) -> Terms:
        """The form of a scalar, in which logarithms, roots and exponentials are entries."""
        if not has_functions(number):
            value = rational(number)
            return {} if value.is_zero else {(): value}
        if isinstance(number, sp.Add | sp.Mul):
            parts = [self._of_number(part) for part in number.args]  # pyright: ignore[reportArgumentType]
            return total(parts) if isinstance(number, sp.Add) else self._functions.times(*parts)
        if number is sp.E:
            return self._functions.exponential(ONLY_ONE)
        argument: Any = number.args[0]
        if isinstance(number, sp.log) and argument.is_positive:
            return self._functions.logarithm(self._of_number(argument), positive=True)
        if isinstance(number, sp.exp) and argument.is_real:
            return self._functions.exponential(self._of_number(argument))
        if isinstance(number, sp.Pow) and isinstance(number.exp, sp.Rational):
            halves = 2 * Fraction(number.exp.p, number.exp.q)
            if argument.is_positive and halves.denominator == 1 and abs(halves) <= MOST_POWERS:
                root = self._functions.root(self._of_number(argument), positive=True)
                return self._functions.power(root, int(halves), positive=True)
        expected = "a rational function, or logarithms and roots of what is known to be positive"
        raise ArgumentError("scalar", number, expected)

    # --- functions of entries

    def _applied(self, part: Opaque, argument: Terms) -> Terms:
        if part.name == RECIPROCAL:
            signs = is_seen_positive(part.body), is_seen_nonnegative(part.body)
            return self._functions.reciprocal(argument, positive=signs[0], nonnegative=signs[1])
        if part.name not in _OF_REALS:
            return of_factors([_opaque(part, argument)])
        _require_real(part)
        if part.name == EXPONENTIAL:
            return self._functions.exponential(argument)
        if part.name == LOGARITHM:
            return self._functions.logarithm(argument, positive=is_seen_positive(part.body))
        if part.name == ROOT:
            signs = is_seen_positive(part.body), is_seen_nonnegative(part.body)
            return self._functions.root(argument, positive=signs[0], nonnegative=signs[1])
        if part.name == LARGEST:
            return self._functions.largest(part, argument)
        if part.bound:
            return self._functions.norm(part, argument)
        return argument if is_seen_nonnegative(part.body) else self._functions.absolute(argument)


_OF_REALS = (EXPONENTIAL, LOGARITHM, ROOT, NORM, LARGEST, OPERATOR)


def has_functions(number: sp.Expr) -> bool:
    """Whether a scalar has logarithms, roots or exponentials of real numbers in it."""
    roots = (power.exp for power in number.atoms(sp.Pow))
    return number.has(sp.log, sp.exp) or any(
        exponent.is_Rational and not exponent.is_Integer for exponent in roots
    )


def _require_real(part: IndexExpression) -> None:
    """Raise `ArgumentError` for a function of real numbers of what is not known to be real."""
    for inner in nodes([part]):
        if isinstance(inner, Scalar) and inner.value.is_real is not True:
            raise ArgumentError("expression", inner, "what is known to be real")


def _positive_part(argument: Terms) -> Factor:
    """The entry that stands for the positive part of an expression in this form.

    Its indices are the free ones of the argument; its name says the argument, with numbers in
    place of them, in the order in which that text is least.
    """
    digest, order = named(argument, ())
    return Kind(f"{POSITIVE}{digest}", len(order)), tuple((0, name) for name in order)


def _with_positive_part(argument: Terms, *, kept: bool) -> Terms:
    """The positive part of a form; unless it is kept, by that of the negative if this is first."""
    one, other = _positive_part(argument), _positive_part(scaled(argument, -ONE))
    if kept or one[0] <= other[0]:
        return of_factors([one])
    return total([of_factors([other]), argument])


def _opaque(part: Opaque, argument: Terms) -> Factor:
    """The entry that stands for the component of an unknown function at an argument in this form.

    Its indices are those of the component, and the free ones of the argument.
    """
    bound = tuple(index.name for index in part.bound if index.range != 1)
    digest, order = named(argument, bound)
    sizes = ", ".join(repr(rational(index.range)) for index in (*part.own, *part.bound))
    slots = (*free_slots(*part.own), *((0, name) for name in order))
    return Kind(f"{part.name}({sizes})#{digest}", len(slots)), slots
