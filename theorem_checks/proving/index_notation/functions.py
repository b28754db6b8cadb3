"""Functions of entries, each an entry of its own, named by the canonical form of its argument.

Of exponentials: e^(a + b) is e^a e^b, an entry for each term of the exponent, e^-a beside e^a is 1,
and e^(log y) is y where y is positive. A reciprocal of a product is that of its parts, also where
one is 0, as 1/0 is 0 here; beside what it divides by it is 1 where that is positive: a sum of
products of exponentials over sizes that are, and the like. The logarithm of a product of positive
numbers is the sum of theirs, and log(e^a) is a. A root of a product takes squares out, as absolute
values, and factors that are not negative; its own square is its argument, where that is seen not to
be negative. Norms take positive numbers out, and absolute values of what does not depend on the
entries; that of a vector or a matrix is that of its negative, and an operator norm that of the
transpose. A largest entry takes out what is added to all.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Any

import sympy as sp

from theorem_checks.proving.identities.rational_functions import RationalFunction
from theorem_checks.proving.index_notation.graphs import Component, Factor
from theorem_checks.proving.index_notation.known_entries import (
    DOWN,
    UP,
    is_not_negative,
    opposite_of,
)
from theorem_checks.proving.index_notation.permutations import outside
from theorem_checks.proving.index_notation.products import (
    ONE,
    Product,
    Terms,
    has_permutations,
    named,
    of_factors,
    product_of,
    renamed,
    scaled,
    total,
)
from theorem_checks.proving.index_notation.signs import Signs
from theorem_checks.proving.index_notation.terms import (
    rational,
)
from theorem_checks.statements.arrays.index_expressions import (
    Opaque,
)
from theorem_checks.statements.arrays.known_functions import (
    EXPONENTIAL,
    LOGARITHM,
    NORM,
    OPERATOR,
    RECIPROCAL,
    ROOT,
)
from theorem_checks.statements.arrays.tensors import Kind

__all__ = ["MOST_POWERS", "ONLY_ONE", "Functions"]

MOST_POWERS = 8  # of an exponential that are written out
_SMALL_FACTORS = 1000  # of numbers, that are looked for
ONLY_ONE: Terms = {(): ONE}


@dataclass(frozen=True)
class _Taken:
    """Of what an entry of a form is the function: its form, and free indices in their order."""

    function: str
    argument: Terms
    order: tuple[str, ...]


class Functions:
    """Functions of forms, where it is known of some numbers that they are positive."""

    def __init__(self, known: Signs) -> None:
        self._known = known
        self._taken: dict[Kind, _Taken] = {}

    def taken_of(self, component: Component) -> tuple[str, Terms] | None:
        """The function whose value a component is, and the form of its argument; None for others.

        The sign of the argument of an absolute value is either.
        """
        sizes, factors = component
        if sizes or len(factors) != 1 or factors[0][0] not in self._taken:
            return None
        ((kind, slots),) = factors
        taken = self._taken[kind]
        names = frozenset(zip(taken.order, (name for _, name in slots), strict=True))
        moved = [scaled(renamed(p, names), c) for p, c in taken.argument.items()]
        return taken.function, total(moved)

    def exponential(self, argument: Terms) -> Terms:
        """E to the power of a form; of each term for itself where permutations stand in it."""
        if not any(map(has_permutations, argument)):
            return self._exponential_of(argument)
        each = (outside({p: c}, self._exponential_of) for p, c in argument.items())
        return self.times(*each)

    def _exponential_of(self, argument: Terms) -> Terms:
        """E to the power of a form: for each term an entry, or y for log(y)."""
        powers: list[Terms] = []
        factors: list[Factor] = []
        for product, coefficient in argument.items():
            positive = self._logarithm_in(product)
            halves = None if positive is None else coefficient.as_constant
            if positive is None or halves is None or 2 % halves.denominator:
                factors += self._of_exponent(product, coefficient)
            elif halves.denominator == 1 and abs(halves) <= MOST_POWERS:
                powers.append(self.power(positive, int(halves), positive=True))
            elif abs(halves) <= MOST_POWERS:
                root = self.root(positive, positive=True)
                powers.append(self.power(root, int(2 * halves), positive=True))
            else:
                factors += self._of_exponent(product, coefficient)
        return self.times(of_factors(factors), *powers)

    def _logarithm_in(self, product: Product) -> Terms | None:
        """The positive number whose logarithm a product is, and None for others."""
        if len(product) != 1 or (taken := self.taken_of(product[0])) is None:
            return None
        is_of_positive = product[0][1][0][0].name.startswith(f"{LOGARITHM}!#")
        return taken[1] if is_of_positive else None

    def _of_exponent(self, product: Product, coefficient: RationalFunction) -> list[Factor]:
        """Entries whose product is e to the power of one term."""
        constant = coefficient.as_constant
        if constant is not None and abs(constant.numerator) <= MOST_POWERS:
            times, up = abs(int(constant.numerator)), constant > 0
            unit = RationalFunction.constant(Fraction(1, int(constant.denominator)))
        else:
            unit = min(coefficient, -coefficient, key=repr)
            times, up = 1, unit == coefficient
        digest, order = named({product: unit}, ())
        for sign, exponent in ((UP, unit), (DOWN, -unit)):
            kind = Kind(f"{sign}{digest}", len(order))
            self._taken.setdefault(kind, _Taken(EXPONENTIAL, {product: exponent}, order))
        tensor = Kind(f"{UP if up else DOWN}{digest}", len(order))
        return [(tensor, tuple((0, name) for name in order))] * times

    def reciprocal(
        self, argument: Terms, *, positive: bool = False, nonnegative: bool = False
    ) -> Terms:
        """1/x, and 0 where x is 0; so that of a product is that of its parts, each for itself."""
        if not argument:
            return {}
        positive = positive or self._known.are_positive(argument)
        nonnegative = positive or nonnegative or self._known.are_never_negative(argument)
        content, rest = self._content(argument)
        flags = "!+" if positive else "+" if nonnegative else ""
        if len(rest) > 1 or next(iter(rest.values())).as_constant is None:
            return scaled(self._entry(RECIPROCAL, flags, rest), ONE / content)
        ((product, coefficient),) = rest.items()
        parts = [self._reciprocal_of(component, nonzero=positive) for component in product]
        return scaled(self.times(*parts), ONE / (content * coefficient))

    def _reciprocal_of(self, component: Component, *, nonzero: bool) -> Terms:
        sizes, (first, *others) = component
        if not sizes and not others and first[0].name.startswith((UP, DOWN)):
            return of_factors([(opposite_of(first[0]), first[1])])
        if (taken := self.taken_of(component)) is not None and taken[0] == RECIPROCAL:
            return taken[1]
        sign = "+" if is_not_negative(component) else ""
        return self._entry(RECIPROCAL, ("!" if nonzero else "") + sign, {(component,): ONE})

    def logarithm(self, argument: Terms, *, positive: bool = False) -> Terms:
        """The logarithm, of a product of positive numbers the sum of theirs."""
        if not argument:
            return {}
        if not (positive or self._known.are_positive(argument)):
            return self._entry(LOGARITHM, "", argument)
        content, rest = self._content(argument)
        parts = [self._logarithm_of_number(content)]
        common = Counter(next(iter(rest)))
        for product in rest:
            common &= Counter(product)
        factors = [c for c in common.elements() if self._known.is_positive(c)]
        for component in factors:
            parts.append(self._logarithm_of(component))
        rest = {_without(product, factors): c for product, c in rest.items()}
        if rest != ONLY_ONE:
            parts.append(self._entry(LOGARITHM, "!", rest))
        return total(parts)

    def _logarithm_of(self, component: Component) -> Terms:
        """The logarithm of what hangs together, and is positive."""
        function, argument = self.taken_of(component) or ("", {})
        if function == EXPONENTIAL:
            return argument
        if function == RECIPROCAL:
            return scaled(self.logarithm(argument, positive=True), -ONE)
        if function == ROOT:
            return scaled(self.logarithm(argument, positive=True), ONE / 2)
        return self._entry(LOGARITHM, "!", {(component,): ONE})

    def _logarithm_of_number(self, number: RationalFunction) -> Terms:
        constant, pieces = number.factors()
        found = [
            scaled(self._entry(LOGARITHM, "!", {(): piece}), ONE * times) for piece, times in pieces
        ]
        for part, sign in ((constant.numerator, 1), (constant.denominator, -1)):
            for prime, times in sp.factorint(part, limit=_SMALL_FACTORS).items():
                entry = self._entry(LOGARITHM, "!", {(): ONE * int(prime)})
                found += [scaled(entry, ONE * (sign * times))] if prime != 1 else []
        return total(found)

    def root(self, argument: Terms, *, positive: bool = False, nonnegative: bool = False) -> Terms:
        """The square root, 0 of what is negative; squares are taken out, as absolute values."""
        if not argument:
            return {}
        content, rest = self._content(argument)
        parts = [self._root_of_number(content)]
        if list(rest.values()) == [ONE]:
            left: list[Component] = []
            for component, times in Counter(next(iter(rest))).items():
                parts += [self.absolute({(component,): ONE})] * (times // 2)
                if times % 2 and is_not_negative(component):
                    flags = "!+" if self._known.is_positive(component) else "+"
                    parts.append(self._entry(ROOT, flags, {(component,): ONE}))
                elif times % 2:
                    left.append(component)
            if len(left) < len(next(iter(rest))):  # signs are those of the whole, and not of these
                positive = nonnegative = False
            rest = {tuple(sorted(left)): ONE}
        if rest != ONLY_ONE:
            positive = positive or self._known.are_positive(rest)
            nonnegative = positive or nonnegative or self._known.are_never_negative(rest)
            parts.append(self._entry(ROOT, "!+" if positive else "+" if nonnegative else "", rest))
        return self.times(*parts)

    def _root_of_number(self, number: RationalFunction) -> Terms:
        """The root of a positive number: each factor that is no square is an entry."""
        constant, pieces = number.factors()
        below = constant.denominator
        whole, parts = ONE / below, []
        for prime, times in sp.factorint(constant.numerator * below, limit=_SMALL_FACTORS).items():
            pieces.append((ONE * int(prime), int(times)))
        for piece, times in pieces:
            if piece == 1:
                continue
            whole = whole * piece ** (times // 2)
            if times % 2:
                parts.append(self._entry(ROOT, "!+", {(): piece}))
        return scaled(self.times(*parts), whole)

    def absolute(self, argument: Terms) -> Terms:
        """The absolute value; of a product that of its parts."""
        if self._known.are_never_negative(argument):
            return argument
        negative = scaled(argument, -ONE)
        if self._known.are_never_negative(negative):
            return negative
        content, rest = self._content(argument)
        ((product, coefficient), *others) = rest.items()
        if others or abs(coefficient.as_constant or 0) != 1:
            return scaled(self._entry_of_either_sign(rest), content)
        parts = [
            {(component,): ONE}
            if is_not_negative(component)
            else self._entry_of_either_sign({(component,): ONE})
            for component in product
        ]
        return scaled(self.times(*parts), content)

    def _entry_of_either_sign(self, argument: Terms) -> Terms:
        sides = argument, scaled(argument, -ONE)
        return self._entry(NORM, "", min(sides, key=lambda side: named(side, ())))

    def norm(self, part: Opaque, argument: Terms) -> Terms:
        """A norm of all entries: the largest absolute value, or the one as an operator."""
        if not argument:
            return {}
        content, rest = self._content(argument)
        parts: list[Terms] = []
        ((product, coefficient), *others) = rest.items()
        names = {index.name for index in part.bound}
        if not others and coefficient.as_constant is not None:
            outer = [c for c in product if not _names_of(c) & names]
            parts += [self.absolute({(component,): ONE}) for component in outer]
            rest = {_without(product, outer): coefficient}
        sides = rest, scaled(rest, -ONE)
        orders = [part.bound]
        if part.name == OPERATOR:
            orders.append(part.bound[::-1])
        found = min(_of_whole(part.name, order, side) for order in orders for side in sides)
        return scaled(self.times(of_factors([found]), *parts), content)

    def largest(self, part: Opaque, argument: Terms) -> Terms:
        """The largest entry, without what is added to all of them."""
        if not argument:
            return {}
        names = {index.name for index in part.bound}
        added: Terms = {}
        if all(index.range.is_positive for index in part.bound):
            added = {
                product: coefficient
                for product, coefficient in argument.items()
                if not any(_names_of(c) & names for c in product)
            }
        argument = {p: c for p, c in argument.items() if p not in added}
        if not argument:
            return added
        content, rest = self._content(argument)
        found = of_factors([_of_whole(part.name, part.bound, rest)])
        return total([scaled(found, content), added])

    # --- what they are made of

    def _entry(self, function: str, flags: str, argument: Terms) -> Terms:
        """The entry that stands for a function of an expression in this form."""
        digest, order = named(argument, ())
        kind = Kind(f"{function}{flags}#{digest}", len(order))
        self._taken.setdefault(kind, _Taken(function, argument, order))
        return of_factors([(kind, tuple((0, name) for name in order))])

    def _content(self, argument: Terms) -> tuple[RationalFunction, Terms]:
        """A positive number that all coefficients have as a factor, and what is left."""
        numbers: list[Fraction] = []
        common: dict[RationalFunction, int] | None = None
        for coefficient in argument.values():
            constant, pieces = coefficient.factors()
            numbers.append(abs(constant))
            own = {p: times for p, times in pieces if self._known.is_positive_number(p)}
            both = own.keys() | (own if common is None else common).keys()
            before = own if common is None else common
            common = {p: min(own.get(p, 0), before.get(p, 0)) for p in both}
        above = gcd(*(number.numerator for number in numbers))
        content = RationalFunction.constant(
            Fraction(above, lcm(*(number.denominator for number in numbers)))
        )
        for piece, times in (common or {}).items():
            content = content * piece**times
        return content, scaled(argument, ONE / content)

    def times(self, *parts: Terms) -> Terms:
        """The product of forms."""
        return self.settled(product_of(parts))

    def power(self, base: Terms, exponent: int, *, positive: bool = False) -> Terms:
        """A form to an integer power; a negative one is that of its reciprocal."""
        if exponent < 0:
            base = self.reciprocal(base, positive=positive)
        return self.times(*[base] * abs(exponent))

    def settled(self, terms: Terms) -> Terms:
        """A form with squares of roots and of absolute values put as what they are."""
        if not self._taken or not any(self._squared_in(product) for product in terms):
            return terms
        parts: list[Terms] = []
        for product, coefficient in terms.items():
            found = next(self._squares(product), None)
            if found is None:
                parts.append({product: coefficient})
                continue
            component, square = found
            rest: Terms = {_without(product, [component] * 2): coefficient}
            parts.append(self.times(square, rest))
        return total(parts)

    def _squared_in(self, product: Product) -> bool:
        return next(self._squares(product), None) is not None

    def _squares(self, product: Product) -> Iterator[tuple[Component, Terms]]:
        """The components of a product that stand there twice, whose squares are simpler."""
        for component, times in Counter(product).items():
            if times > 1 and (square := self._square_of(component)) is not None:
                yield component, square

    def _square_of(self, component: Component) -> Terms | None:
        if (taken := self.taken_of(component)) is None:
            return None
        function, argument = taken
        if function == NORM:
            return self.times(argument, argument)
        flags = component[1][0][0].name.removeprefix(function).partition("#")[0]
        if function == ROOT:
            return argument if "+" in flags else None
        if function == RECIPROCAL and list(argument.values()) == [ONE]:
            ((inner, *others),) = argument
            square = None if others else self._square_of(inner)
            of_squares = square is not None and self.taken_of(inner) is not None
            if of_squares and (self.taken_of(inner) or ("",))[0] in (ROOT, NORM):
                return self.reciprocal(square or {}, positive="!" in flags, nonnegative=True)
        return None


def _without(product: Product, components: Iterable[Component]) -> Product:
    left = list(product)
    for component in components:
        left.remove(component)
    return tuple(left)


def _names_of(component: Component) -> set[str]:
    """The free indices of what hangs together."""
    return {name for _, slots in component[1] for kind, name in slots if kind == 0}


def _of_whole(function: str, bound: Any, argument: Terms) -> Factor:
    """The entry that stands for a function of all values of an expression over some indices."""
    names = tuple(index.name for index in bound if index.range != 1)
    sizes = ", ".join(repr(rational(index.range)) for index in bound)
    digest, order = named(argument, names)
    return Kind(f"{function}#({sizes}){digest}", len(order)), tuple((0, name) for name in order)
