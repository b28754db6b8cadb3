"""The canonical form of an expression in index notation, for symbolic sizes.

An expression becomes a linear combination of products of tensor entries, with rational functions
of the scalars and sizes for coefficients. Deltas are contracted, an index that stands nowhere
gives its size as a factor, and indices of size 1 are one index. A matrix next to its inverse gives
a delta, and so do two entries of an orthogonal matrix that are summed over an index of both, and
of one with orthonormal columns over its rows; the squares of a unit vector add up to 1, and so do
probabilities, of a stochastic matrix those of a row. Two entries of a permutation in one row or
column are one, both of its sums are 1, and a function of what is permuted is permuted
(`permutations`). What
remains of each product is labelled canonically (`index_graphs`). `at_most(i, j)` becomes
(1 + delta + sign)/2 with the antisymmetric sign of j - i, whose square is 1 - delta. That is in
`index_products`; here are functions of entries, of which each becomes an entry of its own, named by
the canonical form of its argument.

Of positive parts two things are known: relu(v) = relu(-v) + v, by which the argument is v or -v,
whichever form is less; and relu(v) = v where v is a sum of products of what is never negative with
positive coefficients.

Of exponentials: e^(a + b) is e^a e^b, an entry for each term of the exponent, e^-a beside e^a is 1,
and e^(log y) is y where y is positive. A reciprocal of a product is that of its parts, also where
one is 0, as 1/0 is 0 here; beside what it divides by it is 1 where that is positive: a sum of
products of exponentials over sizes that are, and the like. The logarithm of a product of positive
numbers is the sum of theirs, and log(e^a) is a. A root of a product takes squares out, as absolute
values, and factors that are not negative; its own square is its argument, where that is seen not to
be negative. Norms take positive numbers out, and absolute values of what does not depend on the
entries; that of a vector or a matrix is that of its negative, and an operator norm that of the
transpose. A largest entry takes out what is added to all.

For tensors without further relations, and sizes that are large enough, different canonical forms
are different functions, but for functions of entries. Not known to the form: what holds at small
sizes only (an antisymmetric product of more indices than the size has values is 0), that order is
transitive, and of lags anything but that two of the places of `lag(t, s, j)` determine the third,
and what it says where one of three places of one size is 0; else it stands as an entry of a tensor
would. Powers of a matrix, A^(t - s) for s <= t, are the sum over j of [t = s + j] A^j.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import gcd, lcm
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.identities.rational_functions import RationalFunction
from theorem_checks.proving.index_notation.graphs import Component, Factor
from theorem_checks.proving.index_notation.permutations import outside
from theorem_checks.proving.index_notation.products import (
    DOWN,
    ONE,
    POSITIVE,
    UP,
    Product,
    Terms,
    conditions_on,
    conditions_on_size,
    free_slots,
    has_permutations,
    is_exponential_of_less,
    is_never_negative,
    is_not_negative,
    multiplied,
    named,
    of_factors,
    opposite_of,
    rational,
    renamed,
    scaled,
    terms_of,
    total,
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

__all__ = ["Forms", "Signs", "Terms", "canonical_terms", "conditions_on", "conditions_on_size"]
__all__ += ["has_functions", "is_exponential_of_less", "is_never_negative", "opposite_of"]
__all__ += ["positive_class", "rational"]

_MOST_POWERS = 8  # of an exponential that are written out
_SMALL_FACTORS = 1000  # of numbers, that are looked for
_ONLY_ONE: Terms = {(): ONE}
_ARE_POSITIVE = (UP, DOWN, f"{RECIPROCAL}!+#", f"{ROOT}!+#")  # entries of forms


def canonical_terms(expression: IndexExpression) -> Terms:
    """Return the canonical form; two expressions with equal forms are equal at all sizes.

    **Raises** `ArgumentError` for a scalar that is no rational function of symbols, logarithms,
    roots and exponentials; `TooManySymmetriesError` where a product has too many indices that look
    alike.
    """
    return Forms([expression]).plain(expression)


class Signs:
    """What is known to be positive where some expressions stand: their sizes and symbols."""

    def __init__(self, expressions: Iterable[IndexExpression]) -> None:
        known: set[Any] = set()
        for part in nodes(expressions):
            known |= {index.range for index in part.within}
            known |= part.value.free_symbols if isinstance(part, Scalar) else set()
        self._sizes = {repr(rational(size)) for size in known if size.is_positive}
        self._names = {str(s) for size in known for s in size.free_symbols if s.is_positive}

    def is_positive(self, component: Component) -> bool:
        """Whether what hangs together is positive: exponentials and such, over some places."""
        sizes, factors = component
        return all(size.text in self._sizes for size in sizes) and all(
            tensor.name.startswith(_ARE_POSITIVE) for tensor, _ in factors
        )

    def is_never_negative(self, component: Component) -> bool:
        """Whether what hangs together is not negative, wherever it stands."""
        return is_not_negative(component)

    def are_positive(self, terms: Terms) -> bool:
        """Whether a form is positive: no term is negative, and one is positive."""
        return self.are_never_negative(terms) and any(
            all(map(self.is_positive, product)) for product in terms
        )

    def are_never_negative(self, terms: Terms) -> bool:
        """Whether no term is negative."""
        return all(
            self.is_positive_number(coefficient)
            and all(
                times % 2 == 0 or is_not_negative(component)
                for component, times in Counter(product).items()
            )
            for product, coefficient in terms.items()
        )

    def is_positive_number(self, coefficient: RationalFunction) -> bool:
        """Whether a coefficient has positive numbers and positive symbols only."""
        return all(
            number > 0 and all(name in self._names for name, _ in powers)
            for terms in coefficient.key
            for powers, number in terms
        )


def positive_class(part: Positive) -> tuple[str, str, tuple[str, ...]]:
    """What the form knows of a positive part, for whoever proves it again.

    **Returns** its sort, 'nonnegative' or 'nonpositive' by the argument, else 'plain', or 'flipped'
    where the argument's negative is written first; a name that parts with equal arguments share, up
    to that sign; and the argument's free indices in the order in which they are equal.
    """
    forms = Forms([part])
    signs = forms.signed(part.body)
    for sort, terms in (("nonnegative", signs), ("nonpositive", scaled(signs, -ONE))):
        if _is_nonnegative(terms):
            return sort, "", ()
    argument = forms.plain(part.body)
    one, other = _positive_part(argument), _positive_part(scaled(argument, -ONE))
    sort, (kind, slots) = ("plain", one) if one[0] <= other[0] else ("flipped", other)
    return sort, kind.name, tuple(name for _, name in slots)


@dataclass(frozen=True)
class _Taken:
    """Of what an entry of a form is the function: its form, and free indices in their order."""

    function: str
    argument: Terms
    order: tuple[str, ...]


class Forms:
    """The forms of the parts of expressions, each made once.

    In the `plain` form relu(v) is relu(-v) + v if -v is written first, so that equal functions look
    equal; in the `signed` form it stays as it is, so that signs can be seen.
    """

    def __init__(self, expressions: Iterable[IndexExpression]) -> None:
        self._known = Signs(expressions)
        self._plain: dict[int, Terms] = {}
        self._signed: dict[int, Terms] = {}
        self._taken: dict[Kind, _Taken] = {}

    def plain(self, part: IndexExpression) -> Terms:
        """The canonical form."""
        if place_of(part) not in self._plain:
            self._plain[place_of(part)] = self._settled(self._made(part, self.plain))
        return self._plain[place_of(part)]

    def signed(self, part: IndexExpression) -> Terms:
        """The form in which positive parts are kept."""
        if place_of(part) not in self._signed:
            self._signed[place_of(part)] = self._settled(self._made(part, self.signed))
        return self._signed[place_of(part)]

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
        if _is_nonnegative(signs):
            return form(part.body)
        if _is_nonnegative(scaled(signs, -ONE)):
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
            return total(parts) if isinstance(number, sp.Add) else self._times(*parts)
        if number is sp.E:
            return self._exponential(_ONLY_ONE)
        argument: Any = number.args[0]
        if isinstance(number, sp.log) and argument.is_positive:
            return self._logarithm(self._of_number(argument), positive=True)
        if isinstance(number, sp.exp) and argument.is_real:
            return self._exponential(self._of_number(argument))
        if isinstance(number, sp.Pow) and isinstance(number.exp, sp.Rational):
            halves = 2 * Fraction(number.exp.p, number.exp.q)
            if argument.is_positive and halves.denominator == 1 and abs(halves) <= _MOST_POWERS:
                root = self._root(self._of_number(argument), positive=True)
                return self._power(root, int(halves), positive=True)
        expected = "a rational function, or logarithms and roots of what is known to be positive"
        raise ArgumentError("scalar", number, expected)

    # --- functions of entries

    def _applied(self, part: Opaque, argument: Terms) -> Terms:
        if part.name == RECIPROCAL:
            signs = is_seen_positive(part.body), is_seen_nonnegative(part.body)
            return self._reciprocal(argument, positive=signs[0], nonnegative=signs[1])
        if part.name not in _OF_REALS:
            return of_factors([_opaque(part, argument)])
        _require_real(part)
        if part.name == EXPONENTIAL:
            return self._exponential(argument)
        if part.name == LOGARITHM:
            return self._logarithm(argument, positive=is_seen_positive(part.body))
        if part.name == ROOT:
            signs = is_seen_positive(part.body), is_seen_nonnegative(part.body)
            return self._root(argument, positive=signs[0], nonnegative=signs[1])
        if part.name == LARGEST:
            return self._largest(part, argument)
        if part.bound:
            return self._norm(part, argument)
        return argument if is_seen_nonnegative(part.body) else self._absolute(argument)

    def _exponential(self, argument: Terms) -> Terms:
        """E to the power of a form; of each term for itself where permutations stand in it."""
        if not any(map(has_permutations, argument)):
            return self._exponential_of(argument)
        each = (outside({p: c}, self._exponential_of) for p, c in argument.items())
        return self._times(*each)

    def _exponential_of(self, argument: Terms) -> Terms:
        """E to the power of a form: for each term an entry, or y for log(y)."""
        powers: list[Terms] = []
        factors: list[Factor] = []
        for product, coefficient in argument.items():
            positive = self._logarithm_in(product)
            halves = None if positive is None else coefficient.as_constant
            if positive is None or halves is None or 2 % halves.denominator:
                factors += self._of_exponent(product, coefficient)
            elif halves.denominator == 1 and abs(halves) <= _MOST_POWERS:
                powers.append(self._power(positive, int(halves), positive=True))
            elif abs(halves) <= _MOST_POWERS:
                root = self._root(positive, positive=True)
                powers.append(self._power(root, int(2 * halves), positive=True))
            else:
                factors += self._of_exponent(product, coefficient)
        return self._times(of_factors(factors), *powers)

    def _logarithm_in(self, product: Product) -> Terms | None:
        """The positive number whose logarithm a product is, and None for others."""
        if len(product) != 1 or (taken := self.taken_of(product[0])) is None:
            return None
        is_of_positive = product[0][1][0][0].name.startswith(f"{LOGARITHM}!#")
        return taken[1] if is_of_positive else None

    def _of_exponent(self, product: Product, coefficient: RationalFunction) -> list[Factor]:
        """Entries whose product is e to the power of one term."""
        constant = coefficient.as_constant
        if constant is not None and abs(constant.numerator) <= _MOST_POWERS:
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

    def _reciprocal(
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
        return scaled(self._times(*parts), ONE / (content * coefficient))

    def _reciprocal_of(self, component: Component, *, nonzero: bool) -> Terms:
        sizes, (first, *others) = component
        if not sizes and not others and first[0].name.startswith((UP, DOWN)):
            return of_factors([(opposite_of(first[0]), first[1])])
        if (taken := self.taken_of(component)) is not None and taken[0] == RECIPROCAL:
            return taken[1]
        sign = "+" if is_not_negative(component) else ""
        return self._entry(RECIPROCAL, ("!" if nonzero else "") + sign, {(component,): ONE})

    def _logarithm(self, argument: Terms, *, positive: bool = False) -> Terms:
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
        if rest != _ONLY_ONE:
            parts.append(self._entry(LOGARITHM, "!", rest))
        return total(parts)

    def _logarithm_of(self, component: Component) -> Terms:
        """The logarithm of what hangs together, and is positive."""
        function, argument = self.taken_of(component) or ("", {})
        if function == EXPONENTIAL:
            return argument
        if function == RECIPROCAL:
            return scaled(self._logarithm(argument, positive=True), -ONE)
        if function == ROOT:
            return scaled(self._logarithm(argument, positive=True), ONE / 2)
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

    def _root(self, argument: Terms, *, positive: bool = False, nonnegative: bool = False) -> Terms:
        """The square root, 0 of what is negative; squares are taken out, as absolute values."""
        if not argument:
            return {}
        content, rest = self._content(argument)
        parts = [self._root_of_number(content)]
        if list(rest.values()) == [ONE]:
            left: list[Component] = []
            for component, times in Counter(next(iter(rest))).items():
                parts += [self._absolute({(component,): ONE})] * (times // 2)
                if times % 2 and is_not_negative(component):
                    flags = "!+" if self._known.is_positive(component) else "+"
                    parts.append(self._entry(ROOT, flags, {(component,): ONE}))
                elif times % 2:
                    left.append(component)
            if len(left) < len(next(iter(rest))):  # signs are those of the whole, and not of these
                positive = nonnegative = False
            rest = {tuple(sorted(left)): ONE}
        if rest != _ONLY_ONE:
            positive = positive or self._known.are_positive(rest)
            nonnegative = positive or nonnegative or self._known.are_never_negative(rest)
            parts.append(self._entry(ROOT, "!+" if positive else "+" if nonnegative else "", rest))
        return self._times(*parts)

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
        return scaled(self._times(*parts), whole)

    def _absolute(self, argument: Terms) -> Terms:
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
        return scaled(self._times(*parts), content)

    def _entry_of_either_sign(self, argument: Terms) -> Terms:
        sides = argument, scaled(argument, -ONE)
        return self._entry(NORM, "", min(sides, key=lambda side: named(side, ())))

    def _norm(self, part: Opaque, argument: Terms) -> Terms:
        """A norm of all entries: the largest absolute value, or the one as an operator."""
        if not argument:
            return {}
        content, rest = self._content(argument)
        parts: list[Terms] = []
        ((product, coefficient), *others) = rest.items()
        names = {index.name for index in part.bound}
        if not others and coefficient.as_constant is not None:
            outer = [c for c in product if not _names_of(c) & names]
            parts += [self._absolute({(component,): ONE}) for component in outer]
            rest = {_without(product, outer): coefficient}
        sides = rest, scaled(rest, -ONE)
        orders = [part.bound]
        if part.name == OPERATOR:
            orders.append(part.bound[::-1])
        found = min(_of_whole(part.name, order, side) for order in orders for side in sides)
        return scaled(self._times(of_factors([found]), *parts), content)

    def _largest(self, part: Opaque, argument: Terms) -> Terms:
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

    def _times(self, *parts: Terms) -> Terms:
        whole = _ONLY_ONE
        for part in parts:
            whole = total(
                scaled(multiplied(one, two), a * b)
                for one, a in whole.items()
                for two, b in part.items()
            )
        return self._settled(whole)

    def _power(self, base: Terms, exponent: int, *, positive: bool = False) -> Terms:
        if exponent < 0:
            base = self._reciprocal(base, positive=positive)
        return self._times(*[base] * abs(exponent))

    def _settled(self, terms: Terms) -> Terms:
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
            parts.append(self._times(square, rest))
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
            return self._times(argument, argument)
        flags = component[1][0][0].name.removeprefix(function).partition("#")[0]
        if function == ROOT:
            return argument if "+" in flags else None
        if function == RECIPROCAL and list(argument.values()) == [ONE]:
            ((inner, *others),) = argument
            square = None if others else self._square_of(inner)
            of_squares = square is not None and self.taken_of(inner) is not None
            if of_squares and (self.taken_of(inner) or ("",))[0] in (ROOT, NORM):
                return self._reciprocal(square or {}, positive="!" in flags, nonnegative=True)
        return None


_OF_REALS = (EXPONENTIAL, LOGARITHM, ROOT, NORM, LARGEST, OPERATOR)


def has_functions(number: sp.Expr) -> bool:
    """Whether a scalar has logarithms, roots or exponentials of real numbers in it."""
    roots = (power.exp for power in number.atoms(sp.Pow))
    return number.has(sp.log, sp.exp) or any(
        exponent.is_Rational and not exponent.is_Integer for exponent in roots
    )


def _is_nonnegative(terms: Terms) -> bool:
    """Whether every term is a positive number times what is never negative."""
    return all(
        (constant := coefficient.as_constant) is not None
        and constant > 0
        and all(is_never_negative(tensor) for _, factors in product for tensor, _ in factors)
        for product, coefficient in terms.items()
    )


def _require_real(part: IndexExpression) -> None:
    """Raise `ArgumentError` for a function of real numbers of what is not known to be real."""
    for inner in nodes([part]):
        if isinstance(inner, Scalar) and inner.value.is_real is not True:
            raise ArgumentError("expression", inner, "what is known to be real")


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
