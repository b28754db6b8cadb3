"""LSRL: a language for recurrent models, its evaluation, helpers and programs.

```
from constructions.lsrl import ForEach, Input, LinState

x = Input(dim=1)
ones = LinState(x, A=1, B=1)
zeros = LinState(1 - x, A=1, B=1)
difference = ForEach(ones - zeros)
difference([[1], [0], [1], [1]])  # exact: 1, 0, 1, 2
```

Source: Petrov et al., Universal in-context approximation by prompting fully recurrent models.
"""

from constructions.lsrl.language.cyclotomic import ALGEBRAIC, RealCyclotomic, cos_turn, sin_turn
from constructions.lsrl.language.graphs import Graph
from constructions.lsrl.language.matrices import Matrix
from constructions.lsrl.language.nodes import Concat, Input, Lin, LinState, Multi, Node, ReLU
from constructions.lsrl.language.program import ForEach, for_each

__all__ = [
    "ALGEBRAIC",
    "Concat",
    "ForEach",
    "Graph",
    "Input",
    "Lin",
    "LinState",
    "Matrix",
    "Multi",
    "Node",
    "ReLU",
    "RealCyclotomic",
    "cos_turn",
    "for_each",
    "sin_turn",
]
