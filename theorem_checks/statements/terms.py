"""The terms of statements: numbers, arrays of symbolic size, statistics of random tensors.

A term is data. `data_of` writes it as nested tuples of strings, equal for terms that are equal up
to the names of bound indices and the order of commuting parts; `substituted` puts expressions in
place of symbols; `put` puts arrays in place of free ones.

States and outputs of machines are terms, or nested tuples of them, whose `components` are terms.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, singledispatch
from itertools import count
from math import prod
from typing import Any, TypeAlias, cast

import sympy as sp
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.matrices.matrixbase import MatrixBase

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
from theorem_checks.statements.arrays.index_families import AxisSize
from theorem_checks.statements.arrays.index_relations import AtMost
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.arrays.tensors import Entry
from theorem_checks.statements.exact import to_expression
from theorem_checks.statements.index_data import (
    formula_data,
    index_data,
    named_formula_data,
    require_own,
)
from theorem_checks.statements.moments.statistics import Statistic, symbols_of
from theorem_checks.statements.places import place_of
from theorem_checks.statements.scalars import SymbolicScalar

__all__ = [
    "Replacement",
    "Term",
    "components",
    "data_of",
    "each_component",
    "entries_of",
    "free_symbols",
    "function_names",
    "named",
    "put",
    "replacement",
    "require_own",
    "same_nesting",
    "substituted",
    "tensor_names",
    "term",
]

Term: TypeAlias = Any
"""A SymPy expression, an index expression, a symbolic array, a statistic; numbers and concrete
arrays in a concrete world."""


_examined: dict[int, sp.Basic] = {}  # by place; no other object comes to stand there
_MOST_EXAMINED = 100_000


def term(value: Any, name: str = "term") -> Term:
    """Return a term as it is kept; numbers, symbolic scalars and sizes become expressions."""
    if place_of(value) in _examined:
        return value
    if isinstance(value, AxisSize):
        value = value.number
    if isinstance(value, SymbolicScalar):
        return value.expression
    is_of_sympy = isinstance(value, sp.Basic | MatrixBase)
    if not is_of_sympy and (
        hasattr(value, "shape") or isinstance(value, IndexExpression | Statistic)
    ):
        return value
    made = to_expression(value, name)
    if strange := [s for s in made.free_symbols if not type(s).__module__.startswith("sympy.")]:
        raise ArgumentError(name, strange, "symbols of SymPy's own classes")
    if len(_examined) >= _MOST_EXAMINED:
        _examined.clear()
    _examined[place_of(made)] = made
    return made


# --- nested tuples


def components(value: Any) -> Iterator[Term]:
    """The terms of which a nested tuple is made, in order; a term is its only one."""
    if isinstance(value, tuple):
        for part in value:
            yield from components(part)
    else:
        yield value


def each_component(change: Callable[..., Any], value: Any, *others: Any) -> Any:
    """A nested tuple with every term in it changed, with those of others of the same nesting."""
    if not isinstance(value, tuple):
        return change(value, *others)
    parts = (each_component(change, *part) for part in zip(value, *others, strict=True))
    return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)


def same_nesting(one: Any, other: Any) -> bool:
    """Whether two nested tuples have as many parts at each place."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same_nesting, one, other))
    return not isinstance(one, tuple) and not isinstance(other, tuple)


# --- data


def data_of(value: Term) -> Any:
    """A term, or a nested tuple of terms, as nested tuples of strings.

    **Raises** `ArgumentError` for what has no such data, and for classes of an author.
    """
    if isinstance(value, tuple):
        return ("tuple", *map(data_of, value))
    if isinstance(value, sp.Basic):
        return named_formula_data(value)
    if isinstance(value, IndexExpression):
        free = ((i.name, formula_data(i.range)) for i in value.free.values())
        return ("for all", *sorted(free), index_data(value))
    if isinstance(value, SymbolicArray):
        require_own(value)
        axes = tuple(tuple(_family_data(part) for part in axis) for axis in value.axes)
        blocks = sorted(
            (",".join(map(str, place)), index_data(block)) for place, block in value.blocks.items()
        )
        return ("array", ("axes", *axes), *blocks)
    if isinstance(value, Statistic):
        require_own(value)
        tensors = sorted((t.name, *map(str, t.shape), repr(t.law)) for t in value.tensors)
        symbols = (formula_data(symbol) for symbol in symbols_of(value))
        return ("statistic", repr(value), *tensors, *symbols)
    if isinstance(value, str | int):
        return str(value)
    raise ArgumentError("term", value, "a number, an array or a statistic")


def _family_data(part: Any) -> Any:
    return ("family", str(part.increasing), *map(formula_data, part.sizes))


# --- substitution


