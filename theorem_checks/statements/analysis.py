r"""Statements about limits: how a sequence grows, of what order an error is, what converges.

Each binds its `variable`. In a concrete world that is a number and so is what stands in it, which
is compared with the trace there; the statement itself is true or false of no single number.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.conclusions import Conclusion, nameless, not_captured
from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.names_in_latex import text_latex
from theorem_checks.statements.terms import Term, data_of, free_symbols, substituted, term

__all__ = [
    "Binding",
    "BoundedBelow",
    "Converges",
    "Eventually",
    "Grows",
    "GrowthBound",
    "Limit",
    "Order",
    "Proportional",
    "require_reaches_infinity",
]

_PLAIN = (str, int, bool)
MODES = ("almost surely", "in distribution", "in mean square", "in moments", "in probability")


@dataclass(frozen=True, eq=False)
class Binding(Conclusion):
    """A statement that binds its `variable` in all of its terms."""

    variable: Term

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, tuple):
                value = tuple(term(part, field.name) for part in value)
            elif field.type not in _PLAIN and not isinstance(value, str):
                value = term(value, field.name)
            object.__setattr__(self, field.name, value)
        if not self.variable.is_Symbol and not self.variable.is_number:
            raise ArgumentError("variable", self.variable, "a symbol")

    def _changed(self, change: Callable[[Any], Any]) -> dict[str, Any]:
        """The fields beside the variable, with every term in them changed."""
        found = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name == "variable" or field.type in _PLAIN or isinstance(value, str):
                continue
            listed = isinstance(value, tuple)
            found[field.name] = tuple(map(change, value)) if listed else change(value)
        return found

    @property
    def data(self) -> Any:  # noqa: D102
        taken: set[Any] = set()
        self._changed(lambda part: taken.update(free_symbols(part)))
        bound = self.variable
        if isinstance(bound, sp.Symbol):
            bound = nameless(bound, taken)
        own = self._changed(lambda part: data_of(part.xreplace({self.variable: bound})))
        own["variable"] = data_of(bound)
        parts = (own.get(field.name, str(getattr(self, field.name))) for field in fields(self))
        return (type(self).__name__, *(("tuple", *p) if p == () else p for p in parts))

    def mapped(self, change: Callable[[Any], Any]) -> Conclusion:  # noqa: D102
        return replace(self, **self._changed(change))

    def substituted(self, symbols: Mapping[Any, Any]) -> Conclusion:  # noqa: D102
        free = not_captured(symbols, self.variable)
        return self.mapped(lambda part: substituted(part, free))


def require_reaches_infinity(x: Any) -> None:
    """Raise `ArgumentError` unless a symbol stands for all large numbers, or all large integers."""
    sign = (
        {"positive": True} if x.is_positive else {"nonnegative": True} if x.is_nonnegative else {}
    )
    kind = {"integer": True} if x.is_integer else {"real": True}
    if x != sp.Symbol(getattr(x, "name", ""), **kind, **sign):
        raise ArgumentError("variable", x, "a symbol for all large real numbers, or integers")


@dataclass(frozen=True, eq=False)
class Limit(Binding):
    """The limit of a term is a value, as the variable goes `to` a number, or to infinity, 'oo'.

    **Fields**: `side`, '-' for a limit from below and '+' for one from above.
    """

    term: Term
    to: Term
    value: Term
    side: str = "-"

    def __post_init__(self) -> None:
        if self.side not in ("+", "-"):
            raise ArgumentError("side", self.side, "'+' or '-'")
        if self.to is sp.oo:
            object.__setattr__(self, "to", "oo")
        super().__post_init__()

    @property
    def latex(self) -> str:  # noqa: D102
        far = isinstance(self.to, str)
        to = r"\infty" if far else f"{latex_of(self.to)}^{{{self.side}}}"
        x = latex_of(self.variable)
        return rf"\lim_{{{x} \to {to}}} {latex_of(self.term)} = {latex_of(self.value)}"


@dataclass(frozen=True, eq=False)
class BoundedBelow(Binding):
    """A term is at least a positive number, the same one, for all large integers: it is Omega(1).

    `World.bounded_below` makes one.
    """

    term: Term

    @property
    def latex(self) -> str:  # noqa: D102
        n = latex_of(self.variable)
        return rf"{latex_of(self.term)} = \Omega(1) \;\text{{for }} {n} \to \infty"


@dataclass(frozen=True, eq=False)
class Proportional(Binding):
    r"""A sequence is asymptotically another one times a number C that is not 0.

    So :math:`b_n \ne 0` for all large n, and :math:`a_n / b_n \to C \ne 0`. `World.proportional`
    makes one. **Fields**: `sequence` and `other`, each (term,) if both are real, with a real C, or
    (real part, imaginary part).
    """

    sequence: tuple[Term, ...]
    other: tuple[Term, ...]

    def __post_init__(self) -> None:
        for name in ("sequence", "other"):
            value = getattr(self, name)
            if not isinstance(value, tuple) or len(value) not in (1, 2):
                raise ArgumentError(name, value, "(term,), or (real part, imaginary part)")
        if len(self.sequence) != len(self.other):
            raise ArgumentError("other", self.other, f"{len(self.sequence)} terms as well")
        super().__post_init__()

    @property
    def latex(self) -> str:  # noqa: D102
        n = latex_of(self.variable)
        one, other = map(_number_latex, (self.sequence, self.other))
        return rf"{one} \sim C\,{other},\; C \ne 0 \;\text{{for }} {n} \to \infty"


def _number_latex(parts: tuple[Term, ...]) -> str:
    """A real term, or a complex one by its parts."""
    shown = [rf"\left({latex_of(part)}\right)" for part in parts]
    return shown[0] if len(shown) == 1 else rf"\left({shown[0]} + i\,{shown[1]}\right)"


@dataclass(frozen=True, eq=False)
class Order(Binding):
    """An error is O(h^order) as the variable h goes to 0 from above; `exactly`: and not smaller."""

    error: Term
    order: Term
    exactly: bool = False

    @property
    def latex(self) -> str:  # noqa: D102
        h = latex_of(self.variable)
        sign = r"\Theta" if self.exactly else "O"
        power = rf"{sign}\left({h}^{{{latex_of(self.order)}}}\right)"
        return rf"{latex_of(self.error)} = {power} \;\text{{for }} {h} \to 0^+"


@dataclass(frozen=True, eq=False)
class _Recurrent(Binding):
    """A sequence given by a recurrence with polynomial coefficients p_i(k), and its first values.

    `variable` is k; the recurrence holds, and the values `initial` stand, from `start` on.
    """

    start: int
    coefficients: tuple[Term, ...]
    initial: tuple[Term, ...]

    @property
    def _sequence(self) -> str:
        k = latex_of(self.variable)
        summands = (
            rf"\left({latex_of(c)}\right) a_{{{f'{k}+{i}' if i else k}}}"
            for i, c in enumerate(self.coefficients)
        )
        first = (
            f"a_{{{self.start + place}}} = {latex_of(value)}"
            for place, value in enumerate(self.initial)
        )
        return " + ".join(summands) + r" = 0,\; " + r",\; ".join(first) + r" \implies "

    def _power(self, root: Term, exponent: Term) -> str:
        k = latex_of(self.variable)
        return rf"\left({latex_of(root)}\right)^{{{k}}} {k}^{{{latex_of(exponent)}}}"


@dataclass(frozen=True, eq=False)
class Grows(_Recurrent):
    r"""A sequence is asymptotically :math:`C \rho^k k^\theta` with :math:`C \ne 0`.

    `constant` has C, or nothing where any will do.
    """

    root: Term
    exponent: Term
    constant: tuple[Term, ...] = ()

    @property
    def latex(self) -> str:  # noqa: D102
        of = latex_of(self.constant[0]) + r"\," if self.constant else "C"
        any_ = r",\; C \ne 0" if not self.constant else ""
        k = latex_of(self.variable)
        return (
            rf"{self._sequence} a_{{{k}}} \sim {of} {self._power(self.root, self.exponent)}{any_}"
        )


@dataclass(frozen=True, eq=False)
class GrowthBound(_Recurrent):
    r""":math:`|a_k| \ge c\,|\rho|^k k^\theta`, or at most that, for every k from `first` on."""

    relation: str
    constant: Term
    root: Term
    exponent: Term
    first: int

    @property
    def latex(self) -> str:  # noqa: D102
        sign = r"\ge" if self.relation == ">=" else r"\le"
        k = latex_of(self.variable)
        bound = f"{latex_of(self.constant)} {self._power(sp.Abs(self.root), self.exponent)}"
        place = rf"\text{{for all }} {k} \ge {self.first}"
        return rf"{self._sequence} |a_{{{k}}}| {sign} {bound} \;{place}"


@dataclass(frozen=True, eq=False)
class Converges(Binding):
    """A random term converges to a value as the variable goes to infinity, in a mode by name."""

    term: str
    value: Term
    mode: str

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise ArgumentError("mode", self.mode, f"one of {', '.join(MODES)}")
        super().__post_init__()

    @property
    def latex(self) -> str:  # noqa: D102
        x = latex_of(self.variable)
        said = rf"{text_latex(self.term)} \to {latex_of(self.value)}"
        return rf"{said} \;\text{{{self.mode}, for }} {x} \to \infty"


@dataclass(frozen=True, eq=False)
class Eventually(Binding):
    """A random term is below a number, or above it, for all large values of the variable.

    Almost surely: with probability 1 there is a value of the variable from which on it is so.

    **Fields**: `sign`, '<' for below and '>' for above.
    """

    term: str
    sign: str
    value: Term
    mode: str = "almost surely"

    def __post_init__(self) -> None:
        if self.sign not in ("<", ">"):
            raise ArgumentError("sign", self.sign, "'<' or '>'")
        if self.mode != "almost surely":
            raise ArgumentError("mode", self.mode, "'almost surely'")
        super().__post_init__()

    @property
    def latex(self) -> str:  # noqa: D102
        x = latex_of(self.variable)
        said = rf"\text{{{self.term}}} {self.sign} {latex_of(self.value)}"
        return rf"{said} \;\text{{almost surely, for all large }} {x}"
