"""What is kept of certificates, on machines with a compiler and without."""

import dataclasses
import json
import signal
import subprocess
from pathlib import Path

import pytest

from tests.certifying.shared import claim_of, trace_is_cyclic
from theorem_checks.certifying import certify as certifying
from theorem_checks.certifying import kept
from theorem_checks.certifying.certificates import certificate_of
from theorem_checks.certifying.certify import accepted_before, certify, text_of
from theorem_checks.certifying.compiler import NoRocqError
from theorem_checks.certifying.compiler_runs import Compilers
from theorem_checks.certifying.kernel_output import Ruling
from theorem_checks.certifying.lines import State
from theorem_checks.errors import TheoremChecksError
from theorem_checks.running.catalogue import Found, Origin
from theorem_checks.verdicts.kinds import Verdict


@pytest.fixture
def found(tmp_path, monkeypatch):
    claim = claim_of(trace_is_cyclic)
    monkeypatch.setattr(certifying, "claim_here", lambda _origin, _name: claim)
    return Found(claim, Origin(None, "own.py"), tmp_path / "own.py")


@pytest.fixture
def accepting(monkeypatch):
    """A kernel that accepts all; what it was asked about."""
    asked = []

    def rule_on(certificates, _folder, _watch, _compilers, _before):
        asked.append(list(certificates))
        return {name: Ruling(True, "8.16.1", (), 1.0) for name in certificates}

    monkeypatch.setattr(certifying, "rule_on", rule_on)
    return asked


@pytest.fixture
def missing(monkeypatch):
    def rule_on(*_arguments):
        raise NoRocqError("There is no coqc.")

    monkeypatch.setattr(certifying, "rule_on", rule_on)


def test_what_was_accepted_is_not_run_again(found, accepting, tmp_path):
    assert [c.state for c in certify([found], tmp_path)] == [State.ACCEPTED]
    assert [c.state for c in certify([found], tmp_path)] == [State.KEPT]
    assert len(accepting) == 1
    assert [c.state for c in certify([found], tmp_path, fresh=True)] == [State.ACCEPTED]
    assert len(accepting) == 2


def test_what_was_accepted_before_is_known(found, accepting, tmp_path):
    assert accepted_before([found], tmp_path) == []
    certify([found], tmp_path)
    assert accepted_before([found], tmp_path) == [found]


def test_without_a_compiler_what_is_kept_is_shown(found, accepting, tmp_path, request):
    certify([found], tmp_path)
    request.getfixturevalue("missing")
    (one,) = certify([found], tmp_path)
    assert one.ok
    assert one.entry is not None
    assert one.entry.words == "certified by Coq 8.16.1"


def test_without_a_compiler_a_new_one_is_said_to_be_missing(found, missing, tmp_path):
    (one,) = certify([found], tmp_path)
    assert one.state is State.MISSING
    assert not one.ok
    assert "no coqc" in one.said


def test_a_mark_is_of_the_statement_that_was_proved(found, accepting, tmp_path, monkeypatch):
    monkeypatch.setattr(kept, "where_kept", lambda _module, _folder=None: tmp_path / kept.FILE)
    certify([found], tmp_path)
    key = certificate_of(trace_is_cyclic, None).key
    assert list(kept.marks({"own/claim": ("own", Verdict.PROVED, key)})) == ["own/claim"]
    assert kept.marks({"own/claim": ("own", Verdict.PROVED, "another statement")}) == {}
    assert kept.marks({"own/other": ("own", Verdict.PROVED, key)}) == {}


@pytest.mark.parametrize("name", ["statement", "text", "library", "version", "axioms", "seconds"])
def test_an_entry_that_was_edited_is_noticed(found, accepting, tmp_path, name):
    certify([found], tmp_path)
    path = tmp_path / kept.FILE
    data = json.loads(path.read_text())
    data["own/claim"][name] = [] if name == "axioms" else 7
    if name == "axioms":
        data["own/claim"][name] = ["cheat"]
    path.write_text(json.dumps(data))
    with pytest.raises(kept.KeptError, match="own/claim"):
        certify([found], tmp_path)


def test_a_file_that_is_none_is_named(tmp_path):
    (tmp_path / kept.FILE).write_text("[]")
    with pytest.raises(kept.KeptError, match="no file of certificates"):
        kept.read(tmp_path / kept.FILE)


def test_the_shipped_results_can_be_read():
    entries = kept.read(kept.where_kept("proofs.gated_rnn"))
    assert len(entries) >= 60
    assert {entry.version for entry in entries.values()} == {"8.16.1"}


def test_the_library_holds_sources_only():
    """What is compiled from them is kept apart, and holds the paths of a machine."""
    place = Path(certifying.__file__).parent / "rocq"
    assert {file.suffix for file in place.iterdir()} == {".v"}


def test_the_text_that_is_shown_is_the_one_that_was_accepted(found, accepting, tmp_path):
    (one,) = certify([found], tmp_path)
    assert one.entry is not None
    assert "Definition statement" in text_of(found, one.entry)
    assert text_of(found, dataclasses.replace(one.entry, text="another")) == ""


def test_batches_have_one_form_each_and_the_costly_ones_come_first():
    made = {form: certificate_of(trace_is_cyclic, None) for form in ("sums", "means")}
    waiting = {
        f"{form}/{n}": dataclasses.replace(one, form=form)
        for form, one in made.items()
        for n in range(30)
    }
    seconds = {"means/7": 100.0, "sums/3": 30.0, "sums/4": 20.0}
    by_cost = sorted(waiting.items(), key=lambda one: -seconds.get(one[0], 0.0))
    batches = [list(batch) for batch in certifying._batches(by_cost, seconds)]
    assert sorted(name for batch in batches for name in batch) == sorted(waiting)
    assert all(len({name.partition("/")[0] for name in batch}) == 1 for batch in batches)
    assert batches[:2] == [["means/7"], ["sums/3", "sums/4"]]
    assert max(map(len, batches)) == 24


def test_no_compiler_runs_on_when_all_are_ended():
    compilers = Compilers()
    first, late = (
        subprocess.Popen(["sleep", "60"], text=True, start_new_session=True) for _ in range(2)
    )
    compilers.add(first)
    compilers.end()
    compilers.add(late)
    assert {first.wait(10), late.wait(10)} == {-signal.SIGKILL}
    with pytest.raises(TheoremChecksError, match="ended"):
        compilers.through(first)