def substituted(value: Term, symbols: Mapping[sp.Symbol, Any]) -> Term:
    """A term with expressions in place of symbols; sizes of arrays are changed, too."""
    if isinstance(value, sp.Basic):
        return _put_in(value, dict(symbols))
    if isinstance(value, Statistic):
        found = set(symbols_of(value)) & set(symbols)
        if found:
            raise ArgumentError("symbols", found, "symbols that stand in no statistic")
    if isinstance(value, IndexExpression | SymbolicArray):
        found = _symbols_of(value) & set(symbols)
        if found:
            raise ArgumentError("symbols", found, "symbols that stand in no array")
    return value


_put_before: dict[Any, sp.Basic] = {}
_MOST_PUT = 20_000


def _put_in(value: sp.Basic, symbols: dict[sp.Symbol, Any]) -> sp.Basic:
    """An expression with others in place of symbols; what was asked before is kept by its data."""
    try:
        asked = [(formula_data(old), _put_data(new)) for old, new in symbols.items()]
        question = (formula_data(value), *asked)
    except ArgumentError:  # for which there are no data
        question = None
    if question is not None and question in _put_before:
        return _put_before[question]
    _require_no_capture(value, symbols)
    # one symbol alone is put in at once: by a dummy, SymPy asks all relations in it about that, too
    found = cast(Any, value).subs(symbols, simultaneous=len(symbols) > 1)
    if question is not None:
        if len(_put_before) >= _MOST_PUT:
            _put_before.clear()
        _put_before[question] = found
    return found


def _put_data(value: Any) -> Any:
    """What is put in place of a symbol, as data."""
    if isinstance(value, sp.Basic):
        return formula_data(value)
    if type(value) is not int:
        raise ArgumentError("symbols", value, "expressions and integers")
    return str(value)


def _require_no_capture(value: sp.Basic, symbols: Mapping[sp.Symbol, Any]) -> None:
    """Raise `ArgumentError` for a symbol that would be bound by a sum where it is put."""
    bound = {part for e in value.atoms(ExprWithLimits) for part in cast(Any, e).variables}
    for new in symbols.values():
        if taken := bound & getattr(new, "free_symbols", set()):
            names = ", ".join(sorted(map(str, taken)))
            hint = "Give the index of that sum another name."
            raise ArgumentError("symbols", new, f"nothing with {names}, which a sum binds", hint)


def named(*expressions: Any) -> list[Any]:
    """Expressions with a name of its own in place of each symbol that has none.

    A `Dummy` is called as it prints, or where something else is called so, with a number behind.
    """
    found = set().union(*(e.atoms(sp.Symbol) for e in expressions if isinstance(e, sp.Basic)))
    unnamed = sorted((s for s in found if isinstance(s, sp.Dummy)), key=lambda s: s.dummy_index)
    taken = {symbol.name for symbol in found - set(unnamed)}
    names: dict[sp.Symbol, sp.Symbol] = {}
    for symbol in unnamed:
        wanted = (f"{symbol.name}{number or ''}" for number in count())
        name = next(word for word in wanted if word not in taken)
        taken.add(name)
        names[symbol] = sp.Symbol(name, **symbol._assumptions_orig)
    return [e.xreplace(names) if names and isinstance(e, sp.Basic) else e for e in expressions]


def free_symbols(value: Term) -> set[Any]:
    """The symbols of a term, those in the sizes of its arrays included."""
    if isinstance(value, sp.Basic):
        return set(_free_in(value))
    return _symbols_of(value) if isinstance(value, IndexExpression | SymbolicArray) else set()


@lru_cache(maxsize=20_000)
def _free_in(value: sp.Basic) -> frozenset[Any]:
    """The free symbols of an expression: SymPy makes each sum in it anew to look for them."""
    return frozenset(value.free_symbols)


def _symbols_of(value: IndexExpression | SymbolicArray) -> set[Any]:
    blocks = value.blocks.values() if isinstance(value, SymbolicArray) else [value]
    found: set[Any] = set()
    for part in nodes(blocks):
        if isinstance(part, Scalar):
            found |= _free_in(part.value)
        for index in (*part.free.values(), *part.within):
            found |= _free_in(index.range)
    return found


def _expressions_in(value: Any) -> list[IndexExpression]:
    """The index expressions of a number, or of the blocks of an array."""
    blocks = value.blocks.values() if isinstance(value, SymbolicArray) else [value]
    return [block for block in blocks if isinstance(block, IndexExpression)]


def entries_of(value: Any) -> dict[str, Entry]:
    """For each tensor whose entries stand in a term, by name, one of them."""
    if isinstance(value, tuple):
        return {name: entry for part in value for name, entry in entries_of(part).items()}
    return {
        part.tensor.name: part for part in nodes(_expressions_in(value)) if isinstance(part, Entry)
    }


