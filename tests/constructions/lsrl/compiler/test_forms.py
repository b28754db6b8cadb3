"""All forms of a program are equal; a wrong rule is found, and shrinks to a few nodes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import find, given, settings

from constructions.errors import ShapeError
from constructions.lsrl import Concat, ForEach, Input, Lin, LinState, Matrix, ReLU, cos_turn
from constructions.lsrl.compiler.checking import DifferentProgramsError, check_same
from constructions.lsrl.compiler.levelised import levelised
from constructions.lsrl.compiler.path_normal_form import RisingMeasureError, path_normal_form
from constructions.lsrl.compiler.rules.gathering import GATHERING, lin_linstate
from constructions.lsrl.compiler.signs import Signs
from constructions.lsrl.targets.agreement import check_all_forms, forms_of
from constructions.lsrl.targets.gru import _GRU, _PrintedGRU, gru
from proofs.lsrl.strategies import runs

ROOT = Path(__file__).parents[4]
PLAIN = ["merged", "levelised", "normal form", "Linear RNN", "Gated Linear RNN", "RNN"]
ALL = [*PLAIN, "Gated RNN", "GRU", "LSTM", "Hawk", "Griffin"]

x = Input(1)


def test_all_forms_are_there() -> None:
    assert check_all_forms(ForEach(ReLU(x)), [[1], [-2]]) == ALL
    gated = check_all_forms(ForEach(ReLU(x) * x), [[1], [-2]])
    assert [name for name in ALL if name not in gated] == ["Linear RNN", "RNN"]


def test_irrational_programs_have_all_forms() -> None:
    half = cos_turn(1, 5)
    assert check_all_forms(ForEach(LinState(x, half, 1)), [[1], [2]]) == ALL


@given(runs(most_nodes=4, most_tokens=2))
@settings(max_examples=5)
def test_all_forms_of_random_programs(run: tuple[ForEach, list]) -> None:
    assert "Griffin" in check_all_forms(*run)


def wrong_form(form):
    """A condition on runs: this form fails."""

    def fails(run: tuple[ForEach, list]) -> bool:
        program, xs = run
        try:
            check_same(program, form(program), [xs])
        except (DifferentProgramsError, RisingMeasureError):
            return True
        return False

    return fails


def by_rules(program: ForEach) -> ForEach:
    return path_normal_form(program, check=[[[0] * program.input.dim]]).path


def backwards(graph):
    """A Concat of one node, repeated, picks its entries in the wrong order."""
    edits = {}
    for i, node in enumerate(graph.nodes):
        inputs = graph.inputs[i]
        if isinstance(node, Concat) and len(set(inputs)) == 1:
            size = graph.nodes[inputs[0]].dim
            picked = Matrix.select([*reversed(range(size))] * len(inputs), size)
            edits[i] = lambda new, x=inputs[0], picked=picked: Lin(new(x), picked)
    return edits


def forget_vector(graph):
    """The vector of a Lin before a LinState is lost."""
    edits = lin_linstate(graph)

    def wrong(i):
        node = graph.nodes[i]
        lin = graph.nodes[graph.inputs[i][0]]
        below = graph.inputs[graph.inputs[i][0]][0]
        return lambda new: LinState(new(below), node.A, node.B @ lin.A, node.b, node.init_state)

    return {i: wrong(i) for i in edits}


def idle(graph):
    """A rule that changes nothing that counts, for ever."""
    last = len(graph) - 1
    node = graph.nodes[last]
    return {last: lambda new: node.on(*map(new, graph.inputs[last]))} if last else {}


BUGS = {
    "the order is wrong": (by_rules, GATHERING, "Concat of repeats", backwards),
    "no end": (by_rules, GATHERING, "Lin then Lin", idle),
    "no second unit": (gru, _GRU, "product", _PrintedGRU.product),
    "a vector is lost": (by_rules, GATHERING, "Lin then LinState", forget_vector),
    "all can pass a ReLU": (levelised, Signs, "nonnegative", lambda self, form: True),
}


def smallest_failing(name: str, monkeypatch: pytest.MonkeyPatch) -> tuple[ForEach, list]:
    form, where, key, wrong = BUGS[name]
    if isinstance(where, dict):
        monkeypatch.setitem(where, key, wrong)
    else:
        monkeypatch.setattr(where, key, wrong)
    most = settings(max_examples=500, database=None)
    return find(runs(most_nodes=6, most_tokens=2), wrong_form(form), settings=most)


@pytest.mark.parametrize("name", ["no end"])
def test_what_a_wrong_rule_spoils_shrinks_to_a_few_nodes(name, monkeypatch) -> None:
    program, xs = smallest_failing(name, monkeypatch)
    assert len(program.nodes) <= 3, program
    assert len(xs) == 1
    assert all(max(map(abs, token)) <= 1 for token in xs)


@pytest.mark.deep
@pytest.mark.parametrize("name", [name for name in BUGS if name != "no end"])
def test_more_wrong_rules(name, monkeypatch) -> None:
    program, xs = smallest_failing(name, monkeypatch)
    assert len(program.nodes) <= 5, program
    assert len(xs) <= 2


def test_a_loop_is_an_error(monkeypatch) -> None:
    monkeypatch.setitem(GATHERING, "Lin then Lin", idle)
    with pytest.raises(RisingMeasureError, match="Lin then Lin"):
        check_all_forms(ForEach(ReLU(x)), [[1]])


def test_forms_compute_on_sequences_up_to_the_length_that_is_given() -> None:
    count = ForEach(LinState(x, 1, 1))
    forms = dict(forms_of(count, 2))
    with pytest.raises(ShapeError, match="reads 2 at most"):
        forms["Hawk"]([[1]] * 3)
    assert forms["GRU"]([[1]] * 3)[-1, 0] == 3


@pytest.mark.deep
@pytest.mark.timeout(1800)
def test_two_thousand_random_programs(tmp_path: Path) -> None:
    """Without the checks of types under test, which take most of the time."""
    path = tmp_path / "random.json"
    script = [sys.executable, "benchmarks/lsrl.py", "--part", "random", "--programs", "2000"]
    subprocess.run([*script, "--json", str(path)], cwd=ROOT, check=True, capture_output=True)
    found = json.loads(path.read_text())["random"]
    assert found["programs"] == 2000
    for name in ALL:
        wanted = 900 if name in ("Linear RNN", "RNN") else 2000
        assert found["forms"][name] >= wanted
