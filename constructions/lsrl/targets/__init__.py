"""Models that compute what a program does: stacks of cells, with weights on every number system.

```
from constructions.lsrl.targets import gated_linear_rnn

model = gated_linear_rnn(program)
model.parameters, model.nonzero_parameters, model.layers, model.state
model(tokens)                   # exact
cell = model.cell(jax_floats()) # a Stack
```
"""

from constructions.lsrl.targets.griffin import griffin
from constructions.lsrl.targets.gru import gru
from constructions.lsrl.targets.hawk import hawk
from constructions.lsrl.targets.lstm import lstm
from constructions.lsrl.targets.model import Model, batched
from constructions.lsrl.targets.programs import as_program
from constructions.lsrl.targets.recurrent import (
    ImpossibleTargetError,
    gated_linear_rnn,
    gated_rnn,
    linear_rnn,
    rnn,
)
from constructions.lsrl.targets.saving import ModelFileError, load_weights, save_weights

__all__ = [
    "ImpossibleTargetError",
    "Model",
    "ModelFileError",
    "as_program",
    "batched",
    "gated_linear_rnn",
    "gated_rnn",
    "griffin",
    "gru",
    "hawk",
    "linear_rnn",
    "load_weights",
    "lstm",
    "rnn",
    "save_weights",
]
