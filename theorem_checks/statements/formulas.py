"""Formulas as plain data, which JSON holds: SymPy's trees without SymPy.

`encoded` writes a tree as nested lists, and `decoded` reads it by a table of the classes that may
stand in one; no text is ever evaluated. A `Condition` of evidence keeps its formula so.
"""

from functools import cache
from itertools import product
from typing import Any, cast

import sympy as sp
from sympy.core.assumptions import StdFactKB
from sympy.core.function import UndefinedFunction
from sympy.core.relational import Relational
from sympy.functions.elementary.piecewise import ExprCondPair
from sympy.functions.special.hyper import TupleArg
from sympy.logic.boolalg import Boolean

from theorem_checks.errors import ArgumentError
from theorem_checks.verdicts.seals import Condition

__all__ = ["assumed_of", "condition", "decoded", "encoded", "formula_of", "nonzero", "relation_of"]

_CLASSES: dict[str, Any] = {
    kind.__name__: kind
    for kind in (
        *(sp.Add, sp.Mul, sp.Pow, sp.Abs, sp.Max, sp.Min, sp.sign, sp.floor, sp.ceiling, sp.Mod),
        *(sp.exp, sp.log, sp.sin, sp.cos, sp.tan, sp.asin, sp.acos, sp.atan, sp.atan2),
        *(sp.sinh, sp.cosh, sp.tanh, sp.asinh, sp.acosh, sp.atanh, sp.erf, sp.erfc),
        *(sp.re, sp.im, sp.conjugate, sp.arg, sp.KroneckerDelta, sp.Heaviside, sp.Piecewise),
        *(sp.factorial, sp.gamma, sp.binomial, sp.RisingFactorial, sp.FallingFactorial),
        *(sp.hyper, TupleArg, sp.loggamma, sp.polygamma, sp.harmonic, sp.zeta, sp.LambertW),
        *(sp.Eq, sp.Ne, sp.Lt, sp.Le, sp.Gt, sp.Ge, sp.And, sp.Or, sp.Not, sp.Tuple),
        *(sp.Sum, sp.Product, sp.Integral, sp.CRootOf, ExprCondPair),
    )
}
_WAYS_OUT = {
    "Limit": "A limit is said by the conclusion `Limit` of theorem_checks, which `prove` decides.",
    "Derivative": "Carry it out, .doit().",
    "Subs": "Carry it out, .doit().",
}
_CONSTANTS: dict[str, Any] = {
    str(value): value for value in (sp.pi, sp.E, sp.I, sp.EulerGamma, sp.oo, sp.true, sp.false)
}
_NAMES = {value: name for name, value in _CONSTANTS.items()}
_STRONG = (
    *("prime", "composite", "even", "odd", "zero", "positive", "negative"),
    *("nonnegative", "nonpositive", "nonzero", "extended_positive", "extended_negative"),
    *("integer", "rational", "irrational", "noninteger", "real", "imaginary", "complex"),
)


def encoded(tree: sp.Basic) -> Any:
    """Write an expression or a condition as nested lists of strings.

    **Raises** `ArgumentError` for what the table of classes does not have.
    """
    if not isinstance(type(tree), UndefinedFunction) and not _is_of_sympy(tree):
        raise ArgumentError("formula", tree, "symbols and functions of SymPy's own classes")
    if isinstance(tree, sp.Dummy):
        made = (f"{k}={v}" for k, v in assumed_of(tree).items())
        return ["dummy", tree.name, str(tree.dummy_index), *made]
    if isinstance(tree, sp.Symbol):
        return ["symbol", tree.name, *(f"{k}={v}" for k, v in assumed_of(tree).items())]
    if isinstance(tree, sp.Rational):
        return ["rational", f"{tree.p}/{tree.q}"]
    if not tree.args and tree in _NAMES:
        return ["constant", _NAMES[tree]]
    kind = type(tree).__name__
    if isinstance(type(tree), UndefinedFunction):
        made = getattr(type(tree), "_kwargs", {})
        known = (f"{k}={v}" for k, v in sorted(made.items()) if v is not None)
        return ["function", kind, *known, *map(encoded, tree.args)]
    if _class(kind) is not tree.func:
        raise ArgumentError("formula", tree, f"one without {kind}", _WAYS_OUT.get(kind, ""))
    return [kind, *map(encoded, tree.args)]


