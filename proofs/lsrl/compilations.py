r"""Each compilation validated: a program, and what a compiler made of it, have the same outputs.

Both are machines, each read from what runs it here. That they give the same outputs on all
sequences, of all lengths, is a statement, and `validated` decides it: by simulation, with a
relation of their states that is found, and then proved. It says nothing of other programs, and
trusts no part of the compiler.

```
from constructions.lsrl.compiler.levelised import levelised
from proofs.lsrl.compilations import validated

path, evidence = levelised(program, proof=validated)
```
"""

from dataclasses import dataclass
from typing import Any

from constructions.arrays import OBJECTS
from constructions.lsrl import ForEach
from constructions.lsrl.evaluation import machine
from constructions.lsrl.targets import Model
from theorem_checks import Evidence, SameRuns, World, proof_of

__all__ = ["Compilation", "check_compilation", "says_same", "validated"]


@dataclass(frozen=True)
class Compilation:
    """A program, and the path or the model that a compiler made of it."""

    program: ForEach
    made: ForEach | Model


def says_same(compilation: Compilation, w: World) -> SameRuns:
    """Both have the same outputs on all sequences."""
    size = compilation.program.input.dim
    program, made = map(_cell, (compilation.program, compilation.made))
    return SameRuns(w.steps(program, size), w.steps(made, size))


def _cell(runs: ForEach | Model) -> Any:
    """What runs a program or a model, on any numbers."""
    return machine(runs, OBJECTS) if isinstance(runs, ForEach) else runs.cell(OBJECTS)


check_compilation = proof_of(says_same)


def validated(program: ForEach, made: ForEach | Model) -> Evidence:
    """Decide that a program, and what was compiled of it, have the same outputs on all sequences.

    **Returns** PROVED, for all lengths; REFUTED, with tokens on which they differ; or UNDECIDED.
    """
    return check_compilation(Compilation(program, made))
