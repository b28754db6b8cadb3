"""From what is true of all numbers, what is true of one: instances of a variable or a symbol."""

from collections.abc import Callable, Mapping
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.rules.entries import only
from theorem_checks.proving.rules.parts import require_free_of, sufficient
from theorem_checks.statements.arrays.index_expressions import (
    IndexExpression,
    Plus,
    Scalar,
    Times,
    exponential,
    nodes,
    scalar,
)
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Conclusion,
    Equal,
    ForAll,
    Implies,
    Less,
    symbols_of,
)
from theorem_checks.statements.seals import concluded, require_concluded
from theorem_checks.statements.terms import (
    term,
)
from theorem_checks.verdicts.evidence import Evidence

__all__ = [
    "at_numbers",
    "instantiate",
    "number_like",
    "specialise",
]


def instantiate(general: ForAll, evidence: Evidence, value: Any) -> Evidence:
    """From A(n) for all n from n_0 on, A at one value, which is an integer from n_0 on."""
    require_concluded(evidence, general, "evidence")
    number = term(value, "value")
    if not number.is_integer:
        raise ArgumentError("value", value, "what is known to be an integer")
    require_free_of(general.variable, evidence)
    within = prove(AtMost(sp.Integer(general.start), number))
    parts = {"for all": evidence, "within the range": within}
    special = general.body.substituted({general.variable: number})
    return concluded(sufficient(parts, f"{general.variable} = {number}"), special, "instantiate")


def specialise(general: Conclusion, evidence: Evidence, values: Mapping[Any, Any]) -> Evidence:
    """From A(x) for a free symbol x, A at what is known to be of its sort.

    **Arguments**: `values`, for symbols that are free in `general` what takes their place: numbers
    that are known to be what is assumed of the symbols (real, positive, an integer, ...), or for
    symbols that are real, and no more, numbers made of arrays; polynomials in such symbols and
    exponentials of them become expressions of arrays.
    """
    require_concluded(evidence, general, "evidence")
    numbers = {}
    of_arrays = {s: _real_number(s, v) for s, v in values.items() if isinstance(v, SymbolicArray)}
    if of_arrays:
        for symbol in of_arrays:
            require_free_of(symbol, evidence)
        special = _of_arrays(general, of_arrays)
        if rest := {s: v for s, v in values.items() if s not in of_arrays}:
            raise ArgumentError("values", rest, "numbers made of arrays only, as some are")
        parts = {"in general": evidence}
        return concluded(sufficient(parts, "a special case"), special, "specialise")
    for symbol, value in values.items():
        if symbol not in symbols_of(general):
            raise ArgumentError("values", symbol, "symbols that stand in the conclusion")
        numbers[symbol] = number_like(symbol, value)
        require_free_of(symbol, evidence)
    special = general.substituted(numbers)
    if any(symbol in symbols_of(special) - _symbols_in(numbers) for symbol in numbers):
        raise ArgumentError("values", sorted(map(str, numbers)), "symbols that nothing binds")
    return concluded(sufficient({"in general": evidence}, "a special case"), special, "specialise")


def at_numbers(
    general: Conclusion, values: Mapping[Any, Any], by: Callable[[Conclusion], Evidence] = prove
) -> tuple[Conclusion, Evidence]:
    """What is proved of all numbers of a sort, at others: a premise for `arithmetic`.

    **Arguments**: `general` and `values` as for `specialise`; `by`, which proves `general`.

    **Returns** the conclusion, and evidence of it.
    """
    if not any(isinstance(value, SymbolicArray) for value in values.values()):
        found = specialise(general, by(general), values)
        if found.statement is None:
            raise ArgumentError("general", general.latex, "what `by` concludes", str(found))
        return found.statement.conclusion, found
    numbers = {symbol: _real_number(symbol, value) for symbol, value in values.items()}
    return _of_arrays(general, numbers), specialise(general, by(general), values)


def _real_number(symbol: sp.Symbol, value: Any) -> IndexExpression:
    """A number made of arrays, in place of a symbol that stands for any real number."""
    if not isinstance(value, SymbolicArray) or value.axes:
        raise ArgumentError(f"values[{symbol}]", value, "an array without axes")
    if symbol._assumptions_orig != {"real": True}:
        raise ArgumentError("values", symbol, "a symbol that is real, and no more")
    number = only(value)
    for part in nodes([number]):
        if isinstance(part, Scalar) and part.value.is_real is not True:
            raise ArgumentError(f"values[{symbol}]", part, "what is known to be real")
    return number


def _of_arrays(said: Conclusion, values: Mapping[Any, IndexExpression]) -> Conclusion:
    """A conclusion about real numbers with numbers made of arrays in place of symbols."""
    if isinstance(said, Implies):
        return Implies(_of_arrays(said.hypothesis, values), _of_arrays(said.body, values))
    if isinstance(said, All):
        return All(tuple(_of_arrays(part, values) for part in said.parts))
    if type(said) not in (Equal, AtMost, Less):
        raise ArgumentError("general", said.latex, "Equal, AtMost, Less, Implies and All of them")
    return said.mapped(lambda side: _number_of_arrays(side, values))


def _number_of_arrays(side: Any, values: Mapping[Any, IndexExpression]) -> Any:
    """A side without these symbols as it is, and else as worlds give numbers made of arrays."""
    if not isinstance(side, sp.Expr):
        raise ArgumentError("general", side, "numbers")
    if not side.free_symbols & values.keys():
        return side
    return SymbolicArray((), {(): _written_with(side, values)})


def _written_with(e: Any, values: Mapping[Any, IndexExpression]) -> IndexExpression:
    if not e.free_symbols & values.keys():
        return scalar(e)
    if e in values:
        return values[e]
    if isinstance(e, sp.Add | sp.Mul):
        parts = tuple(_written_with(part, values) for part in e.args)
        return Plus(parts) if isinstance(e, sp.Add) else Times(parts)
    if isinstance(e, sp.Pow) and e.exp.is_Integer and e.exp.is_positive:
        return _written_with(e.base, values) ** int(e.exp)
    if isinstance(e, sp.exp):
        return exponential(_written_with(e.args[0], values))
    raise ArgumentError("general", e, "polynomials in the symbols and exponentials of them")


def _symbols_in(values: Mapping[Any, sp.Expr]) -> set[Any]:
    return set().union(*(value.free_symbols for value in values.values()))


def number_like(symbol: sp.Symbol, value: Any) -> sp.Expr:
    """A number that is known to be what a symbol is."""
    number = term(value, f"values[{symbol}]")
    for assumption, is_so in symbol._assumptions_orig.items():
        if getattr(number, f"is_{assumption}", None) is not is_so:
            said = f"what is known to be {'' if is_so else 'not '}{assumption}, as {symbol} is"
            raise ArgumentError(f"values[{symbol}]", number, said)
    return number  # pyright: ignore[reportReturnType]
