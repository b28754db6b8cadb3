"""Index expressions as nested tuples of strings, equal up to the names of bound indices and order.

Which of the orders of bound indices is taken is told by the text of the data: the least one. The
sizes of the indices come first in it, so that only orders by size are looked at.

Proofs write the same expressions thousands of times. So what was written is kept by content: each
time all of an expression is read, and what holds the same, down to its leaves, is written once. Of
an expression that was read before it is enough to see that the same objects stand in it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache
from itertools import chain, groupby, permutations, product
from operator import attrgetter, eq, is_
from typing import Any, NamedTuple

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.arrays.index_expressions import (
    IndexExpression,
    Opaque,
    Plus,
    Positive,
    Renamed,
    Scalar,
    Summed,
    Times,
    nodes,
)
from theorem_checks.statements.arrays.index_relations import AtMost, Delta, Lag
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.tensors import Entry, Tensor
from theorem_checks.statements.formulas import encoded
from theorem_checks.statements.places import place_of

__all__ = [
    "data_as_read",
    "formula_data",
    "frozen",
    "index_data",
    "named_formula_data",
    "require_own",
]

_MOST_BOUND = 5  # indices of one sum whose order is made canonical by trying all
_MOST_KEPT = 500_000  # parts of expressions
_PARTS_FOR_ONE = 10  # objects that are told apart take so much less room


class _Written(NamedTuple):
    """Data and its text, as `str` prints it: the text of a part is made but once.

    Of a formula also its symbols without a name that says which they are.
    """

    data: Any
    text: str
    unnamed: frozenset[sp.Dummy] = frozenset()


def require_own(value: Any) -> None:
    """Raise `ArgumentError` for a class of an author's, which may say what it is not."""
    if not type(value).__module__.startswith("theorem_checks."):
        raise ArgumentError("term", type(value).__name__, "arrays and machines of the toolkit")


def frozen(data: Any) -> Any:
    """Nested lists of strings as nested tuples."""
    return tuple(map(frozen, data)) if isinstance(data, list) else data


def index_data(e: IndexExpression) -> Any:
    """An index expression as data; free indices go by their names.

    **Raises** `ArgumentError` for classes of an author, and formulas that have no such data.
    """
    table = _table()
    if (known := table.as_read(e)) is not None:
        return known
    data = _Writer(table).written(e, {}, 0).data
    table.keep(e, data)
    return data


def data_as_read(e: IndexExpression) -> Any:
    """The data of an expression, if they were written before, and it holds what it held."""
    return _table().as_read(e)


def formula_data(value: sp.Basic) -> Any:
    """A formula as data, as sizes and scalars stand in it."""
    return _table().formula(value).data


def named_formula_data(value: sp.Basic) -> Any:
    """A formula as data. **Raises** `ArgumentError` where a symbol in it is a dummy."""
    written = _table().formula(value)
    if written.unnamed:
        expected = f"named symbols in place of {set(written.unnamed)}"
        raise ArgumentError("term", value, expected)
    return written.data


class _Reading:
    """All that an expression holds, down to its leaves: objects, each where it stands.

    What changes an expression puts another object in the place of one; names, formulas and kinds
    of tensors do not change themselves. So it holds the same if the objects are the same.
    """

    def __init__(self, e: IndexExpression) -> None:
        self._parts: list[Any] = []
        self._kinds: list[type] = []  # of each part, and what it holds
        self._own: list[dict[str, Any]] = []
        self._owners: list[dict[str, Any]] = []
        self._names: list[str] = []  # in each of these, and what stands there
        self._values: list[Any] = []
        self._tables: list[dict[str, Index]] = []  # of names, whose items are among the values
        self._lengths: list[int] = []
        self._named: list[tuple[Mapping[str, Index], tuple[tuple[str, Index], ...]]] = []
        seen: set[int] = set()
        for part in nodes((e,)):
            for name in _fields_of(type(part)):
                self._hold(part, name, seen)
            self._part(part)

    def _part(self, part: Any) -> None:
        self._parts.append(part)
        self._kinds.append(type(part))
        self._own.append(vars(part))

    def _held(self, own: dict[str, Any], name: str) -> Any:
        self._owners.append(own)
        self._names.append(name)
        self._values.append(value := own[name])
        return value

    def _hold(self, part: Any, name: str, seen: set[int]) -> None:
        value = self._held(vars(part), name)
        if type(value) is dict:
            self._table(value)
            value = tuple(value.values())
        elif type(value) is not tuple and isinstance(value, Mapping):
            self._named.append((value, tuple(value.items())))
            value = tuple(value.values())
        for inner in value if type(value) is tuple else (value,):
            if isinstance(inner, Index | Tensor) and place_of(inner) not in seen:
                seen.add(place_of(inner))
                self._part(inner)
                for own in ("name", "_range") if isinstance(inner, Index) else ("kind",):
                    self._held(vars(inner), own)

    def _table(self, names: dict[str, Index]) -> None:
        """Hold all that stands in a table of names."""
        self._tables.append(names)
        self._lengths.append(len(names))
        self._owners += [names] * len(names)
        self._names += names.keys()
        self._values += names.values()

    @property
    def size(self) -> int:
        """How many objects are told apart."""
        return len(self._parts) + len(self._values)

    def is_as_it_was(self) -> bool:
        """Whether the objects are still the same."""
        # By maps, as they run without Python's own steps: this is asked more often than all else.
        if not all(map(is_, map(dict.get, self._owners, self._names), self._values)):
            return False
        if not all(map(is_, map(type, self._parts), self._kinds)):
            return False
        if not all(map(is_, map(_own, self._parts), self._own)):
            return False
        if not all(map(eq, map(len, self._tables), self._lengths)):
            return False
        for names, items in self._named:
            if len(names) != len(items):
                return False
            for old, new in items:
                if names.get(old) is not new:
                    return False
        return True