def tensor_names(value: Any) -> set[str]:
    """The names of the tensors whose entries stand in a term."""
    return set(entries_of(value))


def function_names(value: Any) -> set[str]:
    """The names of the unknown functions whose values stand in a term."""
    if isinstance(value, tuple):
        return set().union(*map(function_names, value))
    return {part.name for part in nodes(_expressions_in(value)) if isinstance(part, Opaque)}


Replacement: TypeAlias = Mapping[str, tuple[tuple[Index, ...], IndexExpression]]
"""For the name of a tensor, indices and the expression in them that takes its place."""


def replacement(free: Any, value: Any, *, symmetric: bool = False) -> Replacement:
    """What puts an array in place of a free one of the same axes; of nested tuples, each.

    **Arguments**: `symmetric`, whether `free` may be so, as `value` is then known to be.

    **Raises** `ArgumentError` if the axes differ, if the tuples have other numbers of parts, or if
    `free` is no array of independent entries, or has one twice.
    """
    found: dict[str, tuple[tuple[Index, ...], IndexExpression]] = {}
    if isinstance(free, tuple) or isinstance(value, tuple):
        if not same_nesting(free, value):
            raise ArgumentError("value", value, f"as many arrays as {free!r} has, nested so")
        for one, other in zip(components(free), components(value), strict=True):
            part = replacement(one, other, symmetric=symmetric)
            if both := found.keys() & part.keys():
                said = f"arrays of independent entries, each once, and not {sorted(both)} twice"
                raise ArgumentError("free", free, said)
            found |= part
        return found
    allowed = ("none", "symmetric") if symmetric else ("none",)
    if data_of(free)[1] != data_of(value)[1]:
        raise ArgumentError("value", value, f"an array with the axes of {free!r}")
    if len(free.blocks) < prod(map(len, free.axes)):  # 0 in some block
        raise ArgumentError("free", free, "an array of independent entries")
    for place, block in free.blocks.items():
        entry = _free_entry(block)
        tensor = None if entry is None else entry.tensor
        if tensor is None or tensor.name in found or tensor.symmetry not in allowed or tensor.known:
            raise ArgumentError("free", free, "an array of independent entries")
        assert entry is not None
        found[tensor.name] = entry.indices, value.blocks.get(place, Scalar(sp.Integer(0)))
    return found


def _free_entry(block: IndexExpression) -> Entry | None:
    """The entry of which a free block is made; increasing families mask it."""
    if isinstance(block, Times):
        entries = [part for part in block.factors if not isinstance(part, AtMost)]
        return _free_entry(entries[0]) if len(entries) == 1 else None
    return block if isinstance(block, Entry) else None


def put(value: Any, replacing: Replacement) -> Any:
    """A term, or a nested tuple of terms, with arrays in place of free ones, all at once."""
    if isinstance(value, tuple):
        return each_component(lambda part: put(part, replacing), value)
    if isinstance(value, SymbolicArray):
        return SymbolicArray(
            value.axes, {place: put(block, replacing) for place, block in value.blocks.items()}
        )
    if not isinstance(value, IndexExpression):
        return value
    return _put(value, replacing)


@singledispatch
def _put(e: IndexExpression, _replacing: Replacement) -> IndexExpression:
    return e


@_put.register
def _(e: Entry, replacing: Replacement) -> IndexExpression:
    if e.tensor.power_of in replacing and e.tensor.name not in replacing:
        raise ArgumentError("term", e, f"no powers of {e.tensor.power_of}, which is replaced")
    if e.tensor.name not in replacing:
        return e
    own, body = replacing[e.tensor.name]
    return body.renamed(zip(own, e.indices, strict=True))


@_put.register
def _(e: Plus, replacing: Replacement) -> IndexExpression:
    return Plus(tuple(put(part, replacing) for part in e.terms))


@_put.register
def _(e: Positive, replacing: Replacement) -> IndexExpression:
    return Positive(put(e.body, replacing))


@_put.register
def _(e: Opaque, replacing: Replacement) -> IndexExpression:
    return Opaque(e.name, e.own, e.bound, put(e.body, replacing))


@_put.register
def _(e: Times, replacing: Replacement) -> IndexExpression:
    return Times(tuple(put(part, replacing) for part in e.factors))


@_put.register
def _(e: Summed, replacing: Replacement) -> IndexExpression:
    return Summed(put(e.body, replacing), e.indices)


@_put.register
def _(e: Renamed, replacing: Replacement) -> IndexExpression:
    return Renamed(put(e.body, replacing), e.names)