def _is_of_sympy(tree: sp.Basic) -> bool:
    """Whether a part is of no class of an author, which may say of itself what it is not."""
    return type(tree).__module__.startswith("sympy.")


def decoded(data: Any) -> Any:
    """Read what `encoded` wrote. **Raises** `ArgumentError` for anything else."""
    if not isinstance(data, list | tuple) or not data or not isinstance(data[0], str):
        raise ArgumentError("formula", data, "what `encoded` wrote")
    kind, *parts = data
    if kind == "symbol":
        return sp.Symbol(parts[0], **_read(parts[1:]))
    if kind == "dummy":
        return sp.Dummy(parts[0], dummy_index=int(parts[1]), **_read(parts[2:]))
    if kind == "rational":
        top, _, bottom = parts[0].partition("/")
        return sp.Rational(int(top), int(bottom))
    if kind == "constant" and parts[0] in _CONSTANTS:
        return _CONSTANTS[parts[0]]
    if kind == "function":
        known = [part for part in parts[1:] if isinstance(part, str)]
        return sp.Function(parts[0], **_read(known))(*map(decoded, parts[1 + len(known) :]))
    if _class(kind) is not None:
        return _class(kind)(*map(decoded, parts))
    raise ArgumentError("formula", data, "what `encoded` wrote")


def _class(kind: str) -> Any:
    """The class of a name, in the table or among SymPy's functions; None for any other."""
    function = getattr(sp, kind, None)
    known = isinstance(function, type) and issubclass(function, sp.Function)
    return _CLASSES.get(kind, function if known else None)


def condition(formula: Boolean, text: str = "") -> Condition:
    """A formula as a condition of evidence; `text` says it in words, for a reader."""
    return Condition(text or str(formula), _frozen(encoded(formula)))


def nonzero(expression: sp.Expr) -> Boolean:
    """The formula that an expression is not 0, as it stands."""
    return cast(Boolean, sp.Ne(expression, 0, evaluate=False))


def formula_of(stated: Condition) -> Any:
    """The formula of a condition, as SymPy's."""
    return decoded(stated.formula)


def relation_of(stated: Condition) -> tuple[Any, Any, Any] | None:
    """The class of a condition that is a relation, and its sides, also where it evaluates to True.

    None where it is no relation.
    """
    kind, *parts = stated.formula
    relation = _class(kind)
    if relation is None or not issubclass(relation, Relational):
        return None
    left, right = map(decoded, parts)
    return relation, left, right


def assumed_of(symbol: sp.Symbol) -> dict[str, bool]:
    """Assumptions that make a symbol: the same ones for equal symbols.

    Symbols are equal if the same follows from their assumptions, whichever were written, and which
    of two equal ones stands in an expression depends on what SymPy's cache has seen.
    """
    return dict(_generating(tuple(symbol.assumptions0.items())))


@cache
def _generating(known: tuple[tuple[str, bool], ...]) -> tuple[tuple[str, bool], ...]:
    """Assumptions from which all that is known follows, by name; strong ones are taken first."""
    facts = dict(known)
    chosen = {} if facts["commutative"] else {"commutative": False}
    for truth, name in product((True, False), (*_STRONG, *sorted(facts))):
        if facts.get(name) is truth and name not in StdFactKB({"commutative": True} | chosen):
            chosen[name] = truth
    return tuple(sorted(chosen.items()))


def _read(assumed: list[str]) -> dict[str, bool]:
    """The assumptions that a symbol is made with again."""
    return {name: truth == "True" for name, _, truth in (word.partition("=") for word in assumed)}


def _frozen(data: Any) -> Any:
    return tuple(map(_frozen, data)) if isinstance(data, list) else data
