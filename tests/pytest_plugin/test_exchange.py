"""Under pytest-xdist each job runs once, and each claim is judged, however items are spread."""

import pytest

COUNTED = '''
from pathlib import Path

@check("exact")
def check_counted(square):
    """Leaves a mark for each time that it runs."""
    mark = Path(__file__).with_name("runs")
    mark.mkdir(exist_ok=True)
    (mark / f"{square(3)} {len(list(mark.iterdir()))}").touch()
    time.sleep(0.2)
    return check_squares.function(square)

import time

counted = claim("counted", lambda n: n**2, checks=(check_counted,))
'''


@pytest.mark.parametrize("spread", ["load", pytest.param("worksteal", marks=pytest.mark.deep)])
def test_two_workers_judge_like_one(run, project, texts, spread, tmp_path_factory, monkeypatch):
    rest = tmp_path_factory.mktemp("rest")
    monkeypatch.setenv("TMPDIR", str(rest))
    file = project / "proofs" / "good.py"
    file.write_text(texts["good"] + texts["bad"] + texts["weak"] + COUNTED)
    ledger = ("--claims-ledger", "kept.sqlite")
    done = run("--claims", "proofs", "-n", "2", "--dist", spread, *ledger)
    wrong = {name for name, word in done.items.items() if word != "PASSED"}
    assert wrong == {
        "proofs/good.py::own/bad::check_squares[claim]",
        "proofs/good.py::own/bad::verdict",
        "proofs/good.py::own/weak::verdict",
    }
    assert len(done.items) == 4 + 4 + 6 + 4
    ran = sorted(mark.name.partition(" ")[0] for mark in (project / "proofs/runs").iterdir())
    assert ran == ["27", "6", "9"]  # the cube, the double and the square of 3, once each
    assert not list(rest.glob("theorem-checks-*")), "the folder that they shared is left"
