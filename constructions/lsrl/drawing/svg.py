"""Programs as SVG, drawn without Graphviz."""

from html import escape

from constructions.lsrl.drawing.labels import COLOURS, captions
from constructions.lsrl.drawing.layout import layered
from constructions.lsrl.language.nodes import LinState
from constructions.lsrl.language.program_graph import ProgramGraph

__all__ = ["as_svg"]

WIDTH, HEIGHT = 96, 34  # of a box
ACROSS, DOWN = 112, 62  # from one box to the next


def as_svg(program: ProgramGraph) -> str:
    """Return the graph as an SVG image: the token on top, the output below, states outlined."""
    layout = layered(program.graph)
    boxes = [
        _box(*_point(place), name, kind, program.nodes[i].kind, i == len(layout.places) - 1)
        for i, (place, (name, kind)) in enumerate(
            zip(layout.places, captions(program), strict=True)
        )
    ]
    lines = [_line([_point(place) for place in edge]) for edge in layout.edges]
    width, height = layout.columns * ACROSS, layout.layers * DOWN
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" font-family="sans-serif" font-size="10" text-anchor="middle">'
    )
    return "\n".join([head, *lines, *boxes, "</svg>"])


def _point(place: tuple[float, int]) -> tuple[float, float]:
    column, layer = place
    return (column + 0.5) * ACROSS, (layer + 0.5) * DOWN


def _box(x: float, y: float, name: str, caption: str, kind: str, is_output: bool) -> str:
    stroke = 2.5 if kind == LinState.__name__ else 1
    dash = ' stroke-dasharray="5 2"' if is_output else ""
    return (
        f'<g><rect x="{x - WIDTH / 2:g}" y="{y - HEIGHT / 2:g}" width="{WIDTH}" height="{HEIGHT}"'
        f' rx="5" fill="{COLOURS[kind]}" stroke="#444444" stroke-width="{stroke}"{dash}/>'
        f'<text x="{x:g}" y="{y - 3:g}">{escape(_short(name))}</text>'
        f'<text x="{x:g}" y="{y + 10:g}" fill="#555555">{escape(caption)}</text></g>'
    )


def _short(text: str) -> str:
    return text if len(text) <= 16 else text[:15] + "…"


def _line(points: list[tuple[float, float]]) -> str:
    """A smooth line from below the first box to above the last."""
    (x, y), *middle, (x_end, y_end) = points
    path = f"M{x:g} {y + HEIGHT / 2:g}"
    at = (x, y + HEIGHT / 2)
    for target in [*middle, (x_end, y_end - HEIGHT / 2)]:
        bend = (at[1] + target[1]) / 2
        path += f" C{at[0]:g} {bend:g} {target[0]:g} {bend:g} {target[0]:g} {target[1]:g}"
        at = target
    return f'<path d="{path}" fill="none" stroke="#888888"/>'
