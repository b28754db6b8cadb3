"""Programs as text, with the wires between the lines drawn."""

from constructions.lsrl.drawing.labels import captions
from constructions.lsrl.language.program_graph import ProgramGraph

__all__ = ["as_text"]


def as_text(program: ProgramGraph) -> str:
    """Return one line for each node, with wires from its inputs on the left.

    A program that adds a counter to its token, for example:

    ```
    ●    x0: Input, 1
    ├─●  x1: LinState, 1
    ●─╯  x2: Concat, 2
    ●    x3: Lin, 1
    ```
    """
    graph = program.graph
    last_use = [max(users, default=-1) for users in graph.users]
    wires: list[int | None] = []  # for each column the node whose value runs down it
    rows: list[str] = []
    for i, inputs in enumerate(graph.inputs):
        taps = {wires.index(part) for part in inputs}
        ends = {wires.index(part) for part in inputs if last_use[part] == i}
        free = [column for column, node in enumerate(wires) if node is None or column in ends]
        own = free[0] if free else len(wires)
        rows.append(_row(wires, taps, ends, own))
        wires = [None if column in ends else node for column, node in enumerate(wires)]
        wires[own : own + 1] = [i]
    width = max(map(len, rows))
    lines = zip(rows, captions(program), strict=True)
    return "\n".join(f"{row:<{width}}  {name}: {kind}" for row, (name, kind) in lines)


def _row(wires: list[int | None], taps: set[int], ends: set[int], own: int) -> str:
    """Draw a node in the column `own`, and the wires that it taps; some of them end here."""
    first, last = min({*taps, own}), max({*taps, own})
    row = ""
    for column in range(max(len(wires), own + 1)):
        inside = first < column < last
        if column == own:
            row += "●"
        elif column in taps:
            corners = "╰┴╯" if column in ends else "├┼┤"
            row += corners[1 if inside else 0 if column == first else 2]
        elif column < len(wires) and wires[column] is not None:
            row += "│"
        else:
            row += "─" if inside else " "
        row += "─" if first <= column < last else " "
    return row.rstrip()
