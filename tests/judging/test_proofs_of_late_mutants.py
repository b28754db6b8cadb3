"""A proof that proves a false statement as well reads nothing, and proves nothing."""

import time
from dataclasses import replace
from typing import Any

import pytest
import sympy as sp

from tests.judging.statements_of_each_kind import (
    a_growth,
    a_limit,
    a_mode,
    an_implication,
    for_every_integer,
    real_numbers,
    two_that_differ,
)
from theorem_checks import (
    Evidence,
    UndecidedQuestionError,
    Verdict,
    arithmetic,
    prove,
    prove_identity,
)
from theorem_checks.judging.checks import instances_of, proof_of
from theorem_checks.judging.judge import judged, why_not_traced
from theorem_checks.judging.proofs_of_late_mutants import concludes, proves_late_mutant
from theorem_checks.proving.effort import (
    OutOfTimeError,
    UnprovedError,
    alternatives,
    lemma,
    noting_failures,
    proofs_only,
    remembering,
    seconds_left,
    up_to_the_first_failure,
    within_seconds,
)
from theorem_checks.proving.rules.connectives import conjunction
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Equal,
    Less,
)
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.statements.hypotheses import Either
from theorem_checks.statements.questions import answered_otherwise, are_answered_otherwise
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.worlds.symbolic import Symbolic

x = sp.Symbol("x")


def says(total, w):
    n = w.size("n")
    return Equal(w.sum(lambda k: 2 * k - 1, "k", 1, n), w.call(total, n))


def test_a_proof_that_reads_its_statement_is_not_taken_in():
    asked = []

    def by(conclusion):
        asked.append(conclusion)
        return prove(conclusion)

    found = judged(says, by, lambda n: n**2)
    assert found.verdict is Verdict.PROVED
    true, late = asked
    (n,) = true.rhs.free_symbols
    assert all((late.rhs - true.rhs).subs(n, size) == 0 for size in range(1, 12))
    assert (late.rhs - true.rhs).subs(n, 12) != 0


def test_parts_that_are_the_same_are_not_proved_twice():
    square = Equal((x + 1) ** 2, x**2 + 2 * x + 1)
    with remembering():
        first = prove(square)
        assert prove(square) is not first  # only a late mutant is asked about in a hurry
        with proofs_only():
            again, other = prove(square), prove(Equal(square.lhs, square.rhs + 1))
    assert again.is_sealed
    assert again.statement == first.statement
    assert other.verdict is not Verdict.PROVED
    with proofs_only():
        assert prove(square) is not again


def test_a_proof_of_a_late_mutant_ends_when_its_time_is_up():
    true, false = (Equal((x + 1) ** 2, x**2 + 2 * x + 1 + more) for more in (0, x))
    ends = []

    def by_trying_again(conclusion):
        while not (found := prove(conclusion)).verdict.passes:
            ends.append(conclusion)
        return found

    assert concludes(by_trying_again, true, 0.2) is not None
    assert concludes(by_trying_again, false, 0.2) is None
    assert ends
    with pytest.raises(OutOfTimeError), within_seconds(-1):
        prove(true)
    with within_seconds(60), pytest.raises(OutOfTimeError), within_seconds(-1):
        prove(true)


def test_a_proof_that_reads_nothing_is_found_out_in_the_least_time():
    world = Symbolic()
    assert "does not read" in proves_late_mutant(anything, two_that_differ(world), world, 1)


def test_a_proof_that_seals_what_it_is_handed_is_found_out():
    def by_anything(conclusion):
        return concluded(prove_identity(1, 1), conclusion, "a sentence")

    found = judged(says, by_anything, lambda n: n**2)
    assert found.verdict is Verdict.UNDECIDED
    assert "does not read the subject" in found.reason


def test_a_proof_that_waits_does_not_come_to_the_end_of_its_time_by_that():
    true = Equal((x + 1) ** 2, x**2 + 2 * x + 1)
    with within_seconds(0.2):
        time.sleep(0.3)
        assert prove(true).verdict is Verdict.PROVED
        with within_seconds(0.1):
            prove(true)
        assert 0 < seconds_left() < 0.2


def test_a_proof_of_alternatives_that_reads_none_is_found_out():
    def says_ordered(limit, w):
        n, x = w.size("n"), w.number("x")
        return Either((AtMost(x, w.call(limit, n)), Less(n, x)))

    def by_anything(conclusion):
        return concluded(prove_identity(1, 1), conclusion, "a sentence")

    assert judged(says_ordered, arithmetic, lambda n: n).verdict is Verdict.PROVED
    found = judged(says_ordered, by_anything, lambda n: n)
    assert found.verdict is Verdict.UNDECIDED
    assert "does not read the subject" in found.reason


# --- proofs that do not read


def of_two(total, w):
    n = w.size("n")
    return All((Equal(w.sum(lambda k: 2 * k - 1, "k", 1, n), w.call(total, n)), AtMost(0, n)))


def anything(conclusion):
    return concluded(prove_identity(1, 1), conclusion, "a sentence")


