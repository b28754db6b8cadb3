"""`theorem-checks certify` answers from its last run, as long as nothing under that has changed."""

import json
import os
import stat

import pytest
from typer.testing import CliRunner

from tests.cli.modules import forget_modules
from theorem_checks import targets
from theorem_checks.certifying import certify as certifying
from theorem_checks.certifying.kept import FILE
from theorem_checks.certifying.kept_certifying import KeptCertifying
from theorem_checks.certifying.kernel_output import Ruling
from theorem_checks.cli import app
from theorem_checks.running import kept_runs
from theorem_checks.running.reading import MOST

CLAIM = """
from pathlib import Path

from certified_helper import TIMES
from theorem_checks import Claim, Mutant, Source, proof_of
from theorem_checks.statements.conclusions import Equal

HERE = Path(__file__).parent
DATA = (HERE / "data.txt").read_text()
exec((HERE / "code.py").read_text())
try:
    SETTINGS = (HERE / "settings.txt").read_text()
except OSError:
    SETTINGS = ""


def says(times, w):
    a = w.number("a")
    return Equal(times(a), TIMES * a)


CLAIM = Claim(
    id="own/times",
    title="A number some times",
    source=Source("Own", "here"),
    statement="2 a = 2 a",
    subject=lambda a: TIMES * a,
    says=says,
    checks=(proof_of(says),),
    mutants=(Mutant("once", lambda a: a),),
)
"""
COMPILER = "#!/bin/sh\necho The Coq Proof Assistant, version {version}\n"


@pytest.fixture
def asked(monkeypatch):
    """A kernel that accepts all; what it was asked about."""
    found = []

    def rule_on(certificates, _folder, _watch, _compilers, _before):
        found.extend(one.statement for one in certificates.values())
        version = certifying.rocq_version()
        return {name: Ruling(True, version, (), 1.0) for name in certificates}

    monkeypatch.setattr(certifying, "rule_on", rule_on)
    return found


@pytest.fixture
def certified(tmp_path, monkeypatch, asked):
    """A folder with a claim that was certified; a module, a file of data and a compiler in it."""
    folder = tmp_path / "certified"
    (folder / "toolkit").mkdir(parents=True)
    (folder / "toolkit" / "Library.v").write_text("")
    (folder / "certified_helper.py").write_text("TIMES = 2\n")
    (folder / "claims.py").write_text(CLAIM)
    (folder / "data.txt").write_text("1")
    (folder / "code.py").write_text("K = 1\n")
    write_compiler(folder, "8.16.1")
    monkeypatch.chdir(folder)
    monkeypatch.delenv("THEOREM_CHECKS_LEDGER", raising=False)
    monkeypatch.setenv("THEOREM_CHECKS_COQC", "./coqc")  # in each folder: workers go on
    monkeypatch.setattr(kept_runs, "TOOLKIT", folder / "toolkit")
    (folder / ".theorem-checks").mkdir()
    done = CliRunner().invoke(app, ["certify", "claims.py"])
    assert done.exit_code == 0, done.output
    assert len(asked) == 1
    yield folder
    forget_modules(folder)


def write_compiler(folder, version):
    file = folder / "coqc"
    file.write_text(COMPILER.format(version=version))
    file.chmod(file.stat().st_mode | stat.S_IXUSR)


def is_known(known=False):
    return KeptCertifying({"targets": ["claims.py"], "known": known}).read() is not None


def edit(file, more="# edited\n"):
    file.write_text(file.read_text() + more)


def test_the_second_run_imports_no_claim(certified, monkeypatch):
    def fail(*_):
        raise AssertionError("The claims were imported.")

    assert is_known()
    monkeypatch.setattr(targets, "find", fail)
    again = CliRunner().invoke(app, ["certify", "claims.py"])
    assert again.exit_code == 0
    assert "certified by Coq 8.16.1, not re-run here" in " ".join(again.stdout.split())
    for option in ("--fresh", "--json", "--out=folder", "--known"):
        other = CliRunner().invoke(app, ["certify", "claims.py", option])
        assert isinstance(other.exception, AssertionError)


def test_what_was_accepted_before_is_a_question_of_its_own(certified, asked):
    assert not is_known(known=True)
    assert CliRunner().invoke(app, ["certify", "claims.py", "--known"]).exit_code == 0
    assert is_known(known=True)
    assert len(asked) == 1
    assert CliRunner().invoke(app, ["certify", "claims.py", "--known", "--fresh"]).exit_code == 0
    assert len(asked) == 2


def results(folder):
    return folder / ".theorem-checks" / "rocq" / FILE


