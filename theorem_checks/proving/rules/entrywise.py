r"""From what is true of all real numbers, what is true of the entries of arrays, at every place.

Where :math:`A(x)` implies :math:`B(x)` for every number x, and A is so of each entry of an array,
B is so of each entry: networks that compute unit by unit are so reduced to one unit. And from what
is so of :math:`z \ge 0` and of :math:`-z` it is so of every number.
"""

from collections.abc import Mapping
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.rules.instances import number_like
from theorem_checks.proving.rules.parts import require_free_of, sufficient
from theorem_checks.statements.arrays.index_expressions import Scalar, exponential, nodes, scalar
from theorem_checks.statements.arrays.index_families import same_axes
from theorem_checks.statements.arrays.index_positivity import is_seen_positive
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.arrays.tensors import Entry
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Conclusion,
    Equal,
    Implies,
    Less,
    Relation,
    symbols_of,
)
from theorem_checks.statements.seals import concluded, require_concluded
from theorem_checks.statements.terms import entries_of, put, replacement, tensor_names
from theorem_checks.verdicts.evidence import Evidence

__all__ = ["at_arrays", "at_entries", "either_sign", "entrywise", "of_either_sign"]

Values = Mapping[sp.Symbol, Any]


def entrywise(general: Conclusion, evidence: Evidence, values: Values) -> Evidence:
    """From A(x) for free symbols x, A of the entries of arrays at every place.

    **Arguments**: `evidence` of `general`, relations of real numbers joined by `All` and
    `Implies`, of which none stands in a hypothesis; `values` as for `at_entries`.
    """
    require_concluded(evidence, general, "evidence")
    for symbol in values:
        require_free_of(symbol, evidence)
    found = sufficient({"in general": evidence}, "entry by entry")
    return concluded(found, at_entries(general, values), "entry by entry")


def at_entries(general: Conclusion, values: Values) -> Conclusion:
    """A conclusion about real numbers with the entries of arrays in place of symbols.

    **Arguments**: `values`, for symbols that are real, and no more, arrays of the same axes, each
    of one family, whose sizes are positive; for others numbers that are known to be what the
    symbols are, or for real symbols arrays without axes. What is divided by an expression in arrays
    has to be seen to be positive.

    **Raises** `ArgumentError` for other values, and for other conclusions.
    """
    arrays: dict[Any, SymbolicArray] = {}
    numbers: dict[Any, sp.Expr] = {}
    for symbol, value in values.items():
        if symbol not in symbols_of(general):
            raise ArgumentError("values", symbol, "symbols that stand in the conclusion")
        if isinstance(value, SymbolicArray):
            arrays[symbol] = _array(symbol, value)
        else:
            numbers[symbol] = number_like(symbol, value)
    axes = [array.axes for array in arrays.values() if array.axes]
    if not all(same_axes(one, axes[0]) for one in axes):
        raise ArgumentError("values", list(map(str, arrays)), "arrays of the same axes")
    return _at(general, arrays, numbers)


def _array(symbol: sp.Symbol, array: SymbolicArray) -> SymbolicArray:
    """An array of real numbers that may take the place of a real number."""
    where = f"values[{symbol}]"
    if symbol._assumptions_orig != {"real": True}:
        raise ArgumentError(where, symbol, "a symbol that is real, and no more")
    for axis in array.axes:
        if len(axis) != 1 or axis[0].increasing or not all(s.is_positive for s in axis[0].sizes):
            raise ArgumentError(where, array, "axes of one family each, with at least one place")
    _require_real(where, array)
    return array


def _require_real(where: str, array: SymbolicArray) -> None:
    for part in nodes(array.blocks.values()):
        if isinstance(part, Scalar) and part.value.is_real is not True:
            raise ArgumentError(where, part, "what is known to be real")


def _at(said: Conclusion, arrays: Values, numbers: Values) -> Conclusion:
    if isinstance(said, Implies):
        _require_no_implication(said.hypothesis)
        return Implies(_at(said.hypothesis, arrays, numbers), _at(said.body, arrays, numbers))
    if isinstance(said, All):
        return All(tuple(_at(part, arrays, numbers) for part in said.parts))
    if not isinstance(said, Relation) or type(said) not in (Equal, AtMost, Less):
        raise ArgumentError("general", said.latex, "Equal, AtMost, Less, Implies and All of them")
    lhs, rhs = (_made(side, arrays, numbers) for side in (said.lhs, said.rhs))
    if isinstance(lhs, SymbolicArray) and isinstance(rhs, SymbolicArray):
        if len(lhs.axes) > len(rhs.axes):  # a number beside an array is at every place
            rhs = lhs * 0 + rhs
        elif len(lhs.axes) < len(rhs.axes):
            lhs = rhs * 0 + lhs
    return type(said)(lhs, rhs)


def _require_no_implication(said: Conclusion) -> None:
    """A hypothesis is relations: an implication of arrays says less than one of each entry."""
    if isinstance(said, All):
        for part in said.parts:
            _require_no_implication(part)
    elif isinstance(said, Implies):
        raise ArgumentError("general", said.latex, "hypotheses that are relations, and All of them")


