"""All forms of a program: merged, as paths by both compilers, and as each target that takes it."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeAlias

from constructions.lsrl.compiler.checking import check_same
from constructions.lsrl.compiler.levelised import levelised
from constructions.lsrl.compiler.path_normal_form import path_normal_form
from constructions.lsrl.language.program import ForEach
from constructions.lsrl.targets.griffin import griffin
from constructions.lsrl.targets.gru import gru
from constructions.lsrl.targets.hawk import hawk
from constructions.lsrl.targets.lstm import lstm
from constructions.lsrl.targets.model import Model
from constructions.lsrl.targets.recurrent import (
    ImpossibleTargetError,
    gated_linear_rnn,
    gated_rnn,
    linear_rnn,
    rnn,
)

__all__ = ["check_all_forms", "forms_of"]

Form: TypeAlias = ForEach | Model


def forms_of(program: ForEach, longest: int) -> Iterator[tuple[str, Form]]:
    """Iterate over the other forms of a program, by name.

    **Arguments**: the program; how long sequences are, for Hawk and Griffin. Targets that are
    impossible for the program are left out.
    """
    makers: dict[str, Callable[[ForEach], Form]] = {
        "merged": ForEach.merged,
        "levelised": levelised,
        "normal form": lambda program: path_normal_form(program).path,
        "Linear RNN": linear_rnn,
        "Gated Linear RNN": gated_linear_rnn,
        "RNN": rnn,
        "Gated RNN": gated_rnn,
        "GRU": gru,
        "LSTM": lstm,
        "Hawk": partial(hawk, longest=longest),
        "Griffin": partial(griffin, longest=longest),
    }
    for name, make in makers.items():
        try:
            yield name, make(program)
        except ImpossibleTargetError:
            continue


def check_all_forms(program: ForEach, xs: Any) -> list[str]:
    """Check that all forms of a program give what the program gives, exactly.

    **Arguments**: the program; `xs`, a sequence (T, dim) of exact tokens, T >= 1. The mended rules
    are checked at each step, and that their measure falls.

    **Returns** the names of the forms. **Raises** `DifferentProgramsError`, `RisingMeasureError`.
    """
    path_normal_form(program, check=[xs])
    names = []
    for name, form in forms_of(program, len(xs)):
        check_same(program, form, [xs], f"the form '{name}'")
        names.append(name)
    return names
