"""Drawings of programs: as text, for Graphviz, and as SVG.

`repr(program)` lists a program line by line; `as_text` draws its wires beside the lines.
"""

from constructions.lsrl.drawing.dot import as_dot
from constructions.lsrl.drawing.svg import as_svg
from constructions.lsrl.drawing.text import as_text

__all__ = ["as_dot", "as_svg", "as_text"]
