r"""Statements about all stacks of machines: each reads what the one below puts out.

A stack has any number of machines, none as well, each of one of the kinds that are listed, with
sizes, weights and first states of its own: the symbols and arrays of a kind stand for any values.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from theorem_checks.errors import ArgumentError, CheckError
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.machines import Machine
from theorem_checks.statements.scalars import SymbolicScalar
from theorem_checks.statements.terms import Term, data_of, term

__all__ = ["PROPERTIES", "EveryStack", "EveryStackIs", "NoStack", "NoStackThrough"]

PROPERTIES: Mapping[str, str] = {
    "Lipschitz": r"|y_t - y'_t| \le K_t \max_{s \le t} |x_s - x'_s|"
    r" \;\text{for all } t, x, x' \text{ and some } K_t",
    "continuous": r"(x_1, \dots, x_t) \mapsto y_t \;\text{is continuous for all } t",
    "at most linear": r"|y_t| \le c_t \left(1 + \max_{s \le t} |x_s|\right)"
    r" \;\text{for all } t, x \text{ and some } c_t",
    "far slopes": r"\lim_{r \to \infty} \tfrac{1}{r}\, y_t(x_1, \dots, x_{t-1}, x + r v) = Y(v)"
    r" \;\text{for all } t, x_1, \dots, x_{t-1}, x, v \text{ and some } Y",
    "exponential": r"|x_s| \le R \;\forall s \implies |y_t| \le 2^{c (t + 1)}"
    r" \;\text{for all } t, R \text{ and some } c",
}
"""What every stack may be, by name, as a formula."""


def _require_kinds(layers: object) -> None:
    if not isinstance(layers, tuple) or not layers:
        raise ArgumentError("layers", layers, "machines, at least one")
    for machine in layers:
        if not isinstance(machine, Machine):
            raise ArgumentError("layers", machine, "a machine, as `World.machine` makes it")


def _kinds(layers: tuple[Machine, ...]) -> str:
    listed = r",\; ".join(rf"\left({machine.latex}\right)" for machine in layers)
    return rf"\text{{stack of }} {listed}"


@dataclass(frozen=True, eq=False)
class EveryStack(Conclusion):
    r"""Every stack turns sequences with :math:`\sum_i c_i x^i_t = 0` into such, for all t.

    **Fields**: the kinds of `layers`; the `weights` :math:`c_i`, rational numbers other than 0.
    """

    layers: tuple[Machine, ...]
    weights: tuple[Term, ...]

    def __post_init__(self) -> None:
        _require_kinds(self.layers)
        object.__setattr__(self, "weights", tuple(term(c, "weights") for c in self.weights))
        if len(self.weights) < 2 or not all(c.is_Rational and c != 0 for c in self.weights):
            raise ArgumentError("weights", self.weights, "two rational numbers or more, not 0")

    @property
    def latex(self) -> str:  # noqa: D102
        def combined(letter: str) -> str:
            parts = (
                f"{'' if c == 1 else '-' if c == -1 else latex_of(c)} {letter}^{{{i}}}_t"
                for i, c in enumerate(self.weights, 1)
            )
            return " + ".join(parts).replace("+ -", "- ")

        return (
            rf"\text{{every }} {_kinds(self.layers)}:\;"
            rf" {combined('x')} = 0 \;\forall t \implies {combined('y')} = 0 \;\forall t"
        )


@dataclass(frozen=True, eq=False)
class NoStack(Conclusion):
    """No stack has the outputs of a machine, the `target`, on all sequences."""

    layers: tuple[Machine, ...]
    target: Machine

    def __post_init__(self) -> None:
        _require_kinds(self.layers)

    @property
    def latex(self) -> str:  # noqa: D102
        outputs = r"y_t = y'_t \;\text{for all } t \text{ and } x_1, x_2, \dots"
        return rf"\text{{no }} {_kinds(self.layers)}:\; {outputs}:\; {self.target.primed.latex}"


@dataclass(frozen=True, eq=False)
class EveryStackIs(Conclusion):
    r"""What is so of the outputs :math:`y_t` of every stack, as functions of its tokens.

    **Fields**: the kinds of `layers`; `how`, one of

    - 'Lipschitz': at each t, with a constant that depends on the stack and on t;
    - 'continuous': at each t;
    - 'at most linear': at each t at most a constant times one plus the size of the tokens, with a
      constant that depends on the stack and on t;
    - 'far slopes': with :math:`x + r v` for the last token, :math:`y_t / r` has a limit as r goes
      to infinity, the same at all t, for all tokens before and all x;
    - 'exponential': on tokens of bounded size outputs are at most :math:`2^{c(t + 1)}`, with a c
      that depends on the stack and on the bound.
    """

    layers: tuple[Machine, ...]
    how: str

    def __post_init__(self) -> None:
        _require_kinds(self.layers)
        if self.how not in PROPERTIES:
            raise ArgumentError("how", self.how, f"one of {', '.join(map(repr, PROPERTIES))}")

    def mapped(self, change: Callable[[Any], Any]) -> "EveryStackIs":
        """The conclusion with the terms of its machines changed."""
        layers = tuple(machine.mapped(change) for machine in self.layers)
        return EveryStackIs(layers, self.how)

    @property
    def latex(self) -> str:  # noqa: D102
        return rf"\text{{every }} {_kinds(self.layers)}:\; {PROPERTIES[self.how]}"


@dataclass(frozen=True, eq=False)
class NoStackThrough(Conclusion):
    r"""No stack puts out what is wanted, at the end of some sequences, for all values in `over`.

    **Fields**: the kinds of `layers`; `runs`, pairs of a sequence, a tuple of tokens, and the
    output that is wanted at its last token; `over`, free arrays and symbols of numbers for all of
    whose values one stack would have to do it. All else that stands in runs is fixed before.

    Nothing may be put in the place of what stands in it, since some of that is bound.
    """

    layers: tuple[Machine, ...]
    runs: tuple[tuple[tuple[Any, ...], Any], ...]
    over: tuple[Any, ...] = ()

    def __post_init__(self) -> None:
        _require_kinds(self.layers)
        for run in self.runs:
            if len(run) != 2 or not isinstance(run[0], tuple) or not run[0]:
                raise ArgumentError("runs", run, "pairs of at least one token, and an output")
        over = (one.expression if isinstance(one, SymbolicScalar) else one for one in self.over)
        object.__setattr__(self, "over", tuple(over))

    def mapped(self, change: Callable[[Any], Any]) -> "NoStackThrough":
        """The same conclusion, of which each term is shown to a function that changes none."""
        flat = [part for tokens, output in self.runs for part in (*tokens, output)]
        for part in (*flat, *self.over):
            if data_of(change(part)) != data_of(part):
                raise CheckError("Nothing is put into a statement that no stack goes through runs.")
        return self

    @property
    def latex(self) -> str:  # noqa: D102
        def shown(run: tuple[tuple[Any, ...], Any]) -> str:
            tokens, output = run
            return rf"\left({', '.join(map(latex_of, tokens))}\right) \mapsto {latex_of(output)}"

        bound = ", ".join(map(latex_of, self.over))
        every = rf" \;\text{{for all }} {bound}" if bound else ""
        through = r",\; ".join(map(shown, self.runs))
        return rf"\text{{no }} {_kinds(self.layers)}:\; {through}{every}"
