"""The paper's compiler, mended: its rules on the first branching node, so that they always end.

First Lin and Concat are gathered (`rules.gathering`), then all that is ready of one kind is fused
(`rules.fusing`), until the program is a path. Each step lowers `rules.measure.measure`, a pair of
natural numbers, on every program: the arguments stand with the rules.

**Erratum.** App. A says of its rules that they reduce any graph to a path. Its preparation, and
its cases 1A, 1B, 2 and 3, do lower the measure. Cases 6, 7A, 7B, 9 and 10 add a bypass and thereby
raise it, until the fusion for which they are made. Case 8 raises it for nothing: its bypass is a
Lin before a Concat, and such a Lin is pushed behind the Concat again by case 5A. In
Concat(Multi(x[[1, 0]]), x) case 8 takes the measure from (1, 13) to (1, 15), case 5A to (1, 16),
and the preparation back to (1, 13) and to the program that there was before.
"""

from collections.abc import Sequence
from typing import Any

from constructions.errors import ConstructionError
from constructions.lsrl.compiler.checking import check_same
from constructions.lsrl.compiler.rules.debranching import Debranching, Step
from constructions.lsrl.compiler.rules.edits import edited
from constructions.lsrl.compiler.rules.fusing import FUSING, ready
from constructions.lsrl.compiler.rules.gathering import GATHERING
from constructions.lsrl.compiler.rules.measure import measure
from constructions.lsrl.language.program import ForEach, check_program

__all__ = ["RisingMeasureError", "next_step", "path_normal_form"]


class RisingMeasureError(ConstructionError):
    """A step that does not lower the measure: a rule is not what it should be."""


def path_normal_form(program: ForEach, *, check: bool | Sequence[Any] = False) -> Debranching:
    """Rewrite a program by the mended rules until it is a path, with the list of the steps.

    **Arguments**: whether to `check` at each step that the measure falls, and that no output
    changes, on `sample_inputs` or on the given sequences, exactly.

    **Raises** in checking `RisingMeasureError`, `DifferentProgramsError`. Nothing else can happen:
    there is no limit to the number of steps.
    """
    check_program(program)
    steps: list[Step] = []
    while (step := next_step(program)) is not None:
        if check is not False:
            _check(step, None if check is True else check)
        steps.append(step)
        program = step.after
    return Debranching(program, tuple(steps))


def next_step(program: ForEach) -> Step | None:
    """Return the next step; None for a path without Concat, or which has nothing to gather."""
    graph = program.graph
    for name, rule in GATHERING.items():
        edits = rule(graph)
        if edits:
            return Step(name, min(edits), program, ForEach(edited(graph, edits)))
    if graph.is_path:
        return None
    b = graph.branching[0]
    name = next(name for name, (kind, _) in FUSING.items() if ready(graph, b, kind))
    return Step(name, b, program, ForEach(edited(graph, FUSING[name][1](graph, b))))


def _check(step: Step, inputs: Sequence[Any] | None) -> None:
    before, after = measure(step.before), measure(step.after)
    if not after < before:
        raise RisingMeasureError(
            f"The rule '{step.rule}' at x{step.position} takes the measure from {before} to"
            f" {after}."
        )
    check_same(step.before, step.after, inputs, f"what rule {step.rule} makes")
