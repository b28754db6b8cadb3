"""The rule that uses a fact in a proof: its statement, with terms in place of its symbols."""

from collections.abc import Callable, Mapping
from functools import cache, singledispatch
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError, CheckError, nearest
from theorem_checks.facts import FACTS
from theorem_checks.facts.fact import Fact
from theorem_checks.statements.analysis import Converges
from theorem_checks.statements.arrays.index_expressions import (
    IndexExpression,
    Opaque,
    Plus,
    Renamed,
    Scalar,
    Summed,
    Times,
    nodes,
)
from theorem_checks.statements.arrays.index_relations import AtMost as IndexAtMost
from theorem_checks.statements.arrays.index_relations import Delta, Lag
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.arrays.tensors import Entry, Tensor
from theorem_checks.statements.conclusions import All, Conclusion, Implies, Relation, symbols_of
from theorem_checks.statements.formulas import assumed_of
from theorem_checks.statements.moments.law import AbstractLaw
from theorem_checks.statements.moments.laws import IID, Bounded, Gaussian
from theorem_checks.statements.moments.statistics import Statistic
from theorem_checks.statements.moments.tensors import MatrixExpression
from theorem_checks.statements.moments.tensors import Tensor as RandomOrConstant
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.terms import (
    Replacement,
    data_of,
    entries_of,
    put,
    substituted,
    term,
)
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.routes import Engine, Route

__all__ = ["apply_fact", "said_of"]

_TRIES = 20  # of the fact's own search


def apply_fact(fact: Fact, substitution: Mapping[str, Any]) -> Evidence:
    """What a fact of the library says, of terms in place of its symbols and arrays.

    What rests on it is 'PROVED given' the fact. Where the fact is an implication, so is what is
    concluded; `modus_ponens` takes the hypothesis away.

    **Arguments**: `substitution`, by name a number for each symbol of the fact's statement, which
    is known to be what the symbol is (an integer, real, positive, ...), and for each array in it an
    array of real numbers, of the sizes that the fact says; of a fact with `sorts` what these name:
    a square matrix, a statistic, a random tensor with such a law.

    **Raises** `CheckError` for a fact that is not of the library; `ArgumentError` for a
    substitution that lacks a name, has others, or is not of the fact's sorts.
    """
    if FACTS.get(fact.name) is not fact:
        raise CheckError(
            f"The fact {fact.name!r} is not that of the library. Take it from"
            " theorem_checks.facts, as it is: who makes a fact has proved nothing."
        )
    special = said_of(fact, substitution)
    has_arrays = fact.schema is None and bool(_tensors(fact.statement))
    return concluded(_tried(fact, has_arrays), special, f"the fact {fact.name}")


def said_of(fact: Fact, substitution: Mapping[str, Any]) -> Conclusion:
    """The statement of a fact with terms in place of its symbols and arrays."""
    if fact.schema is not None:
        return fact.schema(**_of_sorts(fact.sorts, substitution))
    said = fact.statement
    symbols = {str(symbol): symbol for symbol in symbols_of(said)}
    tensors = _tensors(said)
    _require_names([*symbols, *tensors], substitution)
    numbers = {
        symbol: _number(name, symbol, substitution[name]) for name, symbol in symbols.items()
    }
    arrays = {name: _array(tensor, substitution[name]) for name, tensor in tensors.items()}
    made: dict[int, Index] = {}  # for each index of the fact the one of the statement
    return _instance(said, lambda part: _substituted(part, numbers, arrays, made))


def _require_names(known: list[str], substitution: Mapping[str, Any]) -> None:
    for name in (*known, *substitution):
        if name not in substitution or name not in known:
            expected = f"a value for each of {', '.join(known)}.{nearest(name, known)}"
            raise ArgumentError("substitution", name, expected)


