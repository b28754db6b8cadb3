"""Logic, conditionals and counters, written once for programs and for numbers."""

from constructions.lsrl.helpers.conditionals import (
    conditional,
    f_ifelse,
    f_ifelse_multiplicative,
    f_ifelse_multiplicative_optimised,
    f_ifelse_optimised,
    f_ifelse_step,
    f_ifelse_step_optimised,
)
from constructions.lsrl.helpers.counters import (
    f_modulo_counter,
    f_modulo_counter_by_shift,
    one_hot_by_rotation,
    one_hot_by_shift,
    position_in_turn,
)
from constructions.lsrl.helpers.logic import (
    f_and,
    f_bump,
    f_constant,
    f_larger,
    f_not,
    f_or,
    f_relu_identity,
    f_smaller,
    f_step,
)

__all__ = [
    "conditional",
    "f_and",
    "f_bump",
    "f_constant",
    "f_ifelse",
    "f_ifelse_multiplicative",
    "f_ifelse_multiplicative_optimised",
    "f_ifelse_optimised",
    "f_ifelse_step",
    "f_ifelse_step_optimised",
    "f_larger",
    "f_modulo_counter",
    "f_modulo_counter_by_shift",
    "f_not",
    "f_or",
    "f_relu_identity",
    "f_smaller",
    "f_step",
    "one_hot_by_rotation",
    "one_hot_by_shift",
    "position_in_turn",
]
