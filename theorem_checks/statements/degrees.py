"""What is said of the degrees of a program's results."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.printed_programs import named, printed
from theorem_checks.statements.programs import LEAVES, Program

__all__ = ["Degree", "DegreeAtMost"]


@dataclass(frozen=True, eq=False)
class DegreeAtMost(Conclusion):
    """No result of a program has a total degree above `bound` in the variables `inputs`.

    This is for all values of the other variables.
    """

    program: Program
    inputs: tuple[str, ...]
    bound: int

    def __post_init__(self) -> None:
        _require_program(self.program)
        if not set(self.inputs) or not all(isinstance(name, str) for name in self.inputs):
            raise ArgumentError("inputs", self.inputs, "names of variables")

    _sign = r"\le"

    def mapped(self, change: Callable[[Any], Any]) -> Conclusion:  # noqa: ARG002, D102
        return self

    @property
    def latex(self) -> str:  # noqa: D102
        said = printed(self.program)
        results, names = r",\; ".join(said.results), ", ".join(map(named, self.inputs))
        return rf"\deg_{{{names}}} \left({results}\right) {self._sign} {self.bound}{said.where}"


class Degree(DegreeAtMost):
    """The largest total degree of the results of a program is `bound`; -1 where all are 0."""

    _sign = "="


def _require_program(program: Any) -> None:
    """Raise `ArgumentError` for what is no program."""
    parts = program if isinstance(program, tuple) else ()
    if len(parts) < 2 or not all(isinstance(part, tuple) for part in parts):
        raise ArgumentError("program", program, "operations and their results")
    for place, (name, *arguments) in enumerate(parts):
        if name not in LEAVES and not all(a.isdigit() and int(a) < place for a in arguments):
            raise ArgumentError(f"operation {place}", parts[place], "one on earlier results")
