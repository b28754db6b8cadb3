"""What a certificate states of a machine's state before the first token and after each one."""

from typing import Any, Protocol

from theorem_checks.certifying import terms as t
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.statements import conclusions as c
from theorem_checks.statements.always import Always
from theorem_checks.statements.terms import replacement

__all__ = ["always"]


class Exports(Protocol):
    """What makes relations and functions, and notes what a machine names."""

    def relation(self, conclusion: c.Relation) -> t.Proposition: ...
    def functions(self, replacing: Any, known: Any = ...) -> tuple[t.Function, ...]: ...
    def bind(self, replacing: Any) -> None: ...


def always(said: Always, exporter: Exports) -> t.Throughout:
    """What is said of all states that a machine reaches.

    **Raises** `NoFormError` for what has no exact counterpart.
    """
    machine = said.machine
    if said.allowed:
        raise NoFormError("what is true throughout runs on some tokens alone")
    token = replacement(machine.token, machine.token)
    exporter.bind(replacement(machine.state, machine.state))
    exporter.bind(token)
    made = t.Machine(
        exporter.functions(replacement(machine.state, machine.start)),
        exporter.functions(replacement(machine.state, machine.after)),
    )
    return t.Throughout(made, exporter.functions(token), _of_state(said.said, exporter))


def _of_state(said: c.Conclusion, exporter: Exports) -> t.Proposition:
    """A proposition in which the arrays of the state are those of a state that is reached."""
    if isinstance(said, c.All):
        return t.And(tuple(_of_state(part, exporter) for part in said.parts))
    if not isinstance(said, c.Relation):
        raise NoFormError(f"{type(said).__name__} throughout runs")
    return exporter.relation(said)
