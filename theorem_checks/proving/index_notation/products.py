"""The algebra of products of tensor entries, of which the canonical form of an expression is made.

A form is a linear combination of such products, with rational functions of the scalars and sizes
for coefficients. Here deltas, signs, lags and inverses are contracted, and forms are multiplied,
summed over an index and given other names; `index_terms` adds functions of entries.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, singledispatch
from hashlib import blake2b
from itertools import permutations
from typing import Any, TypeAlias

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.identities.canonical import CanonicalForms
from theorem_checks.proving.identities.rational_functions import RationalFunction
from theorem_checks.proving.index_notation.graphs import (
    Component,
    Factor,
    Size,
    Slot,
    connected,
    labelled,
)
from theorem_checks.statements.arrays.index_expressions import (
    IndexExpression,
    Plus,
    Renamed,
    Scalar,
    Summed,
    Times,
    nodes,
)
from theorem_checks.statements.arrays.index_relations import AtMost, Delta, Lag
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.known_functions import (
    EXPONENTIAL,
    NORM,
    OPERATOR,
    RECIPROCAL,
    ROOT,
)
from theorem_checks.statements.arrays.tensors import RESERVED, Entry, Kind
from theorem_checks.statements.exact import unique_symbols
from theorem_checks.statements.formulas import condition
from theorem_checks.verdicts.seals import Condition

__all__ = ["DOWN", "EQUAL", "ONE", "ONLY", "PERMUTATION", "POSITIVE", "UP", "Product", "Terms"]
__all__ += ["conditions_on", "conditions_on_size", "cut", "divided_out", "free_slots"]
__all__ += ["has_permutations"]
__all__ += ["is_exponential_of_less", "is_never_negative", "is_not_negative"]
__all__ += ["multiplied", "named"]
__all__ += ["of_factors", "opposite_of", "rational", "renamed", "scaled", "summed", "terms_of"]
__all__ += ["total"]

Product: TypeAlias = tuple[Component, ...]
"""A product of tensor entries: its connected components, in order."""

Terms: TypeAlias = Mapping[Product, RationalFunction]
"""A linear combination of products, without zero coefficients."""

EQUAL = Kind(RESERVED[0], 2, "symmetric")
_SIGN = Kind(RESERVED[1], 2, "antisymmetric")  # 1 where the first index is less than the second
_LAG = Kind(RESERVED[2], 3)  # 1 where the first index is the sum of the others
_EVEN = Kind(RESERVED[2], 3, known="even")  # the same, for three indices of one size, not one index
_LAGS = (_LAG, _EVEN)
ONE = RationalFunction.constant(1)
ONLY = "#only"  # no index has this name
POSITIVE = "+#"  # no tensor, and no function of an author's, has a name that begins so
UP, DOWN = (f"{EXPONENTIAL}{sign}#" for sign in "+-")  # e^a and e^-a
# Of a reciprocal, logarithm, root "!" says that its argument is not 0, "+" that it is at least 0.
_NEVER_NEGATIVE = (POSITIVE, UP, DOWN, f"{NORM}#", f"{OPERATOR}#", f"{ROOT}#")
_NEVER_NEGATIVE += tuple(f"{function}{n}+#" for function in (RECIPROCAL, ROOT) for n in ("", "!"))
PERMUTATION = "permutation"
_KNOWN_NONNEGATIVE = ("nonnegative", "probabilities", "stochastic", PERMUTATION)
_CONTRACTED = {"orthogonal": (0, 1), "orthonormal columns": (0,), "unit": (0,)}
_ZERO_OF_ONE = (_LAG, ((0, ONLY),) * 3)  # that an index of size 1 is 0
_ADDED_UP = {"probabilities": (0,), "stochastic": (1,), PERMUTATION: (0, 1)}
_MOST_FREE = 4  # indices of a positive part whose order is made canonical by trying all


def is_never_negative(tensor: Kind) -> bool:
    """Whether an entry of a form stands for what is not negative: a delta, an exponential, ..."""
    return tensor == EQUAL or tensor.name.startswith(_NEVER_NEGATIVE)


def is_not_negative(component: Component) -> bool:
    """Whether what hangs together is not negative, at all values of its entries, which are real."""
    return all(
        times % 2 == 0 or tensor.known in _KNOWN_NONNEGATIVE or is_never_negative(tensor)
        for (tensor, _), times in Counter(component[1]).items()
    )


def is_exponential_of_less(tensor: Kind) -> bool:
    """Whether an entry of a form stands for e^-a, beside e^a, which is its reciprocal."""
    return tensor.name.startswith(DOWN)


def opposite_of(tensor: Kind) -> Kind:
    """The entry that is 1 beside an exponential."""
    up = tensor.name.startswith(UP)
    old, new = (UP, DOWN) if up else (DOWN, UP)
    return tensor._replace(name=new + tensor.name.removeprefix(old))


def named(argument: Terms, bound: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """A digest of a form up to the names of its free indices, and these in the order it has them.

    The `bound` ones are told apart by their order.
    """
    names = sorted(
        {
            name
            for product in argument
            for _, factors in product
            for _, slots in factors
            for kind, name in slots
            if kind == 0 and name != ONLY and name not in bound
        }
    )
    orders = permutations(names) if len(names) <= _MOST_FREE else [tuple(names)]
    text, order = min((_text(argument, order, bound), order) for order in orders)
    return blake2b(text.encode(), digest_size=16).hexdigest(), tuple(order)


def _text(argument: Terms, order: Sequence[str], bound: Sequence[str]) -> str:
    numbered = {name: f"#{place}" for place, name in enumerate(order)}
    numbered |= {name: f"#bound {place}" for place, name in enumerate(bound)}
    whole = total(
        scaled(_opened(product, numbered).terms(), coefficient)
        for product, coefficient in argument.items()
    )
    return "; ".join(
        sorted(f"{coefficient!r} {product!r}" for product, coefficient in whole.items())
    )


def conditions_on(expression: IndexExpression) -> list[Condition]:
    """What has to hold for an expression to have a value: no scalar divides by 0, sizes are sizes.

    **Raises** `NowhereDefinedError` if a scalar divides by what is identically 0.
    """
    forms = CanonicalForms()
    sizes: dict[sp.Expr, None] = {}
    for part in nodes([expression]):
        if isinstance(part, Scalar):
            forms.of(part.value)
        sizes |= {index.range: None for index in (*part.free.values(), *part.within)}
    found = [requirement.condition for requirement in forms.requirements()]
    return [*found, *(c for size in sizes for c in conditions_on_size(size))]


def conditions_on_size(size: sp.Expr) -> list[Condition]:
    """That a size is a natural number, as far as the assumptions on its symbols do not say so."""
    found: list[Condition] = []
    if size.is_integer is None:
        whole: Any = sp.Eq(size, sp.floor(size), evaluate=False)
        found.append(condition(whole, f"{size} is an integer"))
    if not (size.is_nonnegative or _raised(size).is_nonnegative):
        natural: Any = sp.Ge(size, 0, evaluate=False)
        found.append(condition(natural, f"{size} >= 0"))
    return found


def _raised(size: sp.Expr) -> sp.Expr:
    """The size with each positive integer written as 1 more than a natural number."""
    natural: dict[sp.Basic, sp.Expr] = {
        s: sp.Dummy(integer=True, nonnegative=True) + 1
        for s in unique_symbols([size])
        if s.is_integer and s.is_positive
    }
    return sp.expand(size.xreplace(natural))


@singledispatch
def terms_of(expression: IndexExpression, _parts: list[Terms]) -> Terms:
    """The form of one node, given those of its parts."""
    raise ArgumentError("expression", expression, "an expression made of tensors, deltas and sums")


@terms_of.register
def _(expression: Scalar, _parts: list[Terms]) -> Terms:
    value = rational(expression.value)
    return {} if value.is_zero else {(): value}


@terms_of.register
def _(expression: Entry, _parts: list[Terms]) -> Terms:
    if expression.tensor.matrix and expression.tensor.rank == 4:
        return _by_age(expression)
    kind = expression.tensor.kind
    if kind.matrix:
        kind = kind._replace(name=_of_ages(kind))
    return of_factors([(kind, free_slots(*expression.indices))])


def _of_ages(kind: Kind) -> str:
    return f"{kind.power_of}^#"  # no tensor has this name


def _by_age(expression: Entry) -> Terms:
    """The entry of A^(t - s) for s <= t, and 0 else: the sum over j of [t = s + j] A^j."""
    kind = expression.tensor.kind
    t, s, *own = expression.indices
    ages = kind._replace(name=_of_ages(kind), rank=3)
    size = rational(t.range)
    age: Slot = (0, ONLY) if t.range == 1 else (0, "#age")  # no index has this name
    lag = _lag((*free_slots(t, s), age), even=t.range == s.range)
    opened = _Open([], [lag, (ages, (age, *free_slots(*own)))])
    if t.range != 1:
        opened.bind(age[1], Size(repr(size), size))
    return opened.terms()


@terms_of.register
def _(expression: Delta, _parts: list[Terms]) -> Terms:
    return of_factors([(EQUAL, free_slots(expression.i, expression.j))])


@terms_of.register
def _(expression: AtMost, _parts: list[Terms]) -> Terms:
    slots = free_slots(expression.i, expression.j)
    pairs = [{(): ONE}, of_factors([(EQUAL, slots)]), of_factors([(_SIGN, slots)])]
    return scaled(total(pairs), ONE / 2)


@terms_of.register
def _(expression: Lag, _parts: list[Terms]) -> Terms:
    ranges = {index.range for index in expression.indices}
    return of_factors([_lag(free_slots(*expression.indices), even=len(ranges) == 1)])


@terms_of.register
def _(_: Plus, parts: list[Terms]) -> Terms:
    return total(parts)


@terms_of.register
def _(_: Times, parts: list[Terms]) -> Terms:
    result: Terms = {(): ONE}
    for part in parts:
        result = total(
            scaled(multiplied(one, two), a * b)
            for one, a in result.items()
            for two, b in part.items()
        )
    return result


@terms_of.register
def _(expression: Renamed, parts: list[Terms]) -> Terms:
    names = frozenset((old, new.name) for old, new in expression.names.items())
    return total(
        scaled(renamed(product, names), coefficient) for product, coefficient in parts[0].items()
    )


@terms_of.register
def _(expression: Summed, parts: list[Terms]) -> Terms:
    result = parts[0]
    for index in expression.indices:
        size = rational(index.range)
        if size.is_zero:
            return {}
        at_0 = _at_0(index)
        result = total(
            scaled(_summed(product, index.name, Size(repr(size), size)), coefficient)
            if at_0 not in product or any(_mentions(c, index.name) for c in {*product} - {at_0})
            else {tuple(c for c in product if c != at_0): coefficient}
            for product, coefficient in result.items()
        )
    return result


def _at_0(index: Index) -> Component | None:
    """The part of a product that says that an index is 0, if it has a value 0 at all sizes."""
    if index.range == 1 or not (index.range.is_positive or (index.range - 1).is_nonnegative):
        return None
    return (), ((_LAG, ((0, index.name),) * 3),)


def rational(value: sp.Expr) -> RationalFunction:
    """The canonical form of a scalar or a size."""
    forms = CanonicalForms()
    form = forms.of(value)
    if forms.abstracted:
        raise ArgumentError(
            "scalar", value, "a rational function", "Give other functions a symbol of their own."
        )
    return form


def free_slots(*indices: Index) -> tuple[Slot, ...]:
    """The slots of indices; those of size 1 all have the same value, and share one slot."""
    return tuple((0, ONLY if index.range == 1 else index.name) for index in indices)


def total(parts: Iterable[Terms]) -> Terms:
    """The sum of forms."""
    whole: dict[Product, RationalFunction] = {}
    for part in parts:
        for product, coefficient in part.items():
            whole[product] = whole[product] + coefficient if product in whole else coefficient
    return {product: c for product, c in whole.items() if not c.is_zero}


def scaled(terms: Terms, factor: RationalFunction) -> Terms:
    """A form times a number."""
    return terms if factor == 1 else {product: c * factor for product, c in terms.items()}


def _lag(slots: tuple[Slot, ...], *, even: bool) -> Factor:
    """That the first index is the sum of the others, which are of one size if `even`."""
    return (_EVEN if even and len({*slots}) > 1 else _LAG), slots


def of_factors(factors: list[Factor]) -> Terms:
    """The product of entries at free indices."""
    return _Open([], factors).terms()


@lru_cache(maxsize=1 << 12)
def renamed(product: Product, names: frozenset[tuple[str, str]]) -> Terms:
    """A product with other names for free indices."""
    return _opened(product, dict(names)).terms()


@lru_cache(maxsize=1 << 12)
def multiplied(one: Product, other: Product) -> Terms:
    """The product of two products; what deltas, signs and inverse numbers do is seen to."""
    product = (*one, *other)
    special = any(all(map(has, (one, other))) for has in (_has_lags, has_permutations)) or any(
        factor[0] in (EQUAL, _SIGN)
        or factor[0].name.startswith((DOWN, f"{RECIPROCAL}!"))
        or _is_of_one_row(*factor)
        or _is_number_with_inverse(*factor)
        for _, factors in product
        for factor in factors
    )
    return _opened(product, {}).terms() if special else {tuple(sorted(product)): ONE}


def _has_lags(product: Product) -> bool:
    return any(tensor in _LAGS for _, factors in product for tensor, _ in factors)


def has_permutations(product: Product) -> bool:
    """Whether an entry of a permutation stands in a product."""
    return any(tensor.known == PERMUTATION for _, factors in product for tensor, _ in factors)


def _is_of_one_row(tensor: Kind, slots: tuple[Slot, ...]) -> bool:
    """Whether an index of size 1 stands where one is contracted."""
    axes = _CONTRACTED.get(tensor.known, _ADDED_UP.get(tensor.known, ()))
    return any(slots[axis] == (0, ONLY) for axis in axes)


def _is_number_with_inverse(tensor: Kind, slots: tuple[Slot, ...]) -> bool:
    return bool(tensor.inverse_of) and slots == ((0, ONLY), (0, ONLY))


def _summed(product: Product, name: str, size: Size) -> Terms:
    touched = [c for c in product if _mentions(c, name)]
    if not touched:
        return {product: size.value}
    if _has_lags(tuple(touched)):  # which the new one may agree with
        touched = [c for c in product if c in touched or _has_lags((c,))]
    rest = tuple(c for c in product if c not in touched)
    bound = _bound(tuple(touched), name, size)
    if any(factor[0] == EQUAL for done in bound for part in done for factor in part[1]):
        return total(scaled(multiplied(done, rest), c) for done, c in bound.items())
    if any(factor[0].name.startswith(f"{RECIPROCAL}!") for part in rest for factor in part[1]):
        return total({divided_out((*done, *rest)): c} for done, c in bound.items())
    return total({tuple(sorted((*done, *rest))): c} for done, c in bound.items())


def summed(terms: Terms, name: str, size: Size) -> Terms:
    """A form summed over a free index, which has so many values."""
    return total(scaled(_summed(product, name, size), c) for product, c in terms.items())


def cut(component: Component, factor: Factor, slot: Slot, name: str) -> Terms:
    """What hangs together, without one of its entries, and with a bound index as a free one."""
    opened = _opened((component,), {})
    opened.free(factor, slot, name)
    return opened.terms()


@lru_cache(maxsize=1 << 12)
def _bound(product: Product, name: str, size: Size) -> Terms:
    """A product of which each part mentions an index, summed over that."""
    opened = _opened(product, {})
    opened.bind(name, size)
    return opened.terms()


def _mentions(component: Component, name: str) -> bool:
    return any((0, name) in slots for _, slots in component[1])


def _opened(product: Product, names: Mapping[str, str]) -> "_Open":
    """Take a product apart, with other names for free indices."""
    sizes: list[Size] = []
    factors: list[Factor] = []
    for own_sizes, own_factors in product:
        for tensor, slots in own_factors:
            moved = (
                (1, v + len(sizes)) if kind == 1 else (0, names.get(v, v)) for kind, v in slots
            )
            factors.append((tensor, tuple(moved)))
        sizes += own_sizes
    return _Open(sizes, factors)


class _Open:
    """A product on its way to canonical form: sizes of bound indices, and entries."""

    def __init__(self, sizes: list[Size], factors: list[Factor]) -> None:
        self._sizes = sizes
        self._factors = factors
        self._summed = set(range(len(sizes)))  # the bound indices that are not contracted away

    def bind(self, name: str, size: Size) -> None:
        """Turn a free index into a bound one."""
        self._summed.add(len(self._sizes))
        self._replace({(0, name): (1, len(self._sizes))})
        self._sizes.append(size)

    def free(self, factor: Factor, slot: Slot, name: str) -> None:
        """Leave an entry out, and turn a bound index into a free one."""
        self._factors.remove(factor)
        self._summed.remove(slot[1])
        self._replace({slot: (0, name)})

    def terms(self) -> Terms:
        """Contract what can be contracted, and label what remains."""
        self._cancel_numbers()
        self._factors = [factor for factor in self._factors if factor != _ZERO_OF_ONE]
        self._contract_deltas()
        while (
            self._pin_lags()
            or self._contract_lags()
            or self._contract_inverse()
            or self._contract_orthonormal()
            or self._join_permuted()
            or self._add_probabilities_up()
        ):
            self._contract_deltas()
        self._cancel_exponentials()
        squared = self._without_squared_sign()
        return self._labelled() if squared is None else squared

    def _replace(self, slots: Mapping[Slot, Slot]) -> None:
        self._factors = [
            (tensor, tuple(slots.get(slot, slot) for slot in own)) for tensor, own in self._factors
        ]

    def _contract_deltas(self) -> None:
        """Let one index stand for all that deltas make equal; deltas of free ones remain."""
        leader: dict[Slot, Slot] = {}

        def find(slot: Slot) -> Slot:
            while slot in leader:
                slot = leader[slot]
            return slot

        for tensor, slots in self._factors:
            if tensor == EQUAL:
                first, second = sorted(find(slot) for slot in slots)  # free before bound
                if first != second:
                    leader[second] = first
        self._factors = [factor for factor in self._factors if factor[0] != EQUAL]
        self._replace({slot: find(slot) for slot in leader})
        self._factors += [(EQUAL, (find(s), s)) for s in sorted(leader) if s[0] == 0]
        self._summed -= {number for kind, number in leader if kind == 1}

    def _cancel_numbers(self) -> None:
        """Leave out each matrix of size 1 that stands beside its inverse."""
        numbers = [factor for factor in self._factors if _is_number_with_inverse(*factor)]
        for factor in numbers:
            inverse = next((f for f in numbers if f[0].name == factor[0].inverse_of), None)
            if inverse and {factor, inverse} <= set(self._factors):
                self._factors.remove(factor)
                self._factors.remove(inverse)

    def _cancel_exponentials(self) -> None:
        """Leave out each e^a that stands beside e^-a."""
        for tensor, slots in [f for f in self._factors if f[0].name.startswith(DOWN)]:
            other = (opposite_of(tensor), slots)
            if other in self._factors:
                self._factors.remove((tensor, slots))
                self._factors.remove(other)

    def _pin_lags(self) -> bool:
        """Put 0 for an index that is said to be 0 in lags of one size; say whether it was so.

        Then [t = 0 + j] is a delta, and [0 = s + j] says that both are 0.
        """
        at_0 = {own[0] for tensor, own in self._factors if tensor in _LAGS and len({*own}) == 1}
        for factor in self._factors:
            t, *others = slots = factor[1] if factor[0] == _EVEN else ((0, ""),)
            said: list[Factor] = []
            if len({*slots}) == 1:
                said = [(_LAG, slots)]
            elif t in at_0:
                said = [(_LAG, (slot,) * 3) for slot in dict.fromkeys(others)]
            elif found := [place for place, slot in enumerate(others) if slot in at_0]:
                said = [(EQUAL, (t, others[1 - found[0]]))]
            if factor[0] == _EVEN and said:
                self._factors.remove(factor)
                self._factors += said
                return True
        return False

    def _contract_lags(self) -> bool:
        """Let one of two lags that agree in two places say that they agree in the third.

        Where both third indices are summed over, and over as many values; say whether it was so.
        """
        lags = [factor for factor in self._factors if factor[0] in _LAGS]
        for number, (tensor, slots) in enumerate(lags):
            for _, others in lags[:number]:
                apart = [pair for pair in zip(slots, others, strict=True) if pair[0] != pair[1]]
                if len({*slots}) == len({*others}) == 1:  # both are 0
                    apart = apart[:1]
                if len(apart) > 1 or not all(self._have_one_range(*pair) for pair in apart):
                    continue
                self._factors.remove((tensor, slots))
                self._factors += [(EQUAL, pair) for pair in apart]
                return True
        return False

    def _have_one_range(self, one: Slot, other: Slot) -> bool:
        """Whether two indices are bound, with as many values; of free ones it is not known."""
        bound = one[0] == other[0] == 1
        return bound and self._sizes[one[1]].value == self._sizes[other[1]].value

    def _contract_inverse(self) -> bool:
        """Replace one sum over P[a, x] P^-1[x, b] by a delta; say whether there was one."""
        for number in sorted(self._summed):
            places = [f for f in self._factors for slot in f[1] if slot == (1, number)]
            if len(places) != 2:
                continue
            (one, first), (two, second) = places
            if not one.inverse_of or one.inverse_of != two.name or first is second:
                continue
            if first.index((1, number)) == second.index((1, number)):
                continue  # rows against rows
            outer = tuple(s for slots in (first, second) for s in slots if s != (1, number))
            for factor in places:
                self._factors.remove(factor)
            self._factors.append((EQUAL, outer))
            self._summed.remove(number)
            return True
        return False

    def _contract_orthonormal(self) -> bool:
        """Replace one sum over Q[x, a] Q[x, b], or over Q[a, x] Q[b, x], by a delta.

        Of a unit vector the sum over u[x] u[x] is 1. An index of size 1 need not be summed over.
        """
        for number, (kind, slots) in enumerate(self._factors):
            for axis in _CONTRACTED.get(kind.known, ()):
                for later, (other, own) in enumerate(self._factors[number + 1 :], number + 1):
                    slot = slots[axis]
                    if other != kind or own[axis] != slot or not self._is_summed(slot, slots, own):
                        continue
                    outer = tuple(
                        s for part in (slots, own) for n, s in enumerate(part) if n != axis
                    )
                    kept = [f for n, f in enumerate(self._factors) if n not in (number, later)]
                    self._factors = kept + ([(EQUAL, outer)] if outer else [])
                    self._summed -= {slot[1]}
                    return True
        return False

    def _add_probabilities_up(self) -> bool:
        """Replace one sum over p[x], or over P[a, x], by 1; say whether there was one.

        Of a permutation so is the sum over a.
        """
        for number, (kind, slots) in enumerate(self._factors):
            for slot in (slots[axis] for axis in _ADDED_UP.get(kind.known, ())):
                standing = sum(own.count(slot) for _, own in self._factors)
                if slot == (0, ONLY) or (slot[0] == 1 and standing == 1):
                    del self._factors[number]
                    self._summed -= {slot[1]}
                    return True
        return False

    def _join_permuted(self) -> bool:
        """Let P[a, x] P[a, y], or P[x, a] P[y, a], say that x = y; say whether there was one.

        A permutation has a single 1 in each row and column, so that P[a, x]^2 is P[a, x].
        """
        for number, (kind, slots) in enumerate(self._factors):
            for later in range(number + 1, len(self._factors) if kind.known == PERMUTATION else 0):
                other, own = self._factors[later]
                if other == kind and any(one == two for one, two in zip(slots, own, strict=True)):
                    del self._factors[later]
                    self._factors += [
                        (EQUAL, pair) for pair in zip(slots, own, strict=True) if len({*pair}) == 2
                    ]
                    return True
        return False

    def _is_summed(self, slot: Slot, *where: tuple[Slot, ...]) -> bool:
        """Whether an index is summed over, and stands in these two places only."""
        if slot == (0, ONLY):
            return True
        standing = sum(own.count(slot) for _, own in self._factors)
        return slot[0] == 1 and standing == 2 and all(own.count(slot) == 1 for own in where)

    def _without_squared_sign(self) -> Terms | None:
        """Replace the product of two signs of one pair by 1 - delta, if there is one."""
        signs = [factor for factor in self._factors if factor[0] == _SIGN]
        for i, (_, slots) in enumerate(signs):
            for _, others in signs[:i]:
                if set(slots) == set(others):
                    rest = list(self._factors)
                    rest.remove((_SIGN, slots))
                    rest.remove((_SIGN, others))
                    parity = RationalFunction.constant(1 if slots == others else -1)
                    equal = self._with([*rest, (EQUAL, slots)])
                    return total(
                        [scaled(self._with(rest).terms(), parity), scaled(equal.terms(), -parity)]
                    )
        return None

    def _with(self, factors: list[Factor]) -> "_Open":
        """The same sums over other entries."""
        other = _Open(list(self._sizes), list(factors))
        other._summed = set(self._summed)
        return other

    def _labelled(self) -> Terms:
        coefficient = ONE
        standing = {number for _, slots in self._factors for kind, number in slots if kind == 1}
        for number in self._summed - standing:
            coefficient = coefficient * self._sizes[number].value
        components = []
        for numbers, factors in connected(self._factors):
            component, sign = labelled([self._sizes[n] for n in numbers], factors)
            coefficient = coefficient * sign
            components.append(component)
        return total([{divided_out(components): coefficient}])


def divided_out(components: Sequence[Component]) -> Product:
    """What is left of a product where a part stands beside its reciprocal, and is not 0."""
    left = list(components)
    for component in components:
        sizes, (first, *others) = component if component[1] else ((), (None, None))
        if sizes or others or first is None or not first[0].name.startswith(f"{RECIPROCAL}!"):
            continue
        _, _, digest = first[0].name.partition("#")
        for part in left:
            if part is component or named({(part,): ONE}, ()) != (digest, _names_in(first[1])):
                continue
            left.remove(part)
            left.remove(component)
            break
    return tuple(sorted(left))


def _names_in(slots: tuple[Slot, ...]) -> tuple[str, ...]:
    return tuple(name for _, name in slots)
