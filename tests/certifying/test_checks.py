"""Checks of kind 'certificate': what they prove, and what they do not."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.certifying.shared import NEEDS_COQC, trace_is_cyclic
from theorem_checks import certificate, check, instances_of, sqrt
from theorem_checks.certifying import checks as certifying
from theorem_checks.certifying import kept, rulings
from theorem_checks.certifying.certificates import Certificate, certificate_for, library_digest
from theorem_checks.certifying.compiler import NoRocqError
from theorem_checks.certifying.kernel_output import Ruling
from theorem_checks.claims import Claim, Mutant, Source
from theorem_checks.errors import ArgumentError, CheckError
from theorem_checks.judging.judge import statement_of
from theorem_checks.running.catalogue import Origin
from theorem_checks.running.job import Job
from theorem_checks.running.outcome import NOT_RE_RUN, ClaimOutcome, Result
from theorem_checks.running.reading import watching
from theorem_checks.statements.conclusions import Equal
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.verdicts.evidence import Evidence
from theorem_checks.verdicts.kinds import Kind, Verdict
from theorem_checks.verdicts.routes import Engine

OWN = Source("Own", "here")


def is_twice(subject, w):
    n = w.size("n")
    return Equal(subject(n), 2 * n)


def squares(subject, w):
    x, y = w.reals("x y")
    return ForReals(subject(x, y) <= x * x + y * y)


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("THEOREM_CHECKS_LEDGER", str(tmp_path / "ledger.sqlite"))
    monkeypatch.setattr(certifying, "where_kept", lambda _module, folder: folder / kept.FILE)


@pytest.fixture
def accepting(monkeypatch):
    """A kernel that accepts all; what it was asked about."""
    asked = []

    def rule_on(certificates, _folder):
        asked.extend(certificates.values())
        return {name: Ruling(True, "8.16.1", (), 1.0) for name in certificates}

    monkeypatch.setattr(certifying, "rule_on", rule_on)
    monkeypatch.setattr(certifying, "coqc", lambda: "/usr/bin/coqc")
    monkeypatch.setattr(rulings, "rocq_version", lambda: "8.16.1")
    return asked


@pytest.fixture
def missing(monkeypatch):
    def nothing():
        raise NoRocqError("There is no coqc.")

    monkeypatch.setattr(certifying, "coqc", nothing)


def entry_of(made):
    return kept.Entry(
        made.key, made.digest, library_digest(made.form), made.form, "8.16.1", (), 1.0, made.lines
    )


def keep(tmp_path, *entries):
    kept.write(tmp_path / "rocq" / kept.FILE, {f"own/{n}": e for n, e in enumerate(entries)})


def claim(says, subject, *checks, mutant):
    return Claim(
        id="own/claim",
        title="A statement",
        source=OWN,
        statement="1 = 1",
        subject=subject,
        says=says,
        checks=checks,
        mutants=(Mutant("other", mutant),),
    )


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_what_the_kernel_accepts_is_proved_and_what_it_does_not_is_not():
    decide = certificate(squares)
    found = decide(lambda x, y: 2 * x * y)
    assert found.verdict is Verdict.PROVED
    assert found.kind is Kind.CERTIFICATE
    assert found.is_sealed
    assert Engine.ROCQ in found.engines
    assert "Coq" in found.parts[0].scope
    assert decide(lambda x, y: 3 * x * y).verdict is Verdict.REFUTED  # at an instance
    hard = certificate(squares, proof=None)(lambda x, y: x * y * x * y * (2 - x * y * x * y))
    assert hard.verdict in (Verdict.UNDECIDED, Verdict.REFUTED)  # not everywhere true


def test_a_claim_can_be_proved_by_a_certificate_alone(accepting):
    own = claim(is_twice, lambda n: n + n, certificate(is_twice), mutant=lambda n: n * n)
    assert own.expect is Verdict.PROVED
    found = own.checks[0](own.subject)
    assert found.verdict is Verdict.PROVED
    assert not found.grounds
    assert [one.key for one in accepting] == [statement_of(is_twice, own.subject).key]
    assert own.checks[0](own.mutants[0].subject).verdict is Verdict.REFUTED
    assert len(accepting) == 1  # what is refuted at an instance is not handed to the kernel


def test_that_no_proof_is_accepted_shows_nothing(monkeypatch):
    def rule_on(certificates, _folder):
        return {name: Ruling(False, "8.16.1", said="Error: no") for name in certificates}

    monkeypatch.setattr(certifying, "rule_on", rule_on)
    monkeypatch.setattr(certifying, "coqc", lambda: "/usr/bin/coqc")
    found = certificate(is_twice)(lambda n: n + n)
    assert found.verdict is Verdict.UNDECIDED
    assert "shows nothing of the statement" in found.reason


def test_a_subject_is_run_at_the_sizes_that_are_given(accepting):
    far = certificate(is_twice, instances=[{"n": 50}])(lambda n: n + n if n < 40 else n)
    assert far.verdict is Verdict.REFUTED
    assert certificate(is_twice, instances=[{"n": 50}])(lambda n: n + n).verdict is Verdict.PROVED
    assert len(accepting) == 1


def test_a_subject_that_asks_its_symbols_is_not_proved(accepting):
    asking = certificate(is_twice)
    assert asking(lambda n: n + n if n < 40 else n).verdict is Verdict.REFUTED
    found = asking(lambda n: n + n if n < 40 else 2 * n)
    assert found.verdict is Verdict.UNDECIDED
    assert accepting == []


def test_a_statement_without_a_form_is_undecided(accepting):
    def says(_subject, w):
        n = w.size("n")
        return Equal(sqrt(n), sqrt(n))

    found = certificate(says)(None)
    assert found.verdict is Verdict.UNDECIDED
    assert "no certificate form yet" in found.reason


def test_an_export_that_does_not_read_the_statement_proves_nothing(accepting, monkeypatch):
    """What the kernel accepts says the same of a late mutant then."""

    def blind(conclusion, _by, _script, part):
        assert part == 0
        return Certificate(conclusion.key, "index sums", "Definition statement := True.", "")

    monkeypatch.setattr(certifying, "certificate_for", blind)
    found = certificate(is_twice)(lambda n: n + n)
    assert found.verdict is Verdict.UNDECIDED
    assert "late mutant" in found.reason


def test_an_export_that_does_not_read_the_subject_is_told_by_its_late_mutants(accepting):
    def other(n):
        return n + n if n < 40 else n + n + 1

    check_it = certificate(is_twice)
    assert check_it(lambda n: n + n, late={"beyond": other}).verdict is Verdict.PROVED
    assert check_it(other).verdict is Verdict.REFUTED


def test_a_statement_that_is_the_same_of_a_mutant_is_not_certified(accepting):
    found = certificate(is_twice)(lambda n: n + n, unkilled={"same": lambda n: 2 * n})
    assert found.verdict is Verdict.UNDECIDED
    assert "the same of mutant same" in found.reason
    thrice = {"thrice": lambda n: 3 * n}
    assert certificate(is_twice)(lambda n: n + n, unkilled=thrice).verdict is Verdict.PROVED


def test_the_ranges_of_sizes_are_in_what_the_kernel_is_handed(accepting):
    def says(subject, w):
        n = w.size("n", least=3)
        return Equal(subject(n), 2 * n)

    assert certificate(says)(lambda n: n + n).verdict is Verdict.PROVED
    assert "3%:R <= n%:R" in accepting[0].statement


def test_a_mutant_is_not_handed_to_the_kernel_but_for_what_is_exported_of_the_claim(accepting):
    def twice(x, y):
        return 2 * x * y

    decide = certificate(squares)
    other = decide(lambda x, y: x * y, mutates=(twice,))  # of which the statement is true, too
    assert other.verdict is Verdict.UNDECIDED
    assert "Another statement is exported" in other.reason
    assert accepting == []
    assert decide(lambda x, y: 2 * x * y, mutates=(twice,)).verdict is Verdict.PROVED
    assert len(accepting) == 1


def test_a_late_mutant_is_told_apart_by_what_is_exported_and_is_not_run(accepting):
    def twice(x, y):
        return 2 * x * y

    def late(x, y):
        runs.append(isinstance(x, Fraction))
        return x * y

    runs: list[bool] = []
    found = certificate(squares)(late, mutates=(twice,), is_late=True)
    assert runs == [False]
    assert found.verdict is Verdict.UNDECIDED
    assert "Another statement is exported" in found.reason
    assert accepting == []


def test_what_the_kernel_has_said_here_is_not_asked_again(accepting, monkeypatch):
    for _ in range(2):
        found = certificate(is_twice)(lambda n: n + n)
        assert found.parts[0].scope.startswith("accepted by Coq 8.16.1")
        assert not found.grounds
    assert len(accepting) == 1
    monkeypatch.setattr(rulings, "rocq_version", lambda: "8.17.0")
    assert certificate(is_twice)(lambda n: n + n).verdict is Verdict.PROVED
    assert len(accepting) == 2


def test_what_is_kept_is_not_asked_again_and_counts_apart(accepting, tmp_path):
    keep(tmp_path, entry_of(certificate_for(statement_of(is_twice, lambda n: n + n))))
    found = certificate(is_twice)(lambda n: n + n)
    assert "certified by Coq 8.16.1, not re-run here" in found.parts[0].scope
    assert accepting == []


def test_without_a_compiler_what_is_kept_counts_apart(missing, tmp_path):
    own = claim(is_twice, lambda n: n + n, certificate(is_twice), mutant=lambda n: n * n)
    keep(tmp_path, entry_of(certificate_for(statement_of(is_twice, own.subject))))
    found = own.checks[0](own.subject)
    assert found.verdict is Verdict.PROVED
    assert "certified by Coq 8.16.1, not re-run here" in found.parts[0].scope
    assert [ground.of for ground in found.grounds] == ["certificate"]
    assert Evidence.from_json(found.to_json()) == found
    outcome = ClaimOutcome(own, (result_of(own, own.checks[0], found),))
    assert outcome.standing == NOT_RE_RUN
    assert outcome.ok
    assert not outcome.certified_here


def test_what_is_kept_is_looked_at_again_once_the_kernel_is_asked(missing, tmp_path):
    made = certificate_for(statement_of(is_twice, lambda n: n + n))
    keep(tmp_path, entry_of(made))
    with watching() as reading:
        certificate(is_twice)(lambda n: n + n)
    ruled = rulings.where_ruled(tmp_path / "rocq", made)
    assert reading.so_far()["files"][str(ruled)] == ""  # there is none yet
    rulings.keep_ruling(tmp_path / "rocq", made, Ruling(True, "8.16.1"))
    assert reading.so_far()["files"][str(ruled)]


def result_of(own, one, found):
    limits = {"tier": one.tier, "seconds": 1.0, "memory_mb": 1, "seed": None}
    limits["origin"] = Origin(None, "own.py")
    return Result(Job(own.id, one.name, "claim", one.kind, **limits), found)


@pytest.mark.parametrize("change", ["statement", "text", "library"])
def test_what_is_kept_of_another_text_does_not_count(change, missing, tmp_path):
    made = entry_of(certificate_for(statement_of(is_twice, lambda n: n + n)))
    keep(tmp_path, replace(made, **{change: "0" * 32}))
    with pytest.raises(CheckError, match="nothing is decided"):
        certificate(is_twice)(lambda n: n + n)


def test_where_nothing_is_kept_and_no_compiler_is_there_nothing_is_decided(missing):
    with pytest.raises(CheckError, match=r"There is no coqc here, and no certificate"):
        certificate(trace_is_cyclic)(None)


def test_a_check_by_hand_is_of_no_such_kind():
    with pytest.raises(ArgumentError, match=r"certificate\(says\)"):
        check("certificate")


def test_it_joins_other_checks(accepting):
    own = claim(
        is_twice,
        lambda n: n + n,
        certificate(is_twice),
        instances_of(is_twice),
        mutant=lambda n: n * n,
    )
    assert own.kinds == (Kind.CERTIFICATE, Kind.EXACT)
