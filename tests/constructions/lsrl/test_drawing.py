"""Drawings show every node and every wire."""

import xml.etree.ElementTree as ElementTree

from hypothesis import given, settings

from constructions.lsrl import Concat, ForEach, Input, LinState, ReLU
from constructions.lsrl.drawing import as_dot, as_svg, as_text
from constructions.lsrl.drawing.layout import layered
from constructions.lsrl.programs.majority import majority_of_ones
from proofs.lsrl.strategies import programs

SVG = "{http://www.w3.org/2000/svg}"


def test_text():
    assert as_text(majority_of_ones()).splitlines() == [
        "●    x0: Input, 1",
        "├─●  ctr1s: LinState, 1",
        "● │  x2: Lin, 1",
        "● │  ctr0s: LinState, 1",
        "●─╯  x4: Concat, 2",
        "●    x5: Lin, 1",
        "├─●  x6: Lin, 1",
        "│ ●  x7: ReLU, 1",
        "● │  x8: Lin, 1",
        "● │  x9: ReLU, 1",
        "● │  x10: Lin, 1",
        "●─╯  x11: Concat, 2",
        "●    output: Lin, 1",
    ]


def test_text_crosses_wires():
    x = Input(2)
    first, second, third = x[0], x[1], ReLU(x)
    program = ForEach(Concat(Concat(first, third), Concat(second, third)))
    assert as_text(program).splitlines() == [
        "●      x0: Input, 2",
        "├─●    x1: [0]",
        "├─│─●  x2: ReLU, 2",
        "│ ●─┤  x3: Concat, 3",
        "● │ │  x4: [1]",
        "●─│─╯  x5: Concat, 3",
        "●─╯    x6: Concat, 6",
    ]


@given(programs())
def test_text_has_a_line_for_each_node(program):
    lines = as_text(program).splitlines()
    assert len(lines) == len(program.nodes)
    assert all(line.count("●") == 1 for line in lines)


def test_dot():
    x = Input(1)
    program = ForEach(Concat(x, LinState(x, 1, 1)), {'a "quoted" \\ name': x})
    assert as_dot(program).splitlines()[2:] == [
        '  n0 [label="a \\"quoted\\" \\\\ name\\nInput, 1", fillcolor="#cfe8cf"];',
        '  n1 [label="x1\\nLinState, 1", fillcolor="#f6c9c9"];',
        "  n1 -> n1 [style=dashed];",
        '  n2 [label="x2\\nConcat, 2", fillcolor="#eeeeee"];',
        "  n0 -> n1;",
        "  n0 -> n2;",
        "  n1 -> n2;",
        "}",
    ]


@settings(max_examples=40)
@given(programs())
def test_svg_shows_every_node_and_wire(program):
    image = ElementTree.fromstring(as_svg(program))
    assert len(image.findall(f"{SVG}g")) == len(program.nodes)
    assert len(image.findall(f"{SVG}path")) == sum(map(len, program.graph.inputs))
    width, height = float(image.attrib["width"]), float(image.attrib["height"])
    for box in image.iter(f"{SVG}rect"):
        x, y, w, h = (float(box.attrib[key]) for key in ("x", "y", "width", "height"))
        assert x >= 0
        assert y >= 0
        assert x + w <= width
        assert y + h <= height


@settings(max_examples=40)
@given(programs())
def test_layers_keep_the_order_and_boxes_apart(program):
    layout, graph = layered(program.graph), program.graph
    assert len(set(layout.places)) == len(graph)
    for i, inputs in enumerate(graph.inputs):
        assert all(layout.places[part][1] < layout.places[i][1] for part in inputs)
    boxes = set(layout.places)
    for edge in layout.edges:
        assert [layer for _, layer in edge] == list(range(edge[0][1], edge[-1][1] + 1))
        assert not boxes & set(edge[1:-1])  # no line runs through a box


def test_notebooks_get_the_image():
    program = majority_of_ones()
    assert program._repr_svg_() == as_svg(program)
    ElementTree.fromstring(as_svg(ForEach(program.output, {"a < b & c": program.output})))
