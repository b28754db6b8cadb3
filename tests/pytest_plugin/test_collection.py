"""Claims under pytest: what is collected, how it is chosen, and what a failure says."""

import pytest

QUICK = {
    f"proofs/good.py::own/good::{name}": "PASSED"
    for name in (
        "check_squares[claim]",
        "check_squares[mutant:twice]",
        "check_squares[mutant:cube]",
        "verdict",
    )
}
DEEP = {
    f"proofs/good.py::own/good::{name}": "PASSED"
    for name in ("check_more[claim]", "check_more[mutant:cube]")
}
ORDINARY = {"test_ordinary.py::test_ordinary": "PASSED"}


def test_claims_alone_by_option_and_both_with_arguments(run):
    alone = run("--claims", "proofs")
    assert (alone.status, alone.items) == (0, QUICK)
    assert "claims: proofs (quick tier)" in alone.output.splitlines()
    both = run("--claims", "proofs", "test_ordinary.py")
    assert (both.status, both.items) == (0, {**QUICK, **ORDINARY})


def test_a_file_of_claims_is_never_a_file_of_tests(run, project, texts):
    (project / "proofs" / "good.py").write_text(texts["good"] + "\ndef test_me():\n    pass\n")
    assert run("--claims", "proofs/good.py").items == QUICK


def test_the_setting_adds_claims_to_the_ordinary_collection(run, project):
    with (project / "pytest.ini").open("a") as settings:
        settings.write("claims = proofs\n")
    assert run().items == {**QUICK, **ORDINARY}
    chosen = run("proofs/good.py::own/good::check_squares[mutant:cube]")
    assert list(chosen.items) == ["proofs/good.py::own/good::check_squares[mutant:cube]"]
    with (project / "pytest.ini").open("a") as settings:
        settings.write("testpaths = test_ordinary.py\n")
    assert run().items == {**QUICK, **ORDINARY}


def test_a_node_id_selects_and_k_selects(run):
    check = "proofs/good.py::own/good::check_squares"
    chosen = run("--claims", "proofs", f"{check}[claim]")
    assert chosen.items == {f"{check}[claim]": "PASSED"}
    chosen = run("--claims", "proofs", "-k", "mutant and not twice")
    assert chosen.items == {f"{check}[mutant:cube]": "PASSED"}


def test_kinds_are_markers_and_deep_checks_are_asked_for(run):
    deep = run("--claims", "proofs", "--claims-tier", "deep", "-m", "(search and deep) or proof")
    assert deep.items == DEEP
    assert deep.counts == "2 passed, 4 deselected"
    assert "(deep tier)" in deep.output


def test_a_failure_says_all_without_a_traceback(run, project, texts):
    (project / "proofs" / "bad.py").write_text(
        texts["good"].replace("good", "other") + texts["bad"]
    )
    done = run("--claims", "proofs/bad.py")
    failed = {name for name, word in done.items.items() if word == "FAILED"}
    assert failed == {
        "proofs/bad.py::own/bad::check_squares[claim]",
        "proofs/bad.py::own/bad::verdict",
    }
    assert done.status == 1
    assert "__ own/bad::check_squares[claim] __" in done.output
    for line in (
        "own/bad: check_squares ended REFUTED, but the claim is to be HOLDS",
        "  source: Own notes, line 1",
        "  statement: n^2 = n n",
        "  verdict: REFUTED (exact)",
        "    n = 7",
        "    claimed: 50",
        "    found: 49",
        "own/bad: found REFUTED, expected HOLDS",
    ):
        assert line in done.output.splitlines(), line
    assert "Traceback" not in done.output
    assert "collection.py" not in done.output
    assert "FAILED proofs/bad.py::own/bad::check_squares[claim] - " in done.output


def test_a_mutant_that_survives_is_a_failure(run, project, texts):
    file = project / "proofs" / "good.py"
    file.write_text(texts["good"].replace("lambda n: n**3", "lambda n: n**2 + (n == 10)"))
    done = run("--claims", "proofs", "-k", "cube")
    assert done.counts == "1 failed, 3 deselected"
    said = "own/good: check_squares ended HOLDS, but the mutant cube is to be REFUTED"
    assert said in done.output


def test_the_verdict_is_more_than_its_parts(run, project, texts):
    (project / "proofs" / "good.py").write_text(texts["good"] + texts["weak"])
    done = run("--claims", "proofs", "-k", "weak")
    assert {name for name, word in done.items.items() if word == "FAILED"} == {
        "proofs/good.py::own/weak::verdict"
    }
    assert "own/weak: found HOLDS, expected ARGUED" in done.output


