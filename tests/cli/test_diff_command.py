"""`theorem-checks diff`: what changed between two states of the claims."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

WEAKER = """
@check("sample")
def check_sampled(square, *, seed):
    if square(3) != 9:
        return Evidence.refuted(reason="three squared")
    return Evidence.holds("a sample")

good = claim("good", lambda n: n**2, checks=(check_sampled,))
"""


@pytest.fixture
def report(run, claims):
    """A function that verifies a file with these pieces, and returns the file of the report."""

    def make(name, *pieces):
        file = claims(*pieces)
        done = run("verify", file, "--json", "--fresh")
        (file.parent / name).write_text(done.stdout)
        return file.parent / name

    return make


def test_nothing_changed(run, report):
    same = report("a.json")
    done = run("diff", same, same)
    assert done.exit_code == 0
    assert done.stdout.strip() == "nothing changed"


def test_new_and_gone_claims(run, report, texts):
    few, many = report("a.json"), report("b.json", texts["erratum"])
    done = run("diff", few, many)
    assert done.exit_code == 0
    assert "own/printed: REFUTED by exact" in done.stdout
    assert "2 changes, none to look at" in done.stdout
    done = run("diff", many, few)
    assert done.exit_code == 1
    assert "gone" in done.stdout


def test_a_changed_verdict_is_to_be_looked_at(run, report, texts):
    right = report("a.json", '\nbad = claim("bad", lambda n: n**2)\n')
    wrong = report("b.json", texts["bad"])
    done = run("diff", right, wrong)
    assert done.exit_code == 1
    assert "own/bad: HOLDS by exact -> REFUTED by exact" in done.stdout


def test_weaker_evidence_and_its_reverse(run, report):
    strong, weak = report("a.json"), report("b.json", WEAKER)
    done = run("diff", strong, weak)
    assert done.exit_code == 1
    assert "evidence weakened\n  own/good: HOLDS by exact -> HOLDS by sample" in done.stdout
    done = run("diff", weak, strong)
    assert done.exit_code == 0
    assert "evidence strengthened" in done.stdout


def test_a_pass_of_what_was_undecided_is_stronger(run, report):
    unsure = WEAKER.replace('holds("a sample")', 'undecided("a sample")')
    open_, decided = report("a.json", unsure), report("b.json", WEAKER)
    done = run("diff", open_, decided)
    assert done.exit_code == 0
    assert "evidence strengthened\n  own/good: UNDECIDED by sample -> HOLDS" in done.stdout
    assert run("diff", decided, open_).exit_code == 1


def test_a_mutant_that_survives_now(run, report, texts):
    killed = report("a.json", texts["survivor"].replace("(n == 10)", "(n == 9)"))
    done = run("diff", killed, report("b.json", texts["survivor"]))
    assert done.exit_code == 1
    assert "survives now\n  own/weak: mutant:late under check_squares" in done.stdout


def test_json_and_markdown(run, report, texts):
    few, many = report("a.json", texts["bad"]), report("b.json", texts["erratum"])
    (gone, *rest) = json.loads(run("diff", few, many, "--json").stdout)
    assert gone == {
        "claim": "own/bad",
        "what": "gone",
        "before": "REFUTED by exact",
        "after": "",
        "worse": True,
    }
    assert {one["what"] for one in rest} == {"new"}
    said = run("diff", few, many, "--markdown").stdout
    assert said.startswith("### Claims: 3 changes, 1 to look at")
    assert "| `own/bad` | REFUTED by exact | - |" in said
    assert "<details><summary>new (2)</summary>" in said
    assert run("diff", few, many, "--markdown", "--json").exit_code == 2


def test_ledgers_are_read_too(run, claims, texts):
    file = claims()
    run("verify", file, "--ledger", "a.sqlite")
    claims(texts["erratum"])
    run("verify", file, "--ledger", "b.sqlite")
    done = run("diff", "a.sqlite", "b.sqlite")
    assert done.exit_code == 0
    assert "2 changes, none to look at" in done.stdout


@pytest.mark.parametrize("text", ["{}", "not json", "[1]", '{"outcomes": [{}]}'])
def test_what_is_no_state_is_named(run, folder, text):
    (folder / "odd.json").write_text(text)
    done = run("diff", "odd.json", "odd.json")
    assert done.exit_code == 2
    assert "odd.json" in done.stderr
    assert run("diff", "no-such-file", "odd.json").exit_code == 2


@pytest.fixture
def committed(claims, folder):
    """A function that commits claims, in a repository of its own."""

    def git(*arguments):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *arguments], check=True)

    def commit(*pieces):
        claims(*pieces)
        git("add", "claims.py")
        git("commit", "-q", "-m", "claims")

    git("init", "-q")
    return commit


def test_two_revisions(command, committed, texts, folder):
    committed()
    committed(texts["erratum"])
    done = command("diff", "HEAD~1", "HEAD", "claims.py")
    assert done.returncode == 0, done.stderr
    assert "2 changes, none to look at" in done.stdout
    assert "Verifying claims.py at HEAD~1, in a checkout of its own." in done.stderr
    assert not (folder / ".git" / "worktrees").exists()


SLOW = """
import pathlib, time

@check("exact", seconds=60)
def check_slowly(square):
    pathlib.Path({started!r}).touch()
    time.sleep(50)

slow = claim("slow", lambda n: n**2, checks=(check_slowly,))
"""


@pytest.mark.parametrize(("sent", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_revision_that_is_stopped_leaves_no_checkout(committed, folder, sent, status):
    started = folder / "started"
    committed(SLOW.format(started=str(started)))
    diff = subprocess.Popen(
        [sys.executable, "-m", "theorem_checks", "diff", "HEAD", "HEAD", "claims.py"],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(folder)},
        start_new_session=True,
    )
    deadline = time.monotonic() + 40
    while not started.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert started.exists()
    os.killpg(diff.pid, sent) if sent == signal.SIGINT else diff.send_signal(sent)
    _, errors = diff.communicate(timeout=30)
    assert diff.returncode == status
    said = "Stopped while HEAD was verified; its checkout and what was found are removed."
    assert " ".join(errors.split()).endswith(said)
    assert not (folder / ".git" / "worktrees").exists()
    assert not list(folder.glob("theorem-checks-*"))


@pytest.mark.parametrize(
    "text",
    [
        "[" * 10**5,
        "\\ud800",
        '{"outcomes": 5}',
        '{"outcomes": [null]}',
        '{"outcomes": [{"id": "a/b", "results": [{"check": 5, "variant": 5, "kind": "exact",'
        ' "evidence": {"verdict": "HOLDS"}}]}]}',
    ],
)
def test_a_report_that_is_damaged_is_told(run, tmp_path, text):
    (tmp_path / "odd.json").write_text(text)
    done = run("diff", tmp_path / "odd.json", tmp_path / "odd.json")
    assert done.exit_code == 2
    assert "a ledger, or a report of verify --json" in " ".join(done.stderr.split())


def test_what_was_edited_in_a_report_does_nothing_to_a_terminal(run, report):
    file = report("a.json")
    odd = file.with_name("odd.json")
    odd.write_text(file.read_text().replace('"own/good"', '"own/\\u001b[2Jgood"'))
    done = run("diff", odd, file)
    assert done.exit_code == 1
    assert "own/\\x1b[2Jgood" in done.stdout
    assert "\x1b" not in done.stdout