def _of_sorts(sorts: Mapping[str, Any], substitution: Mapping[str, Any]) -> dict[str, Any]:
    """What takes the place of random numbers and others, each of the sort that the fact says."""
    _require_names(list(sorts), substitution)
    made = {}
    for name, sort in sorts.items():
        value = substitution[name]
        if isinstance(sort, sp.Symbol):
            made[name] = _number(name, sort, value)
            continue
        if isinstance(sort, SymbolicArray):
            _array(Tensor(name, len(sort.axes)), value)
            if len({data_of(axis[0].sizes[0]) for axis in value.axes}) > 1:
                raise ArgumentError(f"substitution[{name!r}]", value, "a square matrix")
        elif isinstance(sort, Conclusion):
            if type(value) is not type(sort):
                raise ArgumentError(f"substitution[{name!r}]", value, f"a {type(sort).__name__}")
        elif isinstance(sort, Statistic):
            if type(value) is not Statistic:
                raise ArgumentError(f"substitution[{name!r}]", value, "a statistic")
        else:
            _require_like(name, _only_tensor(sort), value)
        made[name] = value
    return made


def _only_tensor(value: Any) -> RandomOrConstant | None:
    """The tensor that a matrix expression is, and nothing else; None for others."""
    if type(value) is not MatrixExpression or len(value.terms) != 1:
        return None
    ((word, factor),) = value.terms.items()
    return word[0].tensor if len(word) == 1 and factor == 1 and not word[0].transposed else None


def _require_like(name: str, sort: RandomOrConstant | None, value: Any) -> None:
    """Raise `ArgumentError` unless a tensor is of the order and the kind of law of another one."""
    assert sort is not None
    found = _only_tensor(value)
    if found is None or len(found.shape) != len(sort.shape) or not _is_law(found.law, sort.law):
        law = "constant" if sort.law is None else f"with entries {sort.law.words}"
        expected = f"a tensor by itself, of {len(sort.shape)} sizes, {law}"
        raise ArgumentError(f"substitution[{name!r}]", value, expected)


def _is_law(law: AbstractLaw | None, sort: AbstractLaw | None) -> bool:
    """Whether a law is of the kind of another one; `IID` stands for any law."""
    if sort is None or law is None or isinstance(sort, IID):
        return (law is None) is (sort is None)
    if type(law) is not type(sort) or not all(part.is_real for part in law.parameters):
        return False
    if isinstance(law, Bounded) and isinstance(sort, Bounded):
        return sort.variance is None or law.variance is not None
    return not isinstance(law, Gaussian) or bool(law.mean == 0 and law.variance.is_nonnegative)


def _tried(fact: Fact, has_arrays: bool) -> Evidence:
    """Evidence that takes a fact for granted, after a search that does not refute it."""
    found = _searched(fact.name)
    if not found.verdict.passes:
        raise CheckError(f"The fact {fact.name} is refuted by its own search: {found}")
    engines = [Engine.SYMPY, *([Engine.INDEX_TERMS] if has_arrays else [])]
    routes = (Route.deciding("a fact, at terms of its sorts", *engines), *found.routes)
    return Evidence.proved(f"given that {fact.says}", routes=routes, rests_on=(fact.ground,))


@cache
def _searched(name: str) -> Evidence:
    return FACTS[name].search(_TRIES)


def _tensors(said: Conclusion) -> dict[str, Tensor]:
    """The arrays of a statement, by name."""
    found: dict[str, Entry] = {}
    said.mapped(lambda part: found.update(entries_of(part)) or part)
    return {name: entry.tensor for name, entry in found.items()}


def _number(name: str, symbol: sp.Symbol, value: Any) -> sp.Expr:
    """A number that is known to be what a symbol stands for."""
    number = term(value, name)
    if not isinstance(number, sp.Expr):
        raise ArgumentError(f"substitution[{name!r}]", value, "a number")
    for assumption, is_so in assumed_of(symbol).items():
        if getattr(number, f"is_{assumption}") is not is_so:
            said = f"a number that is known to be {assumption}"
            raise ArgumentError(f"substitution[{name!r}]", number, said)
    return number