_own = attrgetter("__dict__")


@cache
def _fields_of(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))  # pyright: ignore[reportArgumentType]


class _Table:
    """What was written, by content.

    An expression has a number, by the numbers of its parts and by what else it holds: names, and
    formulas and kinds of tensors, which do not change, by their places.
    """

    def __init__(self) -> None:
        self.numbers: dict[tuple[Any, ...], int] = {}
        self._parts_read = 0
        self.written: dict[tuple[int, int, tuple[tuple[str, str], ...]], _Written] = {}
        self.free: dict[int, tuple[str, ...]] = {}
        self._read: dict[int, tuple[_Reading, Any]] = {}
        self._formulas: dict[int, _Written] = {}
        self._kept: dict[int, object] = {}  # so that no other object comes to stand in its place

    @property
    def is_full(self) -> bool:
        kept = len(self.numbers) + len(self.written) + len(self._kept)
        return kept + self._parts_read // _PARTS_FOR_ONE > _MOST_KEPT

    def as_read(self, e: IndexExpression) -> Any:
        """The data of an expression that was read before, if it holds what it held; or None."""
        known = self._read.get(place_of(e))
        return known[1] if known is not None and known[0].is_as_it_was() else None

    def keep(self, e: IndexExpression, data: Any) -> None:
        """Keep the data of an expression, which `place_of` tells from others while it is kept."""
        reading = _Reading(e)
        self._read[self.place(e)] = reading, data
        self._parts_read += reading.size

    def place(self, value: object) -> int:
        """Where an object stands that does not change, and stays."""
        where = place_of(value)
        if where not in self._kept:
            self._kept[where] = value
        return where

    def formula(self, value: sp.Basic) -> _Written:
        """A formula; two that are equal are written each by itself, as one may be refused."""
        where = self.place(value)
        if where not in self._formulas:
            data = frozen(encoded(value))
            unnamed = frozenset(value.atoms(sp.Dummy))
            self._formulas[where] = _Written(data, str(data), unnamed)
        return self._formulas[where]


_tables: list[_Table] = []


def _table() -> _Table:
    """The table of this process; a new one where the last has grown too large."""
    if not _tables or _tables[-1].is_full:
        _tables[:] = [_Table()]
    return _tables[-1]