@pytest.mark.parametrize("unread", [0, 1])
def test_a_proof_that_does_not_read_one_conjunct_is_found_out(unread):
    def by(conclusion):
        parts = [anything(p) if n == unread else prove(p) for n, p in enumerate(conclusion.parts)]
        return conjunction(conclusion, *parts)

    found = judged(of_two, by, lambda n: n**2)
    assert found.verdict is Verdict.UNDECIDED
    assert "does not read the subject" in found.reason
    assert judged(of_two, prove, lambda n: n**2).verdict is Verdict.PROVED


def test_a_proof_that_stumbles_over_one_conjunct_is_asked_about_the_others():
    def by(conclusion):
        first, second = conclusion.parts
        if prove(first).verdict is not Verdict.PROVED:
            raise ValueError
        return conjunction(conclusion, prove(first), anything(second))

    found = judged(of_two, by, lambda n: n**2)
    assert found.verdict is Verdict.UNDECIDED
    assert "does not read the subject" in found.reason


@pytest.mark.parametrize(
    "made",
    [real_numbers, an_implication, a_limit, two_that_differ, a_mode, a_growth, for_every_integer],
)
def test_a_proof_of_any_kind_that_does_not_read_is_found_out(made):
    world = Symbolic()
    assert "does not read" in proves_late_mutant(anything, made(world), world)


# --- what authors' late mutants say where they are wrong


def from_forty_on(n):
    return n**2 if n < 40 else n**2 + 1


def by_a_typed_formula(conclusion):
    """Does not read what stands on the right: it is proved of a formula that is typed here."""
    if not isinstance(conclusion.rhs, sp.Expr) or conclusion.rhs.has(sp.Mul):
        raise ValueError  # which the toolkit's late mutants have
    return concluded(prove_identity(1, 1), conclusion, "a sentence")


def test_the_other_branch_of_a_late_mutant_is_handed_to_the_proof():
    asked = []

    def by(conclusion):
        asked.append(conclusion)
        return prove(conclusion)

    found = judged(says, by, lambda n: n**2, late={"from-forty-on": from_forty_on})
    assert found.verdict is Verdict.PROVED
    (n,) = asked[0].rhs.free_symbols
    assert asked[-1].rhs == n**2 + 1


def test_a_proof_that_does_not_read_proves_the_other_branch():
    assert judged(says, by_a_typed_formula, lambda n: n**2).verdict is Verdict.PROVED
    late = {"from-forty-on": from_forty_on}
    found = judged(says, by_a_typed_formula, lambda n: n**2, late=late)
    assert found.verdict is Verdict.UNDECIDED
    assert "late mutant from-forty-on" in found.reason
    assert "n < 40" in found.reason


def of_an_array(subject, w):
    d = w.size("d")
    array = w.array("A", d)
    return Equal(w.entries(lambda _, i: subject(array, i), d), 2 * array)


def doubled(array, i):
    return array[i] + array[i]


@pytest.mark.parametrize(
    ("late", "asked"),
    [
        (lambda a, i: 2 * a[i] if i < 40 else 3 * a[i], "i0 < 40"),
        (lambda a, i: 3 * a[i] if i >= 40 else 2 * a[i], "i0 >= 40"),
        (lambda a, i: 3 * a[i] if i == 40 else 2 * a[i], "i0 == 40"),
        (lambda a, i: 2 * a[i] if i != 40 else 3 * a[i], "i0 != 40"),
    ],
)
def test_entries_that_are_others_from_an_index_on_are_handed_to_the_proof(late, asked):
    handed = []

    def by(conclusion):
        handed.append(conclusion)
        return prove(conclusion)

    assert judged(of_an_array, by, doubled, late={"late": late}).verdict is Verdict.PROVED
    assert prove(handed[-1]).verdict is Verdict.REFUTED
    assert "3" in handed[-1].latex
    assert judged(of_an_array, by, late).verdict is Verdict.REFUTED
    refused = why_not_traced(of_an_array, late)
    assert refused is not None
    assert asked in refused.reason


def test_formulas_that_are_others_far_out_are_handed_to_the_proof():
    def of_reals(subject, w):
        x = w.real("x")
        return ForReals(subject(x) >= 0)

    handed = []

    def by(conclusion):
        handed.append(conclusion)
        return prove(conclusion)

    late = {"far": lambda x: x * x if x < 10**9 else -x}
    assert judged(of_reals, by, lambda x: x * x, late=late).verdict is Verdict.PROVED
    assert prove(handed[-1]).verdict is Verdict.REFUTED


def test_questions_are_answered_so_for_late_mutants_alone():
    n = Symbolic().size("n")
    with answered_otherwise() as answered:
        assert (n < 40) is False
        assert (n > 40) is True
        assert answered == ["n < 40", "n > 40"]
        with pytest.raises(UndecidedQuestionError):
            hash(n)
    with pytest.raises(UndecidedQuestionError):
        bool(n < 40)
    assert not are_answered_otherwise()
    assert judged(says, prove, from_forty_on).verdict is Verdict.REFUTED