def test_a_verdict_is_skipped_where_results_are_missing(run):
    done = run("--claims", "proofs", "-rs", "-k", "claim or verdict")
    assert done.items["proofs/good.py::own/good::verdict"] == "SKIPPED"
    assert (
        "own/good is judged by 3 results, and 2 are not at hand: check_squares[mutant:twice] was"
        " not selected"
    ) in done.output


def test_a_ledger_is_used_and_filled(run, project):
    ledger = ("--claims-ledger", "kept.sqlite")
    assert run("--claims", "proofs", *ledger).counts == "4 passed"
    assert (project / "kept.sqlite").is_file()
    alone = run("--claims", "proofs", *ledger, "-k", "verdict")
    assert alone.items == {"proofs/good.py::own/good::verdict": "PASSED"}
    assert not (project / ".theorem-checks").exists()


def test_what_is_wrong_with_a_file_is_a_collection_error_with_its_line(run, project, texts):
    (project / "proofs" / "broken.py").write_text("x = 1\ny = Claim(undefined)\n")
    (project / "proofs" / "helper.py").write_text("x = 1\n")
    (project / "proofs" / "twin.py").write_text(texts["good"])
    done = run("--claims", "proofs")
    assert done.status == 2
    assert "ERROR collecting proofs/broken.py" in done.output
    assert f"{project}/proofs/broken.py:2: NameError: name 'Claim' is not" in done.output
    assert "twin.py: the claim own/good is declared in" in done.output
    assert "Traceback" not in done.output
    assert done.counts == "2 errors"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--claims", "nowhere"], "claims: there is no file or folder"),
        (["--claims", "proofs", "--claims-ledger", "test_ordinary.py"], "--claims-ledger: "),
        (["--claims", "proofs", "--claims-tier", "slow"], "invalid choice: 'slow'"),
    ],
)
def test_wrong_use_is_a_usage_error(run, arguments, said):
    done = run(*arguments)
    assert done.status == 4
    assert said in done.output
    assert "Traceback" not in done.output


def test_limits_apply(run, project, texts):
    (project / "proofs" / "good.py").write_text(
        texts["good"]
        .replace('@check("exact")', '@check("exact", seconds=0.2)')
        .replace("for n in range(10):", "for n in iter(int, 1):")
    )
    done = run("--claims", "proofs", "-k", "check_squares and claim")
    assert done.counts == "1 failed, 3 deselected"
    assert "check_squares ended UNDECIDED, but the claim is to be HOLDS" in done.output
    assert "limit of 0.2 s" in done.output


def test_files_that_are_no_code_or_declare_no_claim_are_left_alone(run, project):
    for name in ("notes.md", "Makefile", "data.txt"):
        (project / "proofs" / name).write_text("no code")
    (project / "proofs" / "helper.py").write_text("raise RuntimeError('it is imported')\n")
    assert run("--claims", "proofs").items == QUICK


def test_a_file_that_makes_claims_in_another_way_is_collected_where_it_is_named(
    run, project, texts
):
    hidden = texts["good"].replace("Claim(id=", "globals()['Cla' + 'im'](id=")
    (project / "proofs" / "good.py").write_text(hidden)
    assert run("--claims", "proofs").items == {}
    assert run("--claims", "proofs/good.py").items == QUICK


TOLD = """
def pytest_collection_finish(session):
    for item in session.items:
        limit = item.get_closest_marker("timeout")
        print("ITEM", item.nodeid, item.location[1], limit.args if limit else None)
"""


def test_an_item_says_the_line_of_its_check_where_that_is_in_its_file(run, project, texts):
    (project / "conftest.py").write_text(TOLD)
    other = texts["good"].replace("def check_squares", "def check_unused")
    (project / "proofs" / "more.py").write_text(
        "from good import check_squares\n"
        + other.replace("good(", "more(").replace('"good"', '"more"')
    )
    files = ("--claims", "proofs/good.py", "--claims", "proofs/more.py")
    done = run(*files, "--collect-only", "-k", "check_squares and claim")
    told = dict(
        line.split(maxsplit=2)[1:] for line in done.output.splitlines() if line[:4] == "ITEM"
    )
    line = texts["good"].splitlines().index('@check("exact")')
    assert told == {
        "proofs/good.py::own/good::check_squares[claim]": f"{line} (0,)",
        "proofs/more.py::own/more::check_squares[claim]": "None (0,)",
    }
