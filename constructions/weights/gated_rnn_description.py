"""Weights of a gated RNN, described entry by entry at every size at once."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from constructions.arrays import ConcreteSystem, system_of
from constructions.cells.gated_rnn import GatedRNN
from constructions.errors import ArgumentError
from constructions.indexed import IndexedArray
from constructions.shapes import sizes_of

__all__ = ["GatedRNNDescription"]

WEIGHTS = ("lam", "W_in_m", "W_in_x", "W_out_m", "W_out_x", "D")


@dataclass(frozen=True)
class GatedRNNDescription:
    """The weights of `GatedRNN` as functions of parameters, by index families.

    **Fields**: `parameters`, from the name of each parameter to the letters of its sizes
    (`{"W_V": "d_v d"}`); the six weights, named as in `GatedRNN`; `append_one`, as there.
    """

    parameters: Mapping[str, str]
    lam: IndexedArray
    W_in_m: IndexedArray
    W_in_x: IndexedArray
    W_out_m: IndexedArray
    W_out_x: IndexedArray
    D: IndexedArray
    append_one: bool = False

    def arrays(self, system: ConcreteSystem, *values: Any) -> dict[str, Any]:
        """Return the six weights as arrays of a number system, by name.

        **Arguments**: the `system`; the `values` of the parameters in their declared order, as
        arrays or nested lists. **Raises** `ShapeError` where these do not fit together,
        `ArgumentError` for a wrong number of them.
        """
        if len(values) != len(self.parameters):
            raise ArgumentError("values", values, f"values of {', '.join(self.parameters)}")
        given = {
            name: system.array(value, name)
            for name, value in zip(self.parameters, values, strict=True)
        }
        sizes = sizes_of("parameters", given, self.parameters)
        return {name: getattr(self, name).array(system, sizes, given) for name in WEIGHTS}

    def gated_rnn(self, *values: Any, reads: Literal["before", "after"] = "after") -> GatedRNN:
        """Return the network for arrays of parameters, in the number system of these.

        **Arguments** and errors are those of `arrays`; `reads` is that of `GatedRNN`.
        """
        weights = self.arrays(system_of(*values), *values)
        return GatedRNN(**weights, reads=reads, append_one=self.append_one)
