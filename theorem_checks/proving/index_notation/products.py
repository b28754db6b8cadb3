"""The algebra of products of tensor entries, of which the canonical form of an expression is made.

A form is a linear combination of such products, with rational functions of the scalars and sizes
for coefficients. Here deltas, signs, lags and inverses are contracted, and forms are multiplied,
summed over an index and given other names; `terms` has the form of each kind of expression.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import permutations
from typing import TypeAlias

from theorem_checks.proving.effort import require_time
from theorem_checks.proving.identities.rational_functions import RationalFunction
from theorem_checks.proving.index_notation.graphs import (
    Component,
    Factor,
    Size,
    Slot,
    connected,
    labelled,
)
from theorem_checks.proving.index_notation.known_entries import (
    ADDED_UP,
    CONTRACTED,
    DOWN,
    EQUAL,
    EVEN,
    LAG,
    LAGS,
    ONLY,
    PERMUTATION,
    SIGN,
    ZERO_OF_ONE,
    is_number_with_inverse,
    is_of_one_row,
    opposite_of,
)
from theorem_checks.statements.arrays.known_functions import (
    RECIPROCAL,
)

__all__ = ["ONE", "Product", "Terms", "cut", "divided_out", "has_permutations", "mentions"]
__all__ += ["multiplied", "named", "of_factors", "renamed", "scaled", "summed", "summed_product"]
__all__ += ["total"]

Product: TypeAlias = tuple[Component, ...]
"""A product of tensor entries: its connected components, in order."""

Terms: TypeAlias = Mapping[Product, RationalFunction]
"""A linear combination of products, without zero coefficients."""

ONE = RationalFunction.constant(1)
_MOST_FREE = 4  # indices of a positive part whose order is made canonical by trying all


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


def of_factors(factors: list[Factor], sizes: Mapping[str, Size] | None = None) -> Terms:
    """The product of entries at free indices, summed over those that have sizes."""
    opened = _Open([], factors)
    for name, size in (sizes or {}).items():
        opened.bind(name, size)
    return opened.terms()


@lru_cache(maxsize=1 << 12)
def renamed(product: Product, names: frozenset[tuple[str, str]]) -> Terms:
    """A product with other names for free indices."""
    return _opened(product, dict(names)).terms()


@lru_cache(maxsize=1 << 12)
def multiplied(one: Product, other: Product) -> Terms:
    """The product of two products; what deltas, signs and inverse numbers do is seen to."""
    product = (*one, *other)
    special = any(all(map(has, (one, other))) for has in (has_lags, has_permutations)) or any(
        factor[0] in (EQUAL, SIGN)
        or factor[0].name.startswith((DOWN, f"{RECIPROCAL}!"))
        or is_of_one_row(*factor)
        or is_number_with_inverse(*factor)
        for _, factors in product
        for factor in factors
    )
    return _opened(product, {}).terms() if special else {tuple(sorted(product)): ONE}


def product_of(parts: Iterable[Terms]) -> Terms:
    """The product of forms, term by term."""
    result: Terms = {(): ONE}
    for part in parts:
        result = total(_products(result, part))
    return result


def _products(one: Terms, other: Terms) -> Iterator[Terms]:
    """The products of the terms of two forms; thousands of them take longer than a proof may."""
    for product, coefficient in one.items():
        require_time()
        for more, factor in other.items():
            yield scaled(multiplied(product, more), coefficient * factor)


def has_lags(product: Product) -> bool:
    return any(tensor in LAGS for _, factors in product for tensor, _ in factors)


def has_permutations(product: Product) -> bool:
    """Whether an entry of a permutation stands in a product."""
    return any(tensor.known == PERMUTATION for _, factors in product for tensor, _ in factors)


def summed_product(product: Product, name: str, size: Size) -> Terms:
    """A product summed over a free index, which has so many values."""
    touched = [c for c in product if mentions(c, name)]
    if not touched:
        return {product: size.value}
    if has_lags(tuple(touched)):  # which the new one may agree with
        touched = [c for c in product if c in touched or has_lags((c,))]
    rest = tuple(c for c in product if c not in touched)
    bound = _bound(tuple(touched), name, size)
    if any(factor[0] == EQUAL for done in bound for part in done for factor in part[1]):
        return total(scaled(multiplied(done, rest), c) for done, c in bound.items())
    if any(factor[0].name.startswith(f"{RECIPROCAL}!") for part in rest for factor in part[1]):
        return total({divided_out((*done, *rest)): c} for done, c in bound.items())
    return total({tuple(sorted((*done, *rest))): c} for done, c in bound.items())


def summed(terms: Terms, name: str, size: Size) -> Terms:
    """A form summed over a free index, which has so many values."""
    return total(scaled(summed_product(product, name, size), c) for product, c in terms.items())


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


def mentions(component: Component, name: str) -> bool:
    """Whether a free index of this name stands in what hangs together."""
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
        self._factors = [factor for factor in self._factors if factor != ZERO_OF_ONE]
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
        for tensor, slots in self._factors:
            if tensor == EQUAL:
                first, second = sorted(_led(slot, leader) for slot in slots)  # free before bound
                if first != second:
                    leader[second] = first
        self._factors = [factor for factor in self._factors if factor[0] != EQUAL]
        self._replace({slot: _led(slot, leader) for slot in leader})
        self._factors += [(EQUAL, (_led(s, leader), s)) for s in sorted(leader) if s[0] == 0]
        self._summed -= {number for kind, number in leader if kind == 1}

    def _cancel_numbers(self) -> None:
        """Leave out each matrix of size 1 that stands beside its inverse."""
        numbers = [factor for factor in self._factors if is_number_with_inverse(*factor)]
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
        """Put 0 for an index that is said to be 0 in lags; say whether it was so.

        Then [0 = s + j] says that both are 0, and of one size [t = 0 + j] is a delta.
        """
        at_0 = {own[0] for tensor, own in self._factors if tensor in LAGS and len({*own}) == 1}
        for factor in self._factors:
            tensor, slots = factor
            if tensor not in LAGS or (tensor == LAG and len({*slots}) == 1):
                continue
            t, *others = slots
            said: list[Factor] = []
            if len({*slots}) == 1:
                said = [(LAG, slots)]
            elif t in at_0:
                said = [(LAG, (slot,) * 3) for slot in dict.fromkeys(others)]
            elif tensor == EVEN and (
                found := [place for place, slot in enumerate(others) if slot in at_0]
            ):
                said = [(EQUAL, (t, others[1 - found[0]]))]
            if said:
                self._factors.remove(factor)
                self._factors += [one for one in said if one[0] == EQUAL or not self._sums_up(one)]
                return True
        return False

    def _sums_up(self, at_0: Factor) -> bool:
        """Whether it is 1 that an index is 0, which is summed over and stands nowhere else."""
        kind, number = slot = at_0[1][0]
        standing = any(slot in own for _, own in self._factors)
        if kind != 1 or standing or not self._sizes[number].text.isdecimal():
            return False
        if not int(self._sizes[number].text):
            return False
        self._summed.discard(number)
        return True

    def _contract_lags(self) -> bool:
        """Let one of two lags that agree in two places say that they agree in the third.

        Where both third indices are summed over, and over as many values; say whether it was so.
        """
        lags = [factor for factor in self._factors if factor[0] in LAGS]
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
            for axis in CONTRACTED.get(kind.known, ()):
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
            for slot in (slots[axis] for axis in ADDED_UP.get(kind.known, ())):
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
        signs = [factor for factor in self._factors if factor[0] == SIGN]
        for i, (_, slots) in enumerate(signs):
            for _, others in signs[:i]:
                if set(slots) == set(others):
                    rest = list(self._factors)
                    rest.remove((SIGN, slots))
                    rest.remove((SIGN, others))
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


def _led(slot: Slot, leader: Mapping[Slot, Slot]) -> Slot:
    """The slot that stands for all that are equal to this one."""
    while slot in leader:
        slot = leader[slot]
    return slot


def _names_in(slots: tuple[Slot, ...]) -> tuple[str, ...]:
    return tuple(name for _, name in slots)
