r"""What statements conclude: immutable data, with a syntactic key.

A conclusion is made by `says(subject, world)` from what the subject gives, kept with its two sides
apart, printed, given to engines, compared by its key, and written as JSON. Nothing is decided here,
and nothing simplified: the key is equal for what is equal up to the names of bound indices and the
order of commuting terms.

Free symbols and arrays are bound by the statement: it is for all values that their sorts allow.
`ForAll` binds one inside of a conclusion, as an induction needs it.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from itertools import count
from typing import Any, NoReturn

import sympy as sp

from theorem_checks.errors import ArgumentError, require_integer
from theorem_checks.statements.arrays.element_arrays import ElementArray
from theorem_checks.statements.arrays.symbolic_arrays import SymbolicArray, family, symbol_array
from theorem_checks.statements.arrays.tensors import Entry, Tensor
from theorem_checks.statements.kept_data import keep, keep_key, kept
from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.machines import Machine
from theorem_checks.statements.moments.statistics import Statistic
from theorem_checks.statements.names_in_latex import text_latex
from theorem_checks.statements.terms import (
    Term,
    components,
    data_of,
    entries_of,
    free_symbols,
    require_own,
    substituted,
    term,
)
from theorem_checks.statements.texts import text_of
from theorem_checks.verdicts.seals import key_of

__all__ = [
    "All",
    "AtMost",
    "ByCases",
    "Computes",
    "Conclusion",
    "Equal",
    "ForAll",
    "Implies",
    "Joined",
    "Less",
    "Mean",
    "Relation",
    "SameOutputs",
    "UniqueMinimum",
    "in_scope",
    "nameless",
    "symbols_of",
]


class Conclusion:
    """A formula as data. It has no truth value: an engine decides it, or does not."""

    @property
    def data(self) -> Any:
        """Nested tuples of strings that say all of it, in canonical order."""
        if (known := kept(self)) is not None:
            return known.data
        parts = (getattr(self, field.name) for field in fields(self))  # pyright: ignore
        data = (type(self).__name__, *map(_data, parts))
        keep(self, data)
        return data

    @property
    def key(self) -> str:
        """A digest of `data`: equal keys are one conclusion."""
        known = kept(self)
        if known is not None and known.key:
            return known.key
        data = self.data if known is None else known.data
        key = key_of(data)
        keep_key(self, data, key)
        return key

    @property
    def latex(self) -> str:
        """The formula, for a reader."""
        raise NotImplementedError

    def latex_in(self, whole: "All") -> str:  # noqa: ARG002
        """The formula as a part of a whole, in which other parts say what stands in it."""
        return self.latex

    def mapped(self, change: Callable[[Any], Any]) -> "Conclusion":
        """The conclusion with every term and machine in it changed."""
        parts = (getattr(self, field.name) for field in fields(self))  # pyright: ignore
        return type(self)(*(_mapped(part, change) for part in parts))

    def substituted(self, symbols: Any) -> "Conclusion":
        """The conclusion with expressions in place of free symbols."""
        return self.mapped(lambda part: substituted(part, symbols))

    def array(self, name: str, *, inverted: bool = False) -> SymbolicArray:
        """An array of the world that stands in it, for a proof to write formulas in.

        If `inverted`, the inverse of it, which need not stand there.

        **Raises** `ArgumentError` where no entry of that name stands.
        """
        found: dict[str, Entry] = {}
        self.mapped(lambda part: found.update(entries_of(part)) or part)
        if name not in found:
            raise ArgumentError("name", name, f"one of {', '.join(sorted(found))}")
        axes = [family(repr(index.size), index.size) for index in found[name].indices]
        if not inverted:
            return symbol_array(found[name].tensor, *axes)
        other = f"{name}^-1"
        made = found[other].tensor if other in found else Tensor(other, 2, inverse_of=name)
        return symbol_array(made, *axes)

    def is_same(self, other: object) -> bool:
        """Whether another conclusion says the same, up to bound names and order."""
        return isinstance(other, Conclusion) and self.key == other.key

    def __bool__(self) -> NoReturn:
        raise TypeError(
            "A statement has no truth value. Give it to `prove`, and compare statements by"
            " `one.is_same(other)`."
        )

    def __str__(self) -> str:
        return self.latex

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex}$"


def _data(part: Any) -> Any:
    if isinstance(part, Conclusion | Machine):
        require_own(part)
        return part.data
    if isinstance(part, tuple):
        return ("tuple", *map(_data, part))
    return data_of(part)


def symbols_of(conclusion: Conclusion) -> set[Any]:
    """The symbols that stand in a conclusion, bound ones as well."""
    found: set[Any] = set()

    def seen(part: Any) -> Any:
        found.update(free_symbols(part))
        return part

    conclusion.mapped(seen)
    return found


def nameless(variable: sp.Symbol, others: Iterable[Any]) -> sp.Symbol:
    """What stands for a bound variable in data: a symbol whose name no other one has.

    The `others` are symbols, and entries such as a[k] of sequences, which have names as well.
    """
    taken = set(map(text_of, others))
    name = next(name for number in count() if (name := f"_{number}") not in taken)
    return sp.Symbol(name, **variable._assumptions_orig)


def _mapped(part: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(part, Conclusion):
        return part.mapped(change)
    if isinstance(part, tuple):
        return tuple(_mapped(inner, change) for inner in part)
    if isinstance(part, Machine):
        return part.mapped(change)
    return change(part)


def _as_array_beside(other: Term, side: Term) -> Term:
    """A number beside an array without axes as such an array; anything else as it is."""
    if isinstance(other, SymbolicArray) and not other.axes and isinstance(side, sp.Expr):
        return other * 0 + side
    return side


def _everywhere(other: Any, side: Any) -> Any:
    """A number beside an array as the array with it at every place; anything else as it is."""
    is_number = isinstance(side, sp.Expr) and isinstance(other, SymbolicArray | ElementArray)
    return other * 0 + side if is_number else side


@dataclass(frozen=True, eq=False)
class Relation(Conclusion):
    """A relation between two terms: numbers, or for `Equal` arrays of the same axes."""

    lhs: Term
    rhs: Term

    def __post_init__(self) -> None:
        lhs, rhs = term(self.lhs, "lhs"), term(self.rhs, "rhs")
        object.__setattr__(self, "lhs", _as_array_beside(rhs, lhs))
        object.__setattr__(self, "rhs", _as_array_beside(lhs, rhs))

    @property
    def latex(self) -> str:  # noqa: D102
        known = kept(self)
        if known is None:
            return self.latex_called({})
        if not known.latex:  # the statements of a proof have most of their hypotheses in common
            known.latex = self.latex_called({})
        return known.latex

    def latex_called(self, called: Mapping[str, str]) -> str:
        """The formula with other names for tensors."""
        return f"{latex_of(self.lhs, called)} {self._sign} {latex_of(self.rhs, called)}"

    _sign = "="


class Equal(Relation):
    """Two numbers are equal, or two arrays entry by entry; a number is every entry of an array."""

    def __post_init__(self) -> None:
        lhs, rhs = term(self.lhs, "lhs"), term(self.rhs, "rhs")
        object.__setattr__(self, "lhs", _everywhere(rhs, lhs))
        object.__setattr__(self, "rhs", _everywhere(lhs, rhs))


class AtMost(Relation):
    """One real number is at most another; of arrays each entry, and a number is every entry."""

    _sign = r"\le"


class Less(Relation):
    """One real number is less than another; of arrays as in `AtMost`."""

    _sign = "<"


@dataclass(frozen=True, eq=False)
class SameOutputs(Conclusion):
    """Two machines give the same outputs on all sequences of tokens, of all lengths."""

    one: Machine
    other: Machine

    @property
    def latex(self) -> str:  # noqa: D102
        return r"y_t = y'_t \;\text{for all } t \text{ and } x_1, x_2, \dots:\;" + (
            rf"{self.one.latex};\; {self.other.primed.latex}"
        )


@dataclass(frozen=True, eq=False)
class Computes(Conclusion):
    """A machine's outputs on the rows of `tokens`, T of them, are the rows of `outputs`.

    Where an output, or a token, is a nested tuple of arrays, so are the `outputs`, or the `tokens`.
    """

    machine: Machine
    tokens: Any
    outputs: Term

    @property
    def latex(self) -> str:  # noqa: D102
        last = f"{{{latex_of(self._length)}}}"
        outputs, tokens = (rf"({x}_1, \dots, {x}_{last})" for x in "yx")
        said = rf"{outputs} = {latex_of(self.outputs)} \;\text{{for}}\;"
        return rf"{said} {tokens} = {latex_of(self.tokens)}:\; {self.machine.latex}"

    @property
    def _length(self) -> Term:
        first = next(components(self.tokens)).shape[0]
        return sp.Integer(first) if isinstance(first, int) else term(first)


@dataclass(frozen=True, eq=False)
class Mean(Conclusion):
    """The expectation of a statistic is a formula, or that of another statistic."""

    statistic: Term
    formula: Term

    def __post_init__(self) -> None:
        object.__setattr__(self, "formula", term(self.formula, "formula"))

    @property
    def latex(self) -> str:  # noqa: D102
        right = r"\mathbb{E}\," if isinstance(self.formula, Statistic) else ""
        return rf"\mathbb{{E}}\,{latex_of(self.statistic)} = {right}{latex_of(self.formula)}"


@dataclass(frozen=True, eq=False)
class UniqueMinimum(Conclusion):
    """The expectation of a statistic is least at one value of a real variable, and only there."""

    statistic: Term
    variable: sp.Symbol
    at: Term

    def __post_init__(self) -> None:
        object.__setattr__(self, "variable", term(self.variable, "variable"))
        if not isinstance(self.variable, sp.Symbol):
            raise ArgumentError("variable", self.variable, "a symbol")
        object.__setattr__(self, "at", term(self.at, "at"))

    @property
    def latex(self) -> str:  # noqa: D102
        name = latex_of(self.variable)
        return (
            rf"\arg\min_{{{name}}} \mathbb{{E}}\,{latex_of(self.statistic)} = {latex_of(self.at)}"
        )


@dataclass(frozen=True, eq=False)
class Joined(Conclusion):
    """Several conclusions, joined by one word."""

    parts: tuple[Conclusion, ...]

    def __post_init__(self) -> None:
        if not self.parts or not all(isinstance(part, Conclusion) for part in self.parts):
            raise ArgumentError("parts", self.parts, "conclusions, at least one")


@dataclass(frozen=True, eq=False)
class All(Joined):
    """Several conclusions together."""

    @property
    def latex(self) -> str:  # noqa: D102
        return r"\quad\text{and}\quad ".join(part.latex_in(self) for part in self.parts)


def in_scope(body: Conclusion, said: str) -> str:
    """What stands behind 'for all': several statements in brackets, as it is about each of them."""
    last = body
    while isinstance(last, Implies):
        last = last.body
    return rf"\big({said}\big)" if isinstance(last, All) and len(last.parts) > 1 else said


@dataclass(frozen=True, eq=False)
class ByCases(Conclusion):
    """A statement about each value of a size, case by case.

    `cases` says of each part for which values it is: 'n = 1', ..., 'n = 12 + m, m >= 1'.
    """

    cases: tuple[str, ...]
    parts: tuple[Conclusion, ...]

    @property
    def data(self) -> Any:  # noqa: D102
        return ("ByCases", self.cases, tuple(part.data for part in self.parts))

    def mapped(self, change: Callable[[Any], Any]) -> Conclusion:  # noqa: D102
        return ByCases(self.cases, tuple(part.mapped(change) for part in self.parts))

    @property
    def latex(self) -> str:  # noqa: D102
        rows = (
            rf"{text_latex(case)}:\; {part.latex}"
            for case, part in zip(self.cases, self.parts, strict=True)
        )
        return r" \\ ".join(rows)


@dataclass(frozen=True, eq=False)
class Implies(Conclusion):
    """A conclusion under a hypothesis."""

    hypothesis: Conclusion
    body: Conclusion

    @property
    def latex(self) -> str:  # noqa: D102
        hypothesis = self.hypothesis.latex
        if not isinstance(self.hypothesis, Relation):
            hypothesis = rf"\Big({hypothesis}\Big)"
        return rf"{hypothesis} \implies {self.body.latex}"

    def latex_in(self, whole: All) -> str:  # noqa: ARG002, D102
        return rf"\Big({self.latex}\Big)"


def not_captured(symbols: Any, variable: Any) -> dict[Any, Any]:
    """What is put in place of symbols, but for a variable that is bound.

    **Raises** `ArgumentError` where the variable stands in what is put.
    """
    free = {old: new for old, new in dict(symbols).items() if old != variable}
    if any(variable in getattr(new, "free_symbols", ()) for new in free.values()):
        raise ArgumentError("symbols", symbols, f"nothing with {variable}, which is bound")
    return free


@dataclass(frozen=True, eq=False)
class ForAll(Conclusion):
    """A conclusion for every integer from `start` on in place of a symbol."""

    variable: sp.Symbol
    start: int
    body: Conclusion

    def __post_init__(self) -> None:
        if not isinstance(self.variable, sp.Symbol):
            hint = 'w.for_all("n", lambda n: ...) makes a statement for all n.'
            raise ArgumentError("variable", self.variable, "a symbol", hint)
        require_integer("start", self.start)
        if not isinstance(self.body, Conclusion):
            raise ArgumentError("body", self.body, "a conclusion")

    @property
    def data(self) -> Any:  # noqa: D102
        if (known := kept(self)) is not None:
            return known.data
        bound = nameless(self.variable, symbols_of(self.body))
        body = self.body.substituted({self.variable: bound})
        data = ("ForAll", bound.name, str(self.start), body.data)
        _ = self.body.data  # so that it is kept, without which this is not
        keep(self, data)
        return data

    def mapped(self, change: Callable[[Any], Any]) -> Conclusion:  # noqa: D102
        return ForAll(self.variable, self.start, self.body.mapped(change))

    def substituted(self, symbols: Any) -> Conclusion:  # noqa: D102
        free = not_captured(symbols, self.variable)
        return ForAll(self.variable, self.start, self.body.substituted(free))

    @property
    def latex(self) -> str:  # noqa: D102
        variable, body = self.with_a_letter
        return rf"\forall {latex_of(variable)} \ge {self.start}:\; {in_scope(body, body.latex)}"

    @property
    def with_a_letter(self) -> tuple[sp.Symbol, Conclusion]:
        """Variable and body for a reader: `k_before` and `t_D` have letters that nothing else has.

        The variable's own letter if it is free, with a prime where it is that of `k_before`.
        """
        name, _, more = self.variable.name.partition("_")
        if not more or len(name) > 1:
            return self.variable, self.body
        taken = {text_of(symbol).partition("(")[0] for symbol in symbols_of(self.body)}
        primed = (f"{name}'" * more.startswith("before"),)
        wanted = filter(None, (name, *primed, *"ijklm", *(f"{i}'" for i in "ijklm")))
        for letter in (x for x in wanted if x not in taken):
            variable = sp.Symbol(letter, **self.variable._assumptions_orig)
            with suppress(ArgumentError):  # a sum within binds that letter
                return variable, self.body.substituted({self.variable: variable})
        return self.variable, self.body
