"""`theorem-checks verify`: its exit status, its streams, and the ledger."""

import json
import xml.etree.ElementTree as ET

import pytest

from theorem_checks.running import finding


def test_all_as_expected_is_status_0(command, claims, texts):
    claims(texts["erratum"])
    done = command("verify", "claims.py", env={"COLUMNS": "80"})
    assert (done.returncode, done.stderr) == (0, "")
    lines = [line.rstrip() for line in done.stdout.splitlines()]
    assert lines[-1].startswith("3 claims: 3 as expected, 8 results (0 from the ledger), ")
    assert "✓  own/good      HOLDS    exact      2/2" in done.stdout
    assert "   false at n = 2; claimed 8, found 4" in lines


def test_a_wrong_verdict_is_status_1_and_shown_in_full(command, claims, texts):
    claims(texts["bad"])
    done = command("verify", "claims.py")
    assert done.returncode == 1
    assert "✓  own/good" in done.stdout
    assert "✗  own/bad" in done.stdout
    assert "own/bad  found REFUTED, expected HOLDS" in done.stdout
    assert "look closer  theorem-checks show claims.py::own/bad" in done.stdout
    assert "check_squares ended REFUTED, but the claim is to be HOLDS" in done.stdout
    assert "counterexample  claimed: 50" in done.stdout
    assert "2 claims: 1 as expected, 1 not" in done.stdout


def test_the_command_to_look_closer_works(run, claims, texts):
    claims(texts["bad"])
    run("verify", "claims.py")
    shown = run("show", "claims.py::own/bad")
    assert shown.exit_code == 0
    assert shown.stdout.startswith("own/bad  REFUTED, expected HOLDS\n")


def test_a_mutant_that_survives_is_status_1(run, claims, texts):
    claims(texts["survivor"])
    done = run("verify", "claims.py")
    assert done.exit_code == 1
    assert "own/weak  found HOLDS, as expected, but 1 result is not as wanted" in done.stdout
    assert "check_squares ended HOLDS, but the mutant late is to be REFUTED" in done.stdout


def test_a_broken_file_is_status_1_and_named_with_its_line(run, claims, folder):
    claims()
    (folder / "broken.py").write_text("x = 1\ny = undefined\nz = Claim()\n")
    done = run("verify", ".")
    assert done.exit_code == 1
    said = f"{folder}/broken.py:2: NameError: name 'undefined' is not defined"
    assert "".join(said.split()) in "".join(done.stdout.split())  # it may be folded anywhere
    assert "✓  own/good" in done.stdout
    assert "1 claim: 1 as expected, 1 problem" in done.stdout


def test_only_what_was_asked_for_runs(run, claims, texts):
    claims(texts["bad"], texts["erratum"])
    done = run("verify", "claims.py::own/good", "--json")
    assert [one["id"] for one in json.loads(done.stdout)["outcomes"]] == ["own/good"]
    done = run("verify", "claims.py::own/*p*r*", "--json")
    assert [one["id"] for one in json.loads(done.stdout)["outcomes"]] == [
        "own/printed",
        "own/repaired",
    ]


def test_a_covered_id_finds_the_claim_that_covers_it(run, claims, texts):
    claims(texts["bad"])
    done = run("verify", "claims.py::own/also-bad", "--json")
    assert [one["id"] for one in json.loads(done.stdout)["outcomes"]] == ["own/bad"]


def test_json_is_all_there_is_on_standard_output(command, claims, texts):
    claims(texts["bad"])
    done = command("verify", "claims.py", "--json")
    report = json.loads(done.stdout)
    assert (done.returncode, done.stderr, report["ok"]) == (1, "", False)
    bad = report["outcomes"][1]
    assert (bad["id"], bad["verdict"], bad["expect"]) == ("own/bad", "REFUTED", "HOLDS")
    assert bad["mutants"] == {"killed": 2, "total": 2}
    assert bad["results"][0]["evidence"]["counterexample"]["values"] == {"n": 7}


def test_junit_is_written_beside_the_table(run, claims, texts, folder):
    claims(texts["bad"])
    done = run("verify", "claims.py", "--junit", "report.xml")
    assert "✗  own/bad" in done.stdout
    suites = ET.parse(folder / "report.xml").getroot()
    assert (suites.get("tests"), suites.get("failures")) == ("8", "2")
    names = {case.get("name") for case in suites.iter("testcase")}
    assert names >= {"check_squares[claim]", "check_squares[mutant:cube]", "verdict"}


def test_old_results_are_used_until_asked_for_fresh_ones(run, claims):
    claims()
    assert "3 results (0 from the ledger)" in run("verify", "claims.py").stdout
    assert "3 results (3 from the ledger)" in run("verify", "claims.py").stdout
    assert "3 results (0 from the ledger)" in run("verify", "claims.py", "--fresh").stdout


def test_the_ledger_may_be_elsewhere(run, claims, folder, monkeypatch):
    claims()
    run("verify", "claims.py", "--ledger", "one.sqlite")
    assert (folder / "one.sqlite").is_file()
    monkeypatch.setenv("THEOREM_CHECKS_LEDGER", str(folder / "two.sqlite"))
    run("verify", "claims.py")
    assert (folder / "two.sqlite").is_file()
    assert not (folder / ".theorem-checks").exists()


