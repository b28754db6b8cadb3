"""The paper's compiler: its rules, applied to the first branching node until there is none.

**Erratum.** The rules need not end in a path, as the paper says: where a Lin before a Multi and a
Concat share a node, cases 8 and 5A undo each other for ever. A program that comes back is told, and
the number of steps and the size of the nodes are limited. `compiler.path_normal_form` has the rules
mended, with a measure that falls; it always ends, as `compiler.levelised` does.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from constructions.errors import ConstructionError
from constructions.lsrl.compiler.checking import check_same
from constructions.lsrl.compiler.rules import bypassing, merging, slicing
from constructions.lsrl.compiler.rules.edits import Edits, edited, followers
from constructions.lsrl.compiler.rules.preparation import PREPARATION
from constructions.lsrl.language.graphs import Graph
from constructions.lsrl.language.nodes import Lin
from constructions.lsrl.language.program import ForEach, check_program

__all__ = [
    "CASES",
    "Debranching",
    "EndlessRewritingError",
    "RewritingLimitError",
    "Step",
    "case_of",
    "debranched",
]

CASES: dict[str, Callable[[Graph, int], Edits]] = {
    "1A": merging.case_1a,
    "1B": merging.case_1b,
    "2": merging.case_2,
    "3": merging.case_3,
    "4": merging.case_4,
    "5A": slicing.case_5a,
    "5B": merging.case_5b,
    "6": merging.case_6,
    "7A": bypassing.case_7a,
    "7B": bypassing.case_7b,
    "8": bypassing.case_8,
    "9": bypassing.case_9,
    "10": bypassing.case_10,
}
"""The thirteen cases by name, in the paper's order."""

_BY_KINDS = {
    frozenset({"Multi"}): "1A",
    frozenset({"LinState"}): "2",
    frozenset({"ReLU"}): "3",
    frozenset({"Concat"}): "4",
    frozenset({"Lin", "Concat"}): "8",
    frozenset({"ReLU", "Concat"}): "9",
    frozenset({"Lin", "ReLU", "Concat"}): "10",
}


class RewritingLimitError(ConstructionError):
    """The rules did not reach a path within the limits."""


class EndlessRewritingError(RewritingLimitError):
    """The rules came back to a program that they had left: they never reach a path from there.

    **Fields**: the `circle`, the steps that lead from that program back to it.
    """

    def __init__(self, circle: tuple["Step", ...], after: int) -> None:
        names = ", ".join(step.rule for step in circle)
        super().__init__(
            f"The rules do not end: step {after + len(circle)} gives what step {after} gave, by"
            f" {names}. Use path_normal_form(program) or levelised(program), which always end."
        )
        self.circle = circle


class Step(NamedTuple):
    """One application of a rule: its name, the position in the graph, and both programs."""

    rule: str
    position: int
    before: ForEach
    after: ForEach

    def drawing(self) -> str:
        """Return the programs before and after, drawn as text."""
        from constructions.lsrl.drawing import as_text

        return (
            f"{as_text(self.before)}\n\n{self.rule}, at x{self.position}:\n\n{as_text(self.after)}"
        )


@dataclass(frozen=True)
class Debranching:
    """A path, and the steps that led to it."""

    path: ForEach
    steps: tuple[Step, ...]

    def __repr__(self) -> str:
        counts = [
            f"{i}. {s.rule}, at x{s.position}: {len(s.after.nodes)} nodes,"
            f" {len(s.after.graph.branching)} branching"
            for i, s in enumerate(self.steps, 1)
        ]
        return "\n".join(counts) or "a path already"


def case_of(graph: Graph, b: int) -> str:
    """Return the name of the case that the users of a branching node make: there is always one."""
    kinds = frozenset(graph.nodes[i].kind for i in followers(graph, b))
    if kinds in _BY_KINDS:
        return _BY_KINDS[kinds]
    if "Multi" in kinds:
        return "1B"
    lins = [i for i in followers(graph, b) if isinstance(graph.nodes[i], Lin)]
    if kinds == {"Lin"}:
        nodes = [node for node in (graph.nodes[i] for i in lins) if isinstance(node, Lin)]
        return "5A" if all(node.slice is not None for node in nodes) else "5B"
    if "LinState" in kinds:
        return "6"
    return "7A" if all(bypassing.before_relu(graph, i) for i in lins) else "7B"


def debranched(
    program: ForEach,
    *,
    check: bool | Sequence[Any] = False,
    most_steps: int = 400,
    most_entries: int = 2000,
) -> Debranching:
    """Rewrite a program by the paper's rules until it is a path.

    **Arguments**: whether to `check` that each step changes no output, on `sample_inputs` or on
    the given sequences, exactly; the limits: steps, and entries of a node.

    **Raises** `EndlessRewritingError` where the rules go in a circle, `RewritingLimitError` at a
    limit, `DifferentProgramsError` for a step that changes an output.
    """
    check_program(program)
    steps: list[Step] = []
    seen = {program: 0}
    while (step := _next(program)) is not None:
        if check is not False:
            inputs = None if check is True else check
            check_same(program, step.after, inputs, f"what rule {step.rule} makes")
        steps.append(step)
        program = step.after
        if program in seen:
            raise EndlessRewritingError(tuple(steps[seen[program] :]), seen[program])
        seen[program] = len(steps)
        widest = max(node.dim for node in program.nodes)
        if len(steps) > most_steps or widest > most_entries:
            raise RewritingLimitError(
                f"No path after {len(steps)} steps: {len(program.nodes)} nodes, the widest of"
                f" {widest} entries, {len(program.graph.branching)} branching. Nothing shows that"
                " the rules end; raise most_steps or most_entries, or use path_normal_form(program)"
                " or levelised(program)."
            )
    return Debranching(program, tuple(steps))


def _next(program: ForEach) -> Step | None:
    """The next step: a preparation rule wherever one applies, else the case of the first branch."""
    graph = program.graph
    for i in range(len(graph)):
        for name, rule in PREPARATION.items():
            edits = rule(graph, i)
            if edits is not None:
                return Step(name, i, program, ForEach(edited(graph, edits)))
    if graph.is_path:
        return None
    b = graph.branching[0]
    name = case_of(graph, b)
    return Step(f"case {name}", b, program, ForEach(edited(graph, CASES[name](graph, b))))
