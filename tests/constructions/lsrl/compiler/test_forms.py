"""All forms of a program are equal; a wrong rule is found, and shrinks to a few nodes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import find, given, settings

from constructions.errors import ShapeError
from constructions.lsrl import ForEach, Input, LinState, ReLU, cos_turn
from constructions.lsrl.compiler import path_normal_form as normal_form
from constructions.lsrl.compiler.checking import DifferentProgramsError, check_same
from constructions.lsrl.compiler.levelised import levelised
from constructions.lsrl.compiler.path_normal_form import RisingMeasureError, path_normal_form
from constructions.lsrl.compiler.signs import Signs
from constructions.lsrl.language.numbers import ZERO
from constructions.lsrl.listed.gathering import gathered
from constructions.lsrl.listed.units import States
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


def backwards(listed):
    """The output has its entries in the wrong order."""
    found = gathered(listed)
    return found._replace(output=found.output[::-1])


def forget_vector(listed):
    """The vector of a Lin before a LinState is lost."""

    def without(unit):
        if not isinstance(unit, States):
            return unit
        fed = (entry._replace(fed=entry.fed._replace(constant=ZERO)) for entry in unit.entries)
        return States(tuple(fed))

    found = gathered(listed)
    return found._replace(rest=tuple(map(without, found.rest)))


def idle(program):
    """A rule that changes nothing, for ever."""
    return program


BUGS = {
    "the order is wrong": (by_rules, normal_form, "gathered", backwards),
    "no end": (by_rules, normal_form, "fused", idle),
    "no second unit": (gru, _GRU, "product", _PrintedGRU.product),
    "a vector is lost": (by_rules, normal_form, "gathered", forget_vector),
    "all can pass a ReLU": (levelised, Signs, "nonnegative", lambda self, form: True),
}


def smallest_failing(name: str, monkeypatch: pytest.MonkeyPatch) -> tuple[ForEach, list]:
    form, where, key, wrong = BUGS[name]
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
    monkeypatch.setattr(normal_form, "fused", idle)
    with pytest.raises(RisingMeasureError, match="from 1 to 1"):
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
