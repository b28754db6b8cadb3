"""The paper's compiler, mended: its rules on the first branching node, so that they always end.

First Lin and Concat are gathered in what the other nodes read (`listed.gathering`). Then all that
is ready of one kind is computed at once, and what the others read of the last stage goes past
(`listed.fusing`), until nothing is left. Each step makes the rest shorter: that is the measure.
The rules are pure functions of programs as plain data. Of these it is proved for all programs that
each rule keeps the outputs, that the measure falls, and that the end is a path
(`lsrl/new-mended-rules`).

**Erratum.** App. A says of its rules that they reduce any graph to a path. Its cases 6, 7A, 7B, 9
and 10 add a bypass, and only a later step fuses what it was added for; here both are one step. Case
8 adds one for nothing: its bypass is a Lin before a Concat, and such a Lin is pushed behind the
Concat again by case 5A, so that Concat(Multi(x[[1, 0]]), x) comes back for ever.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from constructions.errors import ConstructionError
from constructions.lsrl.compiler.checking import check_same
from constructions.lsrl.compiler.rules.debranching import Debranching, Step
from constructions.lsrl.language.program import ForEach, check_program
from constructions.lsrl.listed.fusing import fused
from constructions.lsrl.listed.gathering import gathered
from constructions.lsrl.listed.layers import range_of
from constructions.lsrl.listed.paths import written
from constructions.lsrl.listed.programs import listed_program, program_of_nodes
from constructions.lsrl.listed.units import Gathered, Products, ReLUs, States, width_of

__all__ = ["RisingMeasureError", "path_normal_form"]

NAMES = {Products: "products", States: "states", ReLUs: "ReLUs"}


class RisingMeasureError(ConstructionError):
    """A step that does not lower the measure: a rule is not what it should be."""


def path_normal_form(program: ForEach, *, check: bool | Sequence[Any] = False) -> Debranching:
    """Rewrite a program by the mended rules until it is a path, with the list of the steps.

    A path on which nothing is to be gathered stays as it is.

    **Arguments**: whether to `check` at each step that the measure falls, and that no output
    changes, on `sample_inputs` or on the given sequences, exactly.

    **Raises** in checking `RisingMeasureError`, `DifferentProgramsError`. Nothing else can happen:
    there is no limit to the number of steps.
    """
    check_program(program)
    steps: list[Step] = []
    for step in _steps(program, falling=check is not False):
        if check is not False:
            inputs = None if check is True else check
            check_same(step.before, step.after, inputs, f"what rule {step.rule} makes")
        steps.append(step)
    if steps[-1].after == program:
        return Debranching(program, ())
    return Debranching(steps[-1].after, tuple(steps))


def _steps(program: ForEach, *, falling: bool) -> Iterator[Step]:
    """The steps, of which each may be asked for a measure that falls."""
    found = gathered(listed_program(program))
    after = program_of_nodes(written(found))
    yield Step("Lin and Concat", 0, program, after)
    while found.rest:
        before, b, found = after, _last_of_stages(found), _fused(found, falling=falling)
        after = program_of_nodes(written(found))
        yield Step(NAMES[type(found.stages[-1])], b, before, after)


def _fused(program: Gathered, *, falling: bool) -> Gathered:
    after = fused(program)
    if falling and not len(after.rest) < len(program.rest):
        rule = NAMES[type(after.stages[-1])] if after.stages else "none"
        raise RisingMeasureError(
            f"The rule '{rule}' takes the measure from {len(program.rest)} to {len(after.rest)}."
        )
    return after


def _last_of_stages(program: Gathered) -> int:
    """The position of the node that has the values of the last stage."""
    all_of_them = range_of(0, width_of(program.stages, program.dim))
    return len(written(Gathered(program.dim, program.stages, (), all_of_them)).nodes)
