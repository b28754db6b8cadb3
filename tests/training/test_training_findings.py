"""What an experiment found: seen or not, figures beside each other, curves for drawing."""

import json
import math

import numpy as np
import pytest

from theorem_checks import ArgumentError, Evidence, Verdict
from theorem_checks.reporting.figures import _drawn
from theorem_checks.training.findings import Curve, Matrix, Panel, experiment_evidence
from theorem_checks.training.runs import Divergence, SeedSummary, TrainingRun, summarise_seeds


def found(seen, runs=()):
    return experiment_evidence(
        seen,
        scope="two seeds",
        predicted="0.5",
        printed="",
        ours={"loss": summarise_seeds([0.4, 0.6])},
        panels=[Panel("loss", [Curve("ours", [0, 1], [[1.0, 0.4], [1.0, 0.6]])], log="y")],
        runs=runs,
    )


def run_with(*diverged):
    return TrainingRun(
        "example", "", (0, 1), np.zeros((2, 2, 1)), np.arange(2), {}, None, diverged=diverged
    )


def test_all_seen_holds_with_the_three_figures():
    evidence = found({"a": True, "b": True}, [run_with()])
    assert evidence.verdict is Verdict.HOLDS
    assert evidence.figures["predicted"] == "0.5"
    assert evidence.figures["printed"] == "no figure"
    ours = evidence.figures["ours"]["loss"]
    assert ours["mean"] == pytest.approx(0.5)
    assert ours["deviation"] == pytest.approx(math.sqrt(0.02))
    assert ours["count"] == 2
    assert "diverged" not in evidence.figures
    assert Evidence.from_json(json.loads(json.dumps(evidence.to_json()))) == evidence


def test_what_was_not_seen_refutes_with_what_was_found():
    evidence = found({"a": True, "it falls": False})
    assert evidence.verdict is Verdict.REFUTED
    assert evidence.reason == "Not seen: it falls. Found: loss = 0.5 ± 0.14 (2 seeds)."


def test_a_seed_that_diverged_is_told_and_a_setting_without_any_is_undecided():
    one = Divergence(1, 0, 7, "its loss was not finite")
    assert found({"a": True}, [run_with(one)]).figures["diverged"] == [
        "example: seed 1, setting 0, stopped at step 7: its loss was not finite"
    ]
    both = run_with(one, Divergence(0, 0, 3, "its loss was not finite"))
    assert found({"a": True}, [both]).verdict is Verdict.UNDECIDED


def test_a_spread_leaves_out_what_is_not_finite():
    assert summarise_seeds([1.0, math.nan, 3.0, math.inf]) == SeedSummary(
        2.0, math.sqrt(2), 1.0, 3.0, 2
    )
    assert summarise_seeds([math.nan]).count == 0


def test_a_curve_is_thinned_and_has_means_and_ends():
    xs = np.arange(1000)
    drawn = Curve("", xs, [xs + 1.0, xs + 3.0]).to_json()
    assert len(drawn["x"]) == 200
    assert (drawn["x"][0], drawn["x"][-1]) == (0.0, 999.0)
    assert [drawn[name][0] for name in ("y", "low", "high")] == [2.0, 1.0, 3.0]
    assert Curve("", [0, 1], [1.0, math.nan]).to_json()["y"] == [1.0, None]
    for values in ([1.0], [1.0, 2.0, 3.0]):
        with pytest.raises(ArgumentError, match="ys="):
            Curve("", [0, 1], values).to_json()
    with pytest.raises(ArgumentError, match="seen="):
        found({})


def test_a_matrix_is_rows_of_numbers():
    drawn = Matrix("weights", np.array([[1, math.nan]]), x="units", cuts=(1,)).to_json()
    assert drawn["matrix"] == [[1.0, None]]
    assert (drawn["x"], drawn["cuts"], drawn["row_cuts"]) == ("units", [1], [])
    with pytest.raises(ArgumentError, match="a matrix"):
        Matrix("weights", [1, 2]).to_json()


def test_matrices_are_drawn_whatever_is_in_them():
    nothing, one = Matrix("a", np.zeros((2, 3))), Matrix("b", [[math.nan, -2.0]], row_cuts=(1,))
    picture = _drawn([nothing.to_json(), one.to_json()])
    assert picture.startswith(b"\x89PNG")
