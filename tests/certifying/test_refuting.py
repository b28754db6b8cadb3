"""Certificates of what is false: the negation is what the kernel accepts."""

from dataclasses import asdict, replace
from fractions import Fraction

import pytest
import sympy as sp
from rich.console import Console

from constructions.arrays import relu
from tests.certifying.shared import NEEDS_COQC, equal_traces, trace_is_cyclic
from theorem_checks.certifying import certify as certifying
from theorem_checks.certifying import kept
from theorem_checks.certifying.certify import certify
from theorem_checks.certifying.kept import Entry
from theorem_checks.certifying.kernel_output import Ruling
from theorem_checks.certifying.lines import State
from theorem_checks.certifying.refuted_statement import with_statement
from theorem_checks.certifying.refuting import refutation_for
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.claims import Claim, Control, Source
from theorem_checks.judging.checks import instances_of
from theorem_checks.judging.judge import statement_of
from theorem_checks.reporting.certificate_list import certificate_list
from theorem_checks.running.catalogue import Found, Origin
from theorem_checks.statements.conclusions import All, Equal, Implies, Less
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Verdict


def traces_differ(_subject, w):
    d, e = w.size("d"), w.size("e", least=2)
    one, other = w.array("V", d, e), w.array("K", e, d)
    left = w.entries(lambda h: h.sum(lambda i, j: one[i, j] * other[j, i], d, e))
    right = w.entries(lambda h: h.sum(lambda i, j: one[i, j] * other[j, i] + one[i, j], d, e))
    return All((equal_traces(w, one, other, d, e), Equal(left, right)))


def halves(_subject, w):
    s = w.number("s", positive=True)
    return Implies(Less(s, 1), Less(s * 2, 1))


def roots(_subject, w):
    x, y = w.reals("x y")
    w.assume(x >= 1)
    return ForReals((x * y <= x) | (y <= 3))


FALSE = {"traces": traces_differ, "halves": halves, "roots": roots}


def refuted(name):
    return refutation_for(statement_of(FALSE[name], None))


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_the_negation_is_accepted(rocq_folder):
    of_fields = {name: refuted(name) for name in ("traces", "halves")}
    found = rule_on(of_fields, rocq_folder) | rule_on({"roots": refuted("roots")}, rocq_folder)
    assert {name: ruling.said for name, ruling in found.items() if not ruling.accepted} == {}
    assert found["traces"].axioms == ()


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_it_is_the_negation_that_is_checked(rocq_folder):
    """The theorem that is asked for is `~ statement`, whatever the proof says it is."""
    made = refuted("halves")
    as_proof = replace(made, refutes=False)
    no_negation = replace(made, proof="Theorem proved : ~ False. Proof. by []. Qed.")
    found = rule_on({"one": as_proof, "other": no_negation}, rocq_folder)
    assert not any(ruling.accepted for ruling in found.values())


def test_what_is_true_has_no_refutation():
    with pytest.raises(NoFormError, match="values at which"):
        refutation_for(statement_of(trace_is_cyclic, None))


def test_nothing_is_refuted_where_a_quotient_is_by_0():
    x = sp.Symbol("x", real=True)
    quotient = (x**2 - x) / x
    with pytest.raises(NoFormError, match="values at which the statement is false"):
        refutation_for(Equal(quotient, x - 1))  # MathComp has 0 / 0 = 0, which is not -1
    assert "rat_numFieldType 1%:R" in refutation_for(Equal(quotient, x)).proof


def test_values_are_small_and_meet_what_is_assumed():
    proof = refuted("halves").proof
    assert "(1%:R / 2%:R)" in proof
    assert "met'." in proof
    assert Fraction(1, 2) * 2 >= 1


def never_negative(_subject, w):
    v = w.array("v", w.size("n"))
    return Equal(relu(v), v)


def test_a_value_below_0_is_the_nearest_that_is_whole():
    proof = refutation_for(statement_of(never_negative, None)).proof
    assert "(- 1%:R)" in proof
    assert "(- 2%:R)" not in proof


def a_claim():
    return Claim(
        id="own/false",
        title="What is false",
        source=Source("Own", "here"),
        statement="2 s < 1",
        subject=None,
        says=halves,
        checks=(instances_of(halves),),
        controls=(Control("none", None),),
        expect=Verdict.REFUTED,
        module="own_claims",
    )


def test_it_is_kept_and_counted_apart(tmp_path, monkeypatch):
    claim = a_claim()
    asked = []

    def rule_on(certificates, _folder, _watch, _compilers, _before):
        asked.extend(certificates.values())
        return {name: Ruling(True, "8.16.1", (), 1.0) for name in certificates}

    monkeypatch.setattr(certifying, "claim_here", lambda _origin, _name: claim)
    monkeypatch.setattr(certifying, "rule_on", rule_on)
    found = Found(claim, Origin(None, "own.py"), tmp_path / "own.py")
    (one,) = certify([found], tmp_path)
    assert one.state is State.ACCEPTED
    assert asked[0].refutes
    (again,) = certify([found], tmp_path)
    assert again.state is State.KEPT
    assert again.entry is not None
    assert again.entry.refutes
    assert again.entry.words == "refutation certified by Coq 8.16.1"
    console = Console(width=120, record=True)
    console.print(certificate_list([again.line]))
    assert "1 certificate of what is false" in console.export_text()


def entry(**more):
    return Entry("key", "text", "library", "index sums", "8.16.1", (), 1.0, 5, **more)


def test_the_mark_is_of_the_verdict(monkeypatch):
    entries = {"own/true": entry(), "own/false": entry(refutes=True)}
    monkeypatch.setattr(kept, "read", lambda _path: entries)

    def marked(verdict, statement):
        known = dict.fromkeys(entries, ("own", verdict, statement))
        return set(kept.marks(known))

    assert marked(Verdict.PROVED, "key") == {"own/true"}
    assert marked(Verdict.PROVED, "other") == set()
    assert marked(Verdict.REFUTED, "key") == {"own/false"}
    assert marked(Verdict.REFUTED, "other") == set()  # the claim of this id says something else now
    assert marked(Verdict.REFUTED, "") == set()
    assert marked(Verdict.ARGUED, "key") == set()
    assert marked(None, "") == set()


def test_entries_of_proofs_are_written_as_before(tmp_path):
    file = tmp_path / "certificates.json"
    kept.write(file, {"own/true": entry(), "own/false": entry(refutes=True)})
    assert kept.read(file) == {"own/true": entry(), "own/false": entry(refutes=True)}
    assert "refutes" not in entry().data
    assert entry(refutes=True).data == asdict(entry(refutes=True))


def test_what_was_refuted_is_known_by_what_it_says():
    claim = a_claim()
    found = Evidence.refuted(Counterexample({"s": 1}, "2 s", "1"))
    whole = with_statement(found, halves, None)
    assert whole.statement is not None
    assert not whole.is_sealed
    assert whole.statement.key == refutation_for(statement_of(halves, None)).key
    assert claim.says is halves
    other = with_statement(found, traces_differ, None)
    assert other.statement is not None
    assert other.statement.key != whole.statement.key
    assert Evidence.from_json(whole.to_json()) == whole


def test_nothing_is_known_of_what_holds_or_cannot_be_traced():
    held = Evidence.holds("n = 2")
    assert with_statement(held, halves, None) is held

    def asks(_subject, w):
        return Less(1, 0) if w.size("n") > 3 else Less(0, 1)

    found = Evidence.refuted(reason="a sample")
    assert with_statement(found, asks, None).statement is None