def _array(tensor: Tensor, value: Any) -> tuple[tuple[Index, ...], IndexExpression]:
    """The indices of an array of real numbers, and its entries in them."""
    where = f"substitution[{tensor.name!r}]"
    if not isinstance(value, SymbolicArray) or len(value.axes) != tensor.rank:
        raise ArgumentError(where, value, f"an array of symbolic size with {tensor.rank} axes")
    whole = all(len(a) == 1 and len(a[0].sizes) == 1 and not a[0].increasing for a in value.axes)
    related = tensor.inverse_of or tensor.power_of or tensor.known
    if not whole or tensor.symmetry != "none" or related:
        raise ArgumentError(where, value, "an array whose axes are of one size each")
    body = value.blocks.get((0,) * tensor.rank, Scalar(sp.Integer(0)))
    for part in nodes([body]):
        if isinstance(part, Scalar) and part.value.is_real is not True:
            raise ArgumentError(where, part, "an array of what is known to be real")
    return tuple(axis[0].indices(number)[0] for number, axis in enumerate(value.axes)), body


def _instance(said: Conclusion, change: Callable[[Any], Any]) -> Conclusion:
    """A statement with its terms changed, of the kinds in which no symbol is bound."""
    if isinstance(said, Relation):
        return said.mapped(change)
    if isinstance(said, Converges):  # of which the limit is changed
        made = said.mapped(change)
        if said.variable.name in {str(symbol) for symbol in symbols_of(made)}:
            raise ArgumentError("substitution", made.latex, f"nothing with {said.variable}, bound")
        return made
    if isinstance(said, Implies):
        return Implies(_instance(said.hypothesis, change), _instance(said.body, change))
    if isinstance(said, All):
        return All(tuple(_instance(part, change) for part in said.parts))
    raise ArgumentError("fact", type(said).__name__, "relations, and Implies and All of them")


def _substituted(
    part: Any,
    numbers: Mapping[sp.Symbol, sp.Expr],
    arrays: Replacement,
    made: dict[int, Index],
) -> Any:
    if isinstance(part, IndexExpression):
        found = put(_resized(part, numbers, made), arrays)
        return found if found.free else SymbolicArray((), {(): found})  # as worlds give them
    return substituted(part, numbers)


def _resized(
    e: IndexExpression, numbers: Mapping[sp.Symbol, sp.Expr], made: dict[int, Index]
) -> IndexExpression:
    """An index expression with other sizes and scalars."""

    def at(value: sp.Expr) -> Any:
        return substituted(value, numbers)

    def index(old: Index) -> Index:
        if id(old) not in made:
            made[id(old)] = new = Index("i", at(old.range))
            new.name = old.name
        return made[id(old)]

    return _rebuilt(e, at, index, lambda part: _resized(part, numbers, made))


@singledispatch
def _rebuilt(e: IndexExpression, _at: Any, _index: Any, _again: Any) -> IndexExpression:
    raise ArgumentError("fact", e, "an expression of which each part can be given other sizes")


@_rebuilt.register
def _(e: Scalar, at: Any, _index: Any, _again: Any) -> IndexExpression:
    return Scalar(at(e.value))


@_rebuilt.register
def _(e: Entry, _at: Any, index: Any, _again: Any) -> IndexExpression:
    return Entry(e.tensor, tuple(map(index, e.indices)))


@_rebuilt.register(Delta)
@_rebuilt.register(IndexAtMost)
def _(e: Any, _at: Any, index: Any, _again: Any) -> IndexExpression:
    return type(e)(index(e.i), index(e.j))


@_rebuilt.register
def _(e: Lag, _at: Any, index: Any, _again: Any) -> IndexExpression:
    return Lag(*map(index, e.indices))


@_rebuilt.register
def _(e: Plus, _at: Any, _index: Any, again: Any) -> IndexExpression:
    return Plus(tuple(map(again, e.terms)))


@_rebuilt.register
def _(e: Times, _at: Any, _index: Any, again: Any) -> IndexExpression:
    return Times(tuple(map(again, e.factors)))


@_rebuilt.register
def _(e: Renamed, _at: Any, index: Any, again: Any) -> IndexExpression:
    return Renamed(again(e.body), {old: index(new) for old, new in e.names.items()})


@_rebuilt.register
def _(e: Opaque, _at: Any, index: Any, again: Any) -> IndexExpression:
    return Opaque(e.name, tuple(map(index, e.own)), tuple(map(index, e.bound)), again(e.body))


@_rebuilt.register
def _(e: Summed, _at: Any, index: Any, again: Any) -> IndexExpression:
    return Summed(again(e.body), tuple(map(index, e.indices)))
