"""Machines in a concrete world, run on tokens that it draws."""

from collections.abc import Callable, Iterator
from typing import Any

from theorem_checks.judging.sides import differing, same_parts, shown
from theorem_checks.judging.values import agree
from theorem_checks.statements.always import Watched
from theorem_checks.statements.conclusions import Computes, Conclusion, SameOutputs
from theorem_checks.statements.first_outputs import SameFirstOutputs
from theorem_checks.statements.machines import Machine
from theorem_checks.statements.reals.differences import Difference
from theorem_checks.statements.runs import SameRuns, Throughout
from theorem_checks.statements.stacks import EveryStack
from theorem_checks.statements.terms import components, each_component
from theorem_checks.statements.values.evaluation import rational_value
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.verdicts.counterexamples import FIRST_AND_SECOND

__all__ = [
    "first_outputs_that_differ",
    "other_outputs",
    "outputs_that_differ",
    "outputs_that_do_not_add_up",
    "runs_that_differ",
    "state_that_fails",
    "states_on_tokens",
]

_TOKENS = 4  # of a sequence on which machines are run


def other_outputs(conclusion: Computes, _world: Concrete) -> Difference | None:
    """A run on the tokens of a conclusion that has other outputs."""
    outputs = _run(conclusion.machine, conclusion.tokens)
    sides = "by the formula", "by the machine"
    return differing(conclusion.outputs, outputs, "outputs", sides)


def outputs_that_differ(conclusion: SameOutputs, world: Concrete) -> Difference | None:
    """Outputs of two machines that differ on tokens that are drawn."""
    return _difference_of_outputs(conclusion, _TOKENS, world)


def first_outputs_that_differ(conclusion: SameFirstOutputs, world: Concrete) -> Difference | None:
    """Outputs that differ among the first ones, of which a conclusion speaks."""
    return _difference_of_outputs(conclusion, max(int(conclusion.tokens), 0), world)


def states_on_tokens(
    conclusion: Watched, world: Concrete, is_met: Callable[[Conclusion], bool]
) -> Iterator[Conclusion]:
    """What is said of the states that a machine goes through on some tokens, each an allowed one.

    `is_met` says whether what is allowed is so.
    """
    return conclusion.along(_drawn_tokens(conclusion.machine, _TOKENS, world), is_met)


def _difference_of_outputs(
    conclusion: SameOutputs | SameFirstOutputs, length: int, world: Concrete
) -> Difference | None:
    """What two machines put out differently on a sequence of so many tokens."""
    tokens = _drawn_tokens(conclusion.one, length, world)
    one, other = (_outputs(machine, tokens) for machine in (conclusion.one, conclusion.other))
    for time, (left, right) in enumerate(zip(one, other, strict=True), 1):
        if same_parts(left, right) is False:
            read = [shown(token) for token in tokens[:time]]
            said = f"the outputs at t = {time} differ, on the tokens {', '.join(read)}"
            return Difference(shown(left), shown(right), said, sides=FIRST_AND_SECOND)
    return None


def runs_that_differ(conclusion: SameRuns, world: Concrete) -> Difference | None:
    """Outputs of recorded steps that differ on tokens that are drawn."""
    for tokens in conclusion.one.drawn(world.seed):
        runs = (steps.run_itself(tokens) for steps in (conclusion.one, conclusion.other))
        for time, (left, right) in enumerate(zip(*runs, strict=True), 1):
            if left != right:
                read = ", ".join(str(list(map(str, x))) for x in tokens[:time])
                said = f"the outputs at t = {time} differ, on the tokens {read}"
                one, other = (str(list(map(str, y))) for y in (left, right))
                return Difference(one, other, said, sides=FIRST_AND_SECOND)
    return None


def state_that_fails(conclusion: Throughout, world: Concrete) -> Difference | None:
    """Tokens after which what is said of every state is false."""
    found = conclusion.fails_on(world.seed)
    return Difference("true", "false", f"after the tokens {found}") if found else None


def outputs_that_do_not_add_up(conclusion: EveryStack, world: Concrete) -> Difference | None:
    """A stack of one machine of each kind, on tokens that add up to 0."""
    weights = [rational_value(c) for c in conclusion.weights]
    for machine in conclusion.layers:
        *runs, last = ([] for _ in weights)
        for _ in range(_TOKENS):
            drawn = [world.token(machine.token.shape) for _ in runs]
            for run, token in zip(runs, drawn, strict=True):
                run.append(token)
            rest = (-c / weights[-1] * x for c, x in zip(weights, drawn, strict=False))
            last.append(sum(rest, start=0 * drawn[0]))
        outputs = [_outputs(machine, run) for run in (*runs, last)]
        for time, each in enumerate(zip(*outputs, strict=True), 1):
            for parts in zip(*map(components, each), strict=True):
                total = sum((c * y for c, y in zip(weights, parts, strict=True)), start=0)
                if agree(total, 0 * total) is False:
                    read = ", ".join(shown(run[0]) for run in (*runs, last))
                    said = f"the outputs at t = {time} do not add up to 0; first tokens {read}"
                    return Difference("0", shown(total), said)
    return None


def _drawn_tokens(machine: Machine, length: int, world: Concrete) -> list[Any]:
    token = machine.token
    return [each_component(lambda part: world.token(part.shape), token) for _ in range(length)]


def _outputs(machine: Machine, tokens: Any) -> list[Any]:
    state, outputs = machine.start, []
    for token in tokens:
        state, output = machine.step(state, token)
        outputs.append(output)
    return outputs


def _run(machine: Machine, tokens: Any) -> Any:
    one = next(components(tokens))
    rows = [each_component(lambda part, t=t: part[t], tokens) for t in range(one.shape[0])]
    outputs, stack = _outputs(machine, rows), one.__number_system__.stack
    return each_component(lambda *parts: stack(parts), *outputs)