def test_a_ledger_that_was_chosen_has_to_be_usable(run, claims, folder):
    claims()
    (folder / "text.sqlite").write_text("This is no ledger. " * 100)
    done = run("verify", "claims.py", "--ledger", "text.sqlite")
    assert done.exit_code == 2
    assert "text.sqlite is not a ledger" in done.stderr
    assert done.stdout == ""


def test_without_the_usual_ledger_the_run_goes_on_with_a_warning(run, claims, folder):
    claims()
    (folder / ".theorem-checks").write_text("a file where the folder should be")
    done = run("verify", "claims.py")
    assert done.exit_code == 0
    assert "warning: Results are not kept. The folder" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["claims.py::own/goode"], "Did you mean own/good?"),
        (["nowhere.py"], "a file or folder that exists"),
        (["nowhere/"], "a file or folder that exists"),
        (["nowhere.py::own/good"], "a file or folder that exists"),
        (["claims.py", "--jobs", "0"], "--jobs"),
        (["claims.py", "--tier", "slow"], "--tier"),
        (["claims.py", "--colour"], "--colour"),
        (["claims.py", "--junit", "nowhere/report.xml"], "a file in a folder that exists"),
        (["claims.py", "--junit", "."], "a file in a folder that exists"),
    ],
)
def test_wrong_use_is_status_2_with_one_message(run, claims, arguments, said):
    claims()
    done = run("verify", *arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_installed_claims_are_found_by_id_and_without_any_target(run, installed, texts):
    installed(texts["erratum"])
    for targets, ids in (
        ([], ["own/good", "own/printed", "own/repaired"]),
        (["own/printed"], ["own/printed"]),
        (["own/*ed", "own/good"], ["own/good", "own/printed", "own/repaired"]),
    ):
        done = run("verify", "--json", *targets)
        assert done.exit_code == 0
        assert [one["id"] for one in json.loads(done.stdout)["outcomes"]] == ids


def test_an_installed_claim_is_looked_at_by_its_id(run, installed, texts):
    installed(texts["bad"])
    assert "look closer  theorem-checks show own/bad\n" in run("verify").stdout


def test_files_and_ids_may_be_mixed(run, installed, claims):
    installed()
    other = claims().read_text().replace('"good"', '"other"')
    claims().write_text(other)
    done = run("verify", "--json", "claims.py", "own/good")
    assert [one["id"] for one in json.loads(done.stdout)["outcomes"]] == ["own/other", "own/good"]


def test_an_unknown_id_is_status_2_with_the_nearest(run, installed):
    installed()
    done = run("verify", "own/godo")
    assert (done.exit_code, done.stdout) == (2, "")
    said = " ".join(done.stderr.split())
    assert "Did you mean own/good?" in said
    assert "A claim in a file of your own is found by FILE or FILE::ID." in said


@pytest.mark.parametrize("command", ["show", "verify", "list"])
def test_of_a_claim_in_a_file_that_is_not_installed_the_file_is_told(
    run, installed, folder, command
):
    installed()
    (folder / "mine").mkdir()
    (folder / "mine/notes.py").write_text('TRACE = Claim(id="own/trace")\n')
    (folder / ".hidden").mkdir()
    (folder / ".hidden/notes.py").write_text('"own/trace"')
    done = run(command, "own/trace")
    assert done.exit_code == 2
    said = " ".join(done.stderr.split())
    assert said.endswith("No installed claim has it. Give its file: mine/notes.py::own/trace.")


@pytest.mark.parametrize("word", ["", " ", "::own/good", "file.py::"])
def test_an_empty_word_stands_for_nothing(run, word):
    """An unset variable of the shell, say: it is not the current folder."""
    done = run("verify", word)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "a file, a folder, or FILE::ID" in " ".join(done.stderr.split())


def test_nothing_at_all_to_verify_is_no_success(run, monkeypatch):
    monkeypatch.setattr(finding, "entry_points", lambda group: [])
    done = run("verify")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "There is nothing to verify" in done.stderr
    listed = run("list")
    assert (listed.exit_code, listed.stdout) == (0, "0 claims\n")


def test_a_deep_check_runs_only_when_asked_for(run, claims):
    claims().write_text(
        (claims().read_text()).replace('@check("exact")', '@check("exact", tier="deep")')
    )
    done = run("verify", "claims.py")
    assert done.exit_code == 0
    assert "1 claim: 0 as expected, 1 not run" in done.stdout
    assert "-  own/good" in done.stdout
    assert (
        "1 claim: 1 as expected, 3 results" in run("verify", "claims.py", "--tier", "deep").stdout
    )


def test_the_seed_reaches_the_checks(run, claims):
    claims(
        """
@check("sample")
def check_seed(square, *, seed):
    if square(2) != 4:
        return Evidence.refuted(reason="wrong at 2")
    return Evidence.holds("at 2", figures={"seed": seed})

drawn = claim("drawn", lambda n: n**2, checks=(check_seed,),
    mutants=(Mutant("cube", lambda n: n**3),))
"""
    )
    seeds = []
    for arguments in ([], ["--seed", "0"], ["--seed", "1"]):
        report = json.loads(run("verify", "claims.py::own/drawn", "--json", *arguments).stdout)
        seeds.append(report["outcomes"][0]["results"][0]["evidence"]["figures"]["seed"])
    assert seeds[0] == seeds[1] != seeds[2]
