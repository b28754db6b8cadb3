r"""What every stack of machines is, as what is composed of such is such.

Sums, products and ReLUs are continuous, so that outputs at a time are continuous functions of the
tokens, whatever the stack. Where nothing that moves is multiplied with anything that moves, they
are Lipschitz, and far out in the last token they have a slope that knows of nothing before. Where
the state is multiplied with weights alone, and is in no ReLU, values on bounded tokens are at most
exponential in the time. Where at most one factor of a product is not bounded, as gates are by
their sigmoid, outputs at a time are at most linear in the size of the tokens. These sentences are
what `closed_under_composition` trusts; what it looks at is which operations stand in each step.
"""

from collections.abc import Callable, Mapping
from typing import Any

from theorem_checks.proving.machines.composed_at_numbers import is_so_at_numbers
from theorem_checks.proving.machines.growth_by_form import is_at_most_linear, is_fixed
from theorem_checks.proving.machines.stacks import require_free_step
from theorem_checks.proving.rules.parts import sufficient
from theorem_checks.statements.arrays.index_expressions import (
    IndexExpression,
    Plus,
    Positive,
    Renamed,
    Scalar,
    Summed,
    Times,
)
from theorem_checks.statements.arrays.index_relations import AtMost as IndexAtMost
from theorem_checks.statements.arrays.index_relations import Delta, Lag
from theorem_checks.statements.arrays.tensors import Entry
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.stacks import EveryStackIs
from theorem_checks.statements.terms import (
    components,
    tensor_names,
)
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.routes import Engine, Route

__all__ = ["closed_under_composition"]

_READ = Route.deciding("which operations stand in each step", Engine.INDEX_TERMS)

_RUN = Route.testing("the step at numbers, far out, near by, and in differences", Engine.FRACTIONS)

Names = frozenset[str]


def closed_under_composition(conclusion: EveryStackIs) -> Evidence:
    """Every stack is so, as each machine is, by what stands in its step; see the module."""
    parts = {}
    for number, machine in enumerate(conclusion.layers, 1):
        require_free_step(machine)
        state, token = _names(machine.state), _names(machine.token)
        for what, value, how in (
            ("state", machine.after, _OF_STATES.get(conclusion.how, conclusion.how)),
            ("output", machine.output, _OF_OUTPUTS.get(conclusion.how, conclusion.how)),
        ):
            parts[f"kind {number}, {what}"] = _read(_blocks(value), how, state, token)
    scope = "all stacks, all sequences of all lengths"
    return concluded(sufficient(parts, scope), conclusion, "closed under composition")


_OF_STATES = {"exponential": "affine"}
_OF_OUTPUTS = {"exponential": "continuous"}
"""What is asked of a step where it is not what is said of stacks."""


def _read(blocks: list[IndexExpression], how: str, state: Names, token: Names) -> Evidence:
    """Evidence that the blocks of a step are so by their form, and at some numbers."""
    moving = state | token
    allowed: Mapping[str, Callable[[IndexExpression], bool]] = {
        "Lipschitz": lambda e: _is_lipschitz(e, moving),
        "far slopes": lambda e: _is_lipschitz(e, moving),
        "continuous": lambda e: _is_continuous(e, moving),
        "at most linear": lambda e: is_at_most_linear(e, moving),
        "affine": lambda e: _is_affine(e, state, moving),
    }
    for block in blocks:
        if not allowed[how](block):
            return Evidence.undecided(f"Not {how} by its form: {block!r}")
    if not is_so_at_numbers(blocks, how, state, token):
        return Evidence.undecided(f"By its form it is {how}, and at some numbers it is not.")
    return Evidence.proved("all weights and sizes", routes=(_READ, _RUN))


def _names(value: Any) -> Names:
    return frozenset(name for part in components(value) for name in tensor_names(part))


def _blocks(value: Any) -> list[IndexExpression]:
    return [block for part in components(value) for block in part.blocks.values()]


def _is_lipschitz(e: IndexExpression, moving: Names) -> bool:
    """Whether nothing that moves is multiplied with what moves: sums, weights and ReLUs."""
    if is_fixed(e, moving):
        return True
    if isinstance(e, Times):
        return sum(not is_fixed(f, moving) for f in e.factors) == 1 and all(
            _is_lipschitz(f, moving) for f in e.factors
        )
    return _is_composed(e, lambda part: _is_lipschitz(part, moving))


def _is_continuous(e: IndexExpression, moving: Names) -> bool:
    """Whether what moves stands in sums, products and ReLUs alone."""
    if is_fixed(e, moving):
        return True
    if isinstance(e, Times):
        return all(_is_continuous(f, moving) for f in e.factors)
    return _is_composed(e, lambda part: _is_continuous(part, moving))


def _is_affine(e: IndexExpression, state: Names, moving: Names) -> bool:
    """Whether the state stands there with weights for factors, and in no ReLU."""
    if is_fixed(e, state):
        return _is_continuous(e, moving)
    if isinstance(e, Times):
        free = [f for f in e.factors if not is_fixed(f, moving)]
        return len(free) == 1 and _is_affine(free[0], state, moving)
    if isinstance(e, Positive):
        return False
    return _is_composed(e, lambda part: _is_affine(part, state, moving))


def _is_composed(e: IndexExpression, allowed: Callable[[IndexExpression], bool]) -> bool:
    """Whether an expression is an entry, or a sum or ReLU of parts that are allowed."""
    if isinstance(e, Entry | Scalar | Delta | Lag | IndexAtMost):
        return True
    if isinstance(e, Plus | Positive | Summed | Renamed):
        return all(map(allowed, e.parts))
    return False