class _Writer:
    """Writes parts of one expression, which nothing changes meanwhile."""

    def __init__(self, table: _Table) -> None:
        self._table = table
        self._numbers: dict[int, int] = {}  # of parts, by place

    def written(self, e: IndexExpression, names: Mapping[str, str], depth: int) -> _Written:
        """An expression below `depth` bound indices; `names` says what indices are called."""
        number = self._number(e)
        free = self._free_in(e, number)
        called = tuple((name, names[name]) for name in free if name in names)
        key = (number, depth, called)
        known = self._table.written.get(key)
        if known is None:
            known = self._table.written[key] = self._made(e, names, depth)
        return known

    def _number(self, e: IndexExpression) -> int:
        """The number of what an expression holds."""
        place = place_of(e)
        known = self._numbers.get(place)
        if known is None:
            numbers = self._table.numbers
            known = numbers.setdefault(self._content(e), len(numbers))
            self._numbers[place] = known
        return known

    def _content(self, e: IndexExpression) -> tuple[Any, ...]:
        kind, place = type(e), self._table.place
        if kind is Times or kind is Plus:  # as most are
            parts = e.terms if isinstance(e, Plus) else e.factors  # pyright: ignore
            return kind, *map(self._number, parts)
        if kind is Renamed and isinstance(e, Renamed):
            return kind, *[(old, i.name) for old, i in e.names.items()], self._number(e.body)
        require_own(e)
        if isinstance(e, Scalar):
            return kind, place(e.value)
        if isinstance(e, Entry):
            return kind, place(e.tensor.kind), *[index.name for index in e.indices]
        if isinstance(e, Delta | AtMost | Lag):
            return kind, *[index.name for index in e.indices]
        parts = [self._number(part) for part in e.parts]
        if isinstance(e, Opaque):
            own = [(index.name, place(index.range)) for index in e.own]
            bound = [(index.name, place(index.range)) for index in e.bound]
            return kind, e.name, *own, None, *bound, *parts
        return kind, *[(index.name, place(index.range)) for index in e.within], *parts

    def _made(self, e: IndexExpression, names: Mapping[str, str], depth: int) -> _Written:
        if isinstance(e, Scalar):
            return self._table.formula(e.value)
        if isinstance(e, Entry):
            called = (_word(_name(i, names)) for i in e.indices)
            return _joined(_word("entry"), _tensor(e.tensor), *called)
        if isinstance(e, Delta | AtMost):
            pair = [_name(e.i, names), _name(e.j, names)]
            ordered = sorted(pair) if isinstance(e, Delta) else pair
            return _joined(_word(type(e).__name__), *map(_word, ordered))
        if isinstance(e, Lag):
            return _joined(_word("lag"), *(_word(_name(i, names)) for i in e.indices))
        if isinstance(e, Plus | Times):
            parts = (self.written(part, names, depth) for part in e.parts)
            ordered = sorted(parts, key=lambda part: part.text)
            return _joined(_word(type(e).__name__), *ordered)
        if isinstance(e, Positive):
            return _joined(_word("positive"), self.written(e.body, names, depth))
        if isinstance(e, Opaque):
            own = (_word(_name(i, names)) for i in e.own)
            sizes = (self._table.formula(i.range) for i in (*e.own, *e.bound))
            inner = self._under(e.bound, e.body, names, depth)
            return _joined(_word("opaque"), _word(e.name), *own, *sizes, inner)
        if isinstance(e, Renamed):
            renamed = {old: _name(new, names) for old, new in e.names.items()}
            return self.written(e.body, {**names, **renamed}, depth)
        assert isinstance(e, Summed)
        return self._summed(e, names, depth)

    def _summed(self, e: Summed, names: Mapping[str, str], depth: int) -> _Written:
        sized = [(index, self._table.formula(index.range)) for index in e.indices]
        made = []
        for order in _orders(sized):
            inner = self._under([index for index, _ in order], e.body, names, depth)
            made.append(_joined(_word("sum"), *(size for _, size in order), inner))
        return min(made, key=lambda one: one.text)

    def _under(
        self, bound: Sequence[Index], body: IndexExpression, names: Mapping[str, str], depth: int
    ) -> _Written:
        """What stands below indices that are bound, called by their places."""
        called = {index.name: f"#{depth + place}" for place, index in enumerate(bound)}
        return self.written(body, {**names, **called}, depth + len(bound))

    def _free_in(self, e: IndexExpression, number: int) -> tuple[str, ...]:
        """The names of the indices that are free in an expression, looked up in what it holds."""
        free = self._table.free
        if (known := free.get(number)) is None:
            known = free[number] = tuple(dict.fromkeys(self._names_in(e)))
        return known

    def _names_in(self, e: IndexExpression) -> Iterator[str]:
        if isinstance(e, Entry | Delta | AtMost | Lag):
            yield from (index.name for index in e.indices)
            return
        if isinstance(e, Opaque):
            yield from (index.name for index in e.own)
        bound = {index.name for index in e.within}
        for part in e.parts:
            for name in self._free_in(part, self._number(part)):
                if isinstance(e, Renamed):
                    yield e.names[name].name if name in e.names else name
                elif name not in bound:
                    yield name


def _orders(sized: list[tuple[Index, _Written]]) -> Iterator[tuple[tuple[Index, _Written], ...]]:
    """The orders of indices that may have the least text: by the texts of their sizes.

    These texts, in any order, are as long together, so that the least sequence of them is decisive.
    """
    if len(sized) > _MOST_BOUND:
        yield tuple(sized)
        return
    ordered = sorted(sized, key=lambda one: one[1].text)
    runs = [tuple(run) for _, run in groupby(ordered, key=lambda one: one[1].text)]
    for chosen in product(*map(permutations, runs)):
        yield tuple(chain.from_iterable(chosen))


def _joined(*parts: _Written) -> _Written:
    """A tuple of data."""
    texts = ", ".join(part.text for part in parts)
    comma = "," if len(parts) == 1 else ""
    return _Written(tuple(part.data for part in parts), f"({texts}{comma})")


def _word(text: str) -> _Written:
    return _Written(text, repr(text))


def _name(index: Index, names: Mapping[str, str]) -> str:
    return names.get(index.name, index.name)


def _tensor(tensor: Tensor) -> _Written:
    more: tuple[str, ...] = (tensor.power_of,) if tensor.power_of else ()
    more += ("matrix",) if tensor.matrix else ()
    more += ("over time",) if tensor.over_time else ()
    more += (tensor.known,) if tensor.known else ()
    kind = (tensor.name, str(tensor.rank), tensor.symmetry, tensor.inverse_of, *more)
    return _Written(kind, str(kind))
