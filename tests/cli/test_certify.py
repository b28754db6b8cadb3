"""`theorem-checks certify`: what is handed to the kernel, and how it ends."""

import dataclasses
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from theorem_checks import Verdict, targets
from theorem_checks.certifying import certify as certifying
from theorem_checks.certifying import fact_certificates, theories
from theorem_checks.cli import certify as command
from theorem_checks.cli.statuses import NOT_AS_EXPECTED
from theorem_checks.running import kept_runs, ledger, loading
from theorem_checks.running.catalogue import Catalogue, Found, Origin
from theorem_checks.scaffold import LEAKY_SUM

KEPT = Path("some") / "folder"


@pytest.fixture(autouse=True)
def _kept(monkeypatch):
    monkeypatch.setattr(ledger, "default_path", lambda: KEPT / "ledger.sqlite")


@pytest.mark.parametrize(("said", "status"), [("", 0), ("It is false.", NOT_AS_EXPECTED)])
def test_facts_are_decided_beside_the_ledger(monkeypatch, capsys, said, status):
    asked = []
    monkeypatch.setattr(
        fact_certificates, "certify_facts", lambda folder: asked.append(folder) or {"a fact": said}
    )
    assert command._certify_facts() == status
    assert asked == [KEPT / "rocq"]
    assert capsys.readouterr().out == f"a fact: {said or 'accepted'}\n"


@pytest.mark.parametrize(
    ("accepted", "status"),
    [((True, True), 0), ((True, False), NOT_AS_EXPECTED), ((), NOT_AS_EXPECTED)],
)
def test_all_theorems_of_a_folder_are_to_be_accepted(monkeypatch, accepted, status):
    def rule_on_theory(folder, kept):
        asked.append((folder, kept))
        return {
            str(n): SimpleNamespace(accepted=one, axioms=(), said="" if one else "No.")
            for n, one in enumerate(accepted)
        }

    asked = []
    monkeypatch.setattr(theories, "rule_on_theory", rule_on_theory)
    assert command._certify_theory(Path("theory")) == status
    assert asked == [(Path("theory"), KEPT / "rocq")]


def test_what_is_to_be_proved_or_refuted_of_a_statement_is_handed_to_the_kernel(monkeypatch):
    def claim(name, **changes):
        one = dataclasses.replace(LEAKY_SUM, id=f"own/{name}", **changes)
        return one.id, Found(one, Origin("own", None), Path("own.py"))

    found = dict(
        [
            claim("proved"),
            claim("tried", expect=Verdict.HOLDS, late=()),
            claim("argued", expect=Verdict.ARGUED),
        ]
    )
    asked = []
    monkeypatch.setattr(loading, "refuse_old_bytecode", lambda: None)
    monkeypatch.setattr(loading, "claim_here", lambda _, name: found[name].claim)
    monkeypatch.setattr(kept_runs, "code_of", lambda *_: "code")
    monkeypatch.setattr(targets, "find", lambda _: targets.Chosen(Catalogue(found)))
    monkeypatch.setattr(certifying, "accepted_before", lambda *_: [])
    monkeypatch.setattr(certifying, "files_of_results", lambda *_: {})
    monkeypatch.setattr(certifying, "certify", lambda chosen, *_, **__: asked.extend(chosen) or [])
    kept_run: Any = SimpleNamespace(keep=lambda *_: None)
    command._certify(kept_run, [], False, False)
    assert [one.claim.id for one in asked] == ["own/proved"]