CHANGES = {
    "the file of claims": lambda folder: edit(folder / "claims.py"),
    "a module that it imports": lambda folder: edit(folder / "certified_helper.py"),
    "a file that it reads": lambda folder: edit(folder / "data.txt", "2"),
    "code that it reads, and runs": lambda folder: edit(folder / "code.py"),
    "a file that it looked for": lambda folder: (folder / "settings.txt").write_text("1"),
    "a file of the library": lambda folder: edit(folder / "toolkit" / "Library.v", "(* *)"),
    "the results": lambda folder: results(folder).write_text("{}"),
    "the time of the results alone": lambda folder: os.utime(results(folder), (1, 1)),
    "the version of the compiler": lambda folder: write_compiler(folder, "8.17.0"),
    "the compiler that is gone": lambda folder: (folder / "coqc").unlink(),
    "a module that is gone": lambda folder: (folder / "certified_helper.py").unlink(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_after_a_change_nothing_is_known(certified, change):
    CHANGES[change](certified)
    assert not is_known()


def test_another_compiler_counts(certified, tmp_path, monkeypatch):
    write_compiler(tmp_path, "8.16.1")
    monkeypatch.setenv("THEOREM_CHECKS_COQC", str(tmp_path / "coqc"))
    assert not is_known()


def test_what_another_version_accepted_is_run_again(certified, asked):
    write_compiler(certified, "8.17.0")
    done = CliRunner().invoke(app, ["certify", "claims.py"])
    assert "certified by Coq 8.17.0" in " ".join(done.stdout.split())
    assert len(asked) == 2


def test_a_helper_that_changes_the_statement_has_it_run_again(certified, asked):
    (certified / "certified_helper.py").write_text("TIMES = 3\n")
    forget_modules(certified)
    assert CliRunner().invoke(app, ["certify", "claims.py"]).exit_code == 0
    first, second = asked
    assert first != second


@pytest.mark.parametrize("options", [(), ("--known",), ("--known", "--fresh")])
def test_what_is_only_argued_now_keeps_no_certificate(certified, asked, options):
    text = (certified / "claims.py").read_text()
    text = text.replace("import Claim, ", "import Claim, Verdict, ")
    text = text.replace("    says=says,\n", "    says=says,\n    expect=Verdict.ARGUED,\n")
    (certified / "claims.py").write_text(text)
    forget_modules(certified)
    done = CliRunner().invoke(app, ["certify", "claims.py", *options])
    assert done.exit_code == 0, done.output
    assert "nothing is to be PROVED or REFUTED of it" in " ".join(done.stdout.split())
    assert json.loads(results(certified).read_text()) == {}
    assert len(asked) == 1


def test_results_that_were_edited_while_it_ran_are_not_believed(certified, asked, monkeypatch):
    run = certifying.certify

    def edited(*arguments, **more):
        found = run(*arguments, **more)
        data = json.loads(results(certified).read_text())
        results(certified).write_text(json.dumps({"own/other": data["own/times"]}))
        return found

    monkeypatch.setattr(certifying, "certify", edited)
    edit(certified / "claims.py")
    CliRunner().invoke(app, ["certify", "claims.py"])
    assert not is_known()


def test_data_edited_while_it_ran_is_not_believed(certified, monkeypatch):
    run = certifying.certify

    def edited(*arguments, **more):
        os.utime(certified / "data.txt", (1, 1))  # to write it here would make it the claim's own
        return run(*arguments, **more)

    monkeypatch.setattr(certifying, "certify", edited)
    edit(certified / "claims.py")
    forget_modules(certified)
    CliRunner().invoke(app, ["certify", "claims.py"])
    assert not is_known()


def read_many(folder):
    """Certify claims that read more files than one check may."""
    edit(
        folder / "claims.py", f'MANY = [(HERE / f"{{k}}.txt").read_text() for k in range({MOST})]\n'
    )
    for k in range(MOST):
        (folder / f"{k}.txt").write_text("1")
    forget_modules(folder)
    assert CliRunner().invoke(app, ["certify", "claims.py"]).exit_code == 0


def test_a_run_that_reads_many_files_is_kept(certified):
    read_many(certified)
    assert is_known()
    edit(certified / f"{MOST - 1}.txt", "2")
    assert not is_known()


def test_a_run_that_reads_more_than_is_noticed_is_not_kept(certified, monkeypatch):
    monkeypatch.setattr("theorem_checks.cli.certify._MOST_FILES", MOST)
    read_many(certified)
    assert not is_known()


def test_a_run_in_which_something_is_wrong_is_not_kept(certified, monkeypatch):
    def rejecting(certificates, *_):
        return {name: Ruling(False, "8.16.1", said="no") for name in certificates}

    monkeypatch.setattr(certifying, "rule_on", rejecting)
    assert CliRunner().invoke(app, ["certify", "claims.py", "--fresh"]).exit_code == 1
    assert not is_known()
