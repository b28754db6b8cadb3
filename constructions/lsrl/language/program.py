"""Programs: a sink, run for each token of a sequence."""

from collections.abc import Callable, Mapping
from typing import Any

from constructions.errors import ArgumentError
from constructions.lsrl.drawing.svg import as_svg
from constructions.lsrl.evaluation import machine, read_inputs
from constructions.lsrl.language.graphs import Graph, merged, rewritten
from constructions.lsrl.language.nodes import Concat, Input, Node
from constructions.lsrl.language.program_graph import ProgramGraph
from constructions.lsrl.listing import listing

__all__ = ["ForEach", "check_program", "for_each"]


class ForEach(ProgramGraph):
    """A program: for each token compute the node `output`; only states live on between tokens.

    **Arguments**: `output`, the sink; `names`, names for nodes that lead to it, for drawings and
    for `watch`.

    A program is an immutable value. `program(xs)` runs it: see `constructions.lsrl.evaluation`.
    `==` compares structure and numbers, sharing included; names are not compared.
    """

    def __init__(self, output: Node, names: Mapping[str, Node] | None = None) -> None:
        super().__init__(output, names)
        self._machines: dict[Any, Any] = {}

    def watch(self, *names: str) -> "ForEach":
        """Return the program that outputs these named nodes, one after the other, instead.

        **Raises** `ArgumentError` for a name that is not there.
        """
        for name in names:
            if name not in self._names:
                raise ArgumentError("name", name, f"one of {sorted(self._names)}")
        nodes = [self._names[name] for name in names]
        return ForEach(nodes[0] if len(nodes) == 1 else Concat(nodes))

    def merged(self) -> "ForEach":
        """Return the program in which nodes that compute the same in the same way are one."""
        return ForEach(merged(self._output)[0])

    def rewritten(self, rule: Callable[[Node, tuple[Node, ...]], Node]) -> "ForEach":
        """Return the program with each node replaced by `rule(node, its new inputs)`.

        Names go to what stands for their nodes, where that still leads to the output.
        """
        output, new = rewritten(self._output, rule)
        left = Graph(output)
        places = {name: new[self.graph.position(node)] for name, node in self._names.items()}
        return ForEach(output, {name: node for name, node in places.items() if node in left})

    def on(self, system: Any) -> Any:
        """Return the program as a machine on a number system: `constructions.lsrl.evaluation`."""
        if system not in self._machines:
            self._machines[system] = machine(self, system)
        return self._machines[system]

    def __call__(self, xs: Any) -> Any:
        """Return the outputs on a sequence (T, dim), or on a batch of sequences (B, T, dim).

        Integers, fractions and strings are exact, and so are the outputs; arrays of another
        number system give outputs in that system. **Raises** `ShapeError`, `ExactnessError`.
        """
        system, read = read_inputs(self, xs)
        return self.on(system)(read)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ForEach):
            return NotImplemented
        return self._output == other._output

    def __hash__(self) -> int:
        return hash((ForEach, self._output))

    def __repr__(self) -> str:
        return listing(self)

    def _repr_svg_(self) -> str:
        """Return a drawing for notebooks."""
        return as_svg(self)


def check_program(program: object) -> None:
    """Check that something is a program. **Raises** `ArgumentError`, for a node alone, too."""
    if not isinstance(program, ForEach):
        raise ArgumentError("program", program, "a program", "Wrap its last node: ForEach(node).")


def for_each(dim: int) -> Callable[[Callable[[Input], Node]], ForEach]:
    """Make a program of a function from the token to the output.

    ```
    @for_each(dim=1)
    def count_ones(x):
        return LinState(x, A=1, B=1)
    ```
    """

    def decorate(function: Callable[[Input], Node]) -> ForEach:
        return ForEach(function(Input(dim)))

    return decorate
