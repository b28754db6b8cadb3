"""Machines of fixed sizes: what a certificate states, as programs that `rocq/Runs.v` interprets."""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.statements.runs import SameRuns, Steps

__all__ = ["number", "numbers_of", "programs_statement"]

_OPERATIONS = {"+": "Plus", "-": "Minus", "*": "Prod", "max": "Max", "min": "Min"}
_VARIABLE = re.compile(r"([sx])\[(\d+)\]")


def programs_statement(parts: Sequence[SameRuns]) -> str:
    """That pairs of machines have the same outputs on all sequences, as a definition."""
    lines, said = [], []
    for number, part in enumerate(parts):
        for side, steps in (("one", part.one), ("other", part.other)):
            lines.append(f"Definition {side}{number}' : machine := {_machine(steps)}.")
        said.append(f"same_outputs F one{number}' other{number}'")
    together = " /\\\n  ".join(said)
    lines.append(f"Definition statement : Prop := forall F : realFieldType,\n  {together}.")
    return "\n".join(lines)


def _machine(steps: Steps) -> str:
    *operations, results = steps.program
    kept, put = results[1 : len(steps.start) + 1], results[len(steps.start) + 1 :]
    listed = ";\n  ".join(_operation(steps, *operation) for operation in operations)
    start = "; ".join(map(number, steps.start))
    return f"Machine [:: {start}]\n  [:: {listed}]%N {numbers_of(kept)} {numbers_of(put)}"


def _operation(steps: Steps, name: str, *arguments: str) -> str:
    if name == "constant":
        return f"Const {number(Fraction(arguments[0]))}"
    if name == "variable":
        return _variable(steps, arguments[0])
    if name not in _OPERATIONS:
        raise NoFormError(f"{name} in a program")
    return " ".join((_OPERATIONS[name], *arguments))


def _variable(steps: Steps, name: str) -> str:
    found = _VARIABLE.fullmatch(name)
    sizes = {"s": len(steps.start), "x": steps.token}
    if not found or int(found[2]) >= sizes[found[1]]:
        raise NoFormError(f"the variable {name} in a program")
    return f"{'StateAt' if found[1] == 's' else 'TokenAt'} {found[2]}"


def number(value: Fraction) -> str:
    """A rational number."""
    top = abs(value.numerator)
    numerator = f"{'Zpos' if value > 0 else 'Zneg'} {top}%positive" if top else "Z0"
    return f"({numerator}, {value.denominator}%positive)"


def numbers_of(values: Iterable[object]) -> str:
    """A list of natural numbers."""
    return f"[:: {'; '.join(map(str, values))}]%N"
