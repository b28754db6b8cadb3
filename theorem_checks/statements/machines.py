"""A machine as data: a first state, and the state and output after any state and token."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.terms import data_of, each_component

__all__ = ["Machine"]


@dataclass(frozen=True, eq=False)
class Machine:
    """A recurrent map of sequences, as one step of it traced on a free state and a free token.

    **Fields**: `start`, the state before the first token; `state` and `token`, free arrays;
    `after` and `output`, arrays in their entries: the state after the token, and the output at it;
    `step`, what was traced, a function (state, token) -> (state, output), which is no data.
    States are arrays, or nested tuples of arrays, and so are outputs.
    """

    start: Any
    state: Any
    token: Any
    after: Any
    output: Any
    step: Callable[[Any, Any], tuple[Any, Any]]
    primes: str = ""

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
        p = self.primes
        start, after, output = map(latex_of, (self.start, self.after, self.output))
        step = rf"h_0 = {start},\; h_t = {after},\; y_t = {output}"
        return step.replace("h_", f"h{p}_").replace("y_t", f"y{p}_t") if p else step

    def mapped(self, change: Callable[[Any], Any]) -> "Machine":
        """The machine with its start, next state and output changed."""
        return replace(
            self,
            start=each_component(change, self.start),
            after=each_component(change, self.after),
            output=each_component(change, self.output),
        )