def _made(e: Any, arrays: Values, numbers: Values) -> Any:
    """An expression with arrays and numbers in place of symbols."""
    if not isinstance(e, sp.Expr):
        raise ArgumentError("general", e, "numbers")
    if not e.free_symbols & arrays.keys():
        return e.xreplace(dict(numbers))
    if e in arrays:
        return arrays[e]  # pyright: ignore[reportArgumentType]
    if isinstance(e, sp.Add | sp.Mul):
        return _joined(e, arrays, numbers)
    if isinstance(e, sp.exp):
        inner = _made(e.args[0], arrays, numbers)
        return SymbolicArray(inner.axes, {(0,) * len(inner.axes): exponential(_only(inner))})
    if isinstance(e, sp.Pow) and e.exp.is_Integer:
        base = _made(e.base, arrays, numbers)
        if e.exp.is_positive:
            return base ** int(e.exp)
        body = _only(base)
        if e.exp == -1 and is_seen_positive(body):
            return SymbolicArray(base.axes, {(0,) * len(base.axes): scalar(1) / body})
    raise ArgumentError("general", e, "sums, products, exponentials and 1/x of a positive x")


def _only(array: SymbolicArray) -> Any:
    """The entry of an array of one family on each axis."""
    return array.blocks.get((0,) * len(array.axes), scalar(0))


def _joined(e: Any, arrays: Values, numbers: Values) -> Any:
    """A sum or a product, the arrays first."""
    parts = [_made(part, arrays, numbers) for part in e.args]
    parts.sort(key=lambda part: -len(part.axes) if isinstance(part, SymbolicArray) else 1)
    found, *others = parts
    for part in others:
        found = found + part if isinstance(e, sp.Add) else found * part
    return found


def at_arrays(general: Conclusion, evidence: Evidence, *values: tuple[Any, Any]) -> Evidence:
    """From A(X) for free arrays X, A of other arrays in their places.

    **Arguments**: `evidence` of `general`, relations joined by `All` and `Implies`; `values`, pairs
    of a free array and one of the same axes, whose entries are known to be real.

    **Raises** `ArgumentError` for arrays of which more is known, or to which others are related.
    """
    require_concluded(evidence, general, "evidence")
    _require_relations(general)
    here: dict[str, Any] = {}
    for free, value in values:
        if not (isinstance(free, SymbolicArray) and isinstance(value, SymbolicArray)):
            hint = "A number takes the place of a symbol by `at_numbers`."
            raise ArgumentError("values", (free, value), "a free array and an array", hint)
        _require_real(str(sorted(tensor_names(free))), value)
        here |= replacement(free, value)
    if related := sorted({e.tensor.name for e in _entries(general) if _relative(e) in here}):
        raise ArgumentError("values", related, "arrays to which no other one is related")
    found = sufficient({"in general": evidence}, "of these arrays")
    return concluded(found, general.mapped(lambda part: put(part, here)), "of other arrays")


def _require_relations(said: Conclusion) -> None:
    if isinstance(said, Implies | All):
        parts = said.parts if isinstance(said, All) else (said.hypothesis, said.body)
        for part in parts:
            _require_relations(part)
    elif type(said) not in (Equal, AtMost, Less):
        raise ArgumentError("general", said.latex, "Equal, AtMost, Less, Implies and All of them")


def _entries(said: Conclusion) -> list[Entry]:
    """The entries of tensors that stand in a conclusion, one of each name."""
    found: dict[str, Entry] = {}
    said.mapped(lambda part: found.update(entries_of(part)) or part)
    return list(found.values())


def _relative(entry: Entry) -> str:
    """The array of which an entry's is the inverse, or a power."""
    return entry.tensor.inverse_of or entry.tensor.power_of


def either_sign(
    conclusion: Conclusion, symbol: sp.Symbol, positive: Evidence, negative: Evidence
) -> Evidence:
    """From A(z) and A(-z) for z >= 0, A(x) for every real number x.

    **Arguments**: `conclusion`, about a real `symbol` x, of which no more is known; evidence of
    both that `of_either_sign` says.
    """
    one, other = of_either_sign(conclusion, symbol)
    require_concluded(positive, one, "positive")
    require_concluded(negative, other, "negative")
    for part in (positive, negative):
        require_free_of(_nonnegative(symbol), part)
    found = sufficient({"of z": positive, "of -z": negative}, "every real number")
    return concluded(found, conclusion, "either sign")


def of_either_sign(conclusion: Conclusion, symbol: sp.Symbol) -> tuple[Conclusion, Conclusion]:
    """A(z) and A(-z), with a symbol z for a number that is not negative, called as x is."""
    if symbol._assumptions_orig != {"real": True} or symbol not in symbols_of(conclusion):
        raise ArgumentError("symbol", symbol, "a symbol of the conclusion: real, and no more")
    z = _nonnegative(symbol)
    if z in symbols_of(conclusion):
        raise ArgumentError("symbol", symbol, f"no other symbol that is called {symbol.name}")
    return conclusion.substituted({symbol: z}), conclusion.substituted({symbol: -z})


def _nonnegative(symbol: sp.Symbol) -> sp.Symbol:
    return sp.Symbol(symbol.name, nonnegative=True)
