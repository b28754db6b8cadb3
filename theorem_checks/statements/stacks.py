r"""Statements about all stacks of machines: each reads what the one below puts out.

A stack has any number of machines, none as well, each of one of the kinds that are listed, with
sizes, weights and first states of its own: the symbols and arrays of a kind stand for any values.
"""

from dataclasses import dataclass

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.machines import Machine
from theorem_checks.statements.terms import Term, term

__all__ = ["EveryStack", "NoStack"]


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