def test_only_so_many_questions_of_one_run_are_answered_so():
    x = Symbolic().number("x")
    with answered_otherwise() as answered:
        for _ in range(100):
            assert x == 40
        with pytest.raises(UndecidedQuestionError):
            bool(x == 40)
    assert len(answered) == 100


def test_the_proof_of_another_branch_ends_where_a_part_fails_of_which_all_are_needed():
    false, true = Equal(x, x + 1), Equal(x + x, 2 * x)

    def by(conclusion):
        return conjunction(conclusion, *map(prove, conclusion.parts))

    with up_to_the_first_failure():
        assert concludes(by, All((false, true))) is None
        assert concludes(by, All((true, true))) is not None
        with pytest.raises(UnprovedError):
            prove(false)
        with alternatives():
            assert prove(false).verdict is Verdict.REFUTED
    assert prove(false).verdict is Verdict.REFUTED


def test_a_proof_that_goes_on_after_a_failure_is_asked_to_the_end():
    def by_another_way(conclusion):
        prove(Equal(x, x + 1))  # of the true one it fails as well, and so it ends no proof
        return concluded(prove_identity(1, 1), conclusion, "a sentence")

    found = judged(says, by_another_way, lambda n: n**2)
    assert found.verdict is Verdict.UNDECIDED
    assert "does not read the subject" in found.reason


def test_what_no_engine_proves_ends_the_proof_of_a_late_mutant():
    went_on = []

    def by(conclusion):
        found = prove(conclusion)
        went_on.append(found.verdict)
        return found

    assert judged(says, by, lambda n: n**2).verdict is Verdict.PROVED
    assert went_on == [Verdict.PROVED]


def test_failures_are_noted_but_for_those_of_alternatives():
    with noting_failures() as failures:
        prove(Equal(x + x, 2 * x))
        with alternatives():
            prove(Equal(x, x + 1))
        assert not failures
        prove(Equal(x, x + 1))
    assert len(failures) == 1
    prove(Equal(x, x + 1))
    assert len(failures) == 1


def test_a_lemma_is_not_proved_again_of_what_a_late_mutant_leaves():
    asked = []

    @lemma
    def by(conclusion):
        asked.append(conclusion)
        return prove(conclusion)

    true, false = Equal(x + x, 2 * x), Equal(x + x, 2 * x + 1)
    with remembering():
        assert by(true).verdict is Verdict.PROVED
        with proofs_only():
            assert by(true).verdict is Verdict.PROVED
            assert by(false).verdict is not Verdict.PROVED
            assert by(false).verdict is not Verdict.PROVED
    assert asked == [true, false, false]


def test_a_late_mutant_that_does_not_branch_says_nothing_new():
    found = judged(says, prove, lambda n: n**2, late={"same": lambda n: n * n})
    assert found.verdict is Verdict.PROVED


def test_the_proof_of_a_claim_is_handed_its_changed_ones():
    check = proof_of(says, by_a_typed_formula)
    late = {"from-forty-on": from_forty_on}
    assert check(lambda n: n**2, late=late).verdict is Verdict.UNDECIDED
    assert instances_of(says)(lambda n: n**2, late=late).verdict is Verdict.HOLDS


def test_a_late_mutant_that_branches_is_not_run_at_instances():
    def from_forty_on_at_numbers(n):
        values.append(n)
        return from_forty_on(n)

    values: list[Any] = []
    found = proof_of(says, prove)(from_forty_on_at_numbers, is_late=True)
    assert found.verdict is Verdict.UNDECIDED
    assert "asks what its symbols do not decide" in found.reason
    assert len(values) == 1


def test_a_proof_cannot_change_the_statement_that_it_is_handed():
    def halves(subject, w):
        array = w.array("A", w.size("d"))
        return Equal(subject(array), 2 * array)

    def by(conclusion):
        conclusion.rhs.blocks.update(conclusion.lhs.blocks)
        return prove(conclusion)

    def late(array):
        return array + array

    assert judged(halves, prove, late).verdict is Verdict.PROVED
    found = judged(halves, by, late)
    assert found.verdict is Verdict.UNDECIDED
    assert "the claim says" in found.reason


def test_what_proves_another_statement_or_lost_its_seal_concludes_nothing():
    n = sp.Symbol("n", integer=True, positive=True)
    said, other = AtMost(0, n + 1), AtMost(0, n + 2)
    found = prove(said)
    assert concludes(lambda _: found, said) is found
    assert concludes(lambda _: found, other) is None
    assert concludes(lambda _: replace(found, words=("a friend",)), said) is None
    assert concludes(lambda _: Evidence.undecided("nothing"), said) is None


def test_the_first_question_of_a_late_mutant_is_told():
    def asks_twice(n):
        return n**2 if n < 40 or n < 50 else n**2 + 1

    late = {"asks-twice": lambda n: n**2 + 1 if n >= 40 and n >= 50 else n**2}
    found = judged(says, by_a_typed_formula, lambda n: n**2, late=late)
    assert found.verdict is Verdict.UNDECIDED
    assert "n >= 40" in found.reason
    assert "n >= 50" not in found.reason
