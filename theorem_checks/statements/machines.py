"""A machine as data: a first state, and the state and output after any state and token."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.names_in_latex import name_latex, text_latex
from theorem_checks.statements.terms import data_of, each_component, entries_of

__all__ = ["Machine"]


@dataclass(frozen=True, eq=False)
class Machine:
    """A recurrent map of sequences, as one step of it traced on a free state and a free token.

    **Fields**: `start`, the state before the first token; `state` and `token`, free arrays;
    `after` and `output`, arrays in their entries: the state after the token, and the output at it;
    `step`, what was traced, a function (state, token) -> (state, output), and `cell`, what it is
    called in the code, which are no data.
    States are arrays, or nested tuples of arrays, and so are outputs.
    """

    start: Any
    state: Any
    token: Any
    after: Any
    output: Any
    step: Callable[[Any, Any], tuple[Any, Any]]
    primes: str = ""
    cell: str = ""

    @property
    def data(self) -> Any:
        """Nested tuples of strings that say all of it."""
        named = (self.start, self.state, self.token, self.after, self.output)
        return ("Machine", *map(data_of, named))

    @property
    def primed(self) -> "Machine":
        """The same machine, printed with a prime on state and output."""
        return replace(self, primes=self.primes + "'")

    @property
    def latex(self) -> str:
        """The step, for a reader."""
        p, called = self.primes, dict.fromkeys(entries_of(self.token), "x_t")
        if len(called) > 1:  # a token of several arrays
            called = {name: _at_t(name) for name in called}
        parts = (self.start, self.after, self.output)
        start, after, output = (latex_of(part, called) for part in parts)
        step = rf"h_0 = {start},\; h_t = {after},\; y{p}_t = {output}"
        step = step.replace("h_", f"{{h{p}}}_") if p else step
        return rf"{text_latex(self.cell)}:\; {step}" if self.cell else step

    def mapped(self, change: Callable[[Any], Any]) -> "Machine":
        """The machine with its start, next state and output changed."""
        return replace(
            self,
            start=each_component(change, self.start),
            after=each_component(change, self.after),
            output=each_component(change, self.output),
        )


def _at_t(name: str) -> str:
    """A part of the token at time t; one that is called y is not taken for the output."""
    printed = name_latex(name)
    if name == "y":
        return r"\mathrm{y}_t"
    return f"{printed[:-1]},t}}" if "_{" in printed and printed.endswith("}") else f"{printed}_t"
