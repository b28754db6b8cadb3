"""What is true of all states of a machine: what is stated of it, a proof by hand, and slips."""

import pytest

from tests.certifying.shared import NEEDS_COQC
from theorem_checks.certifying.certificates import certificate_for, certificate_of
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.judging.judge import statement_of
from theorem_checks.statements.conclusions import All, AtMost, Equal, Implies


class Adds:
    """Adds v to a vector at every token, and counts the tokens."""

    def __init__(self, start, v):
        self.start, self.v = start, v

    def initial_state(self):
        return self.start, 0 * self.v.sum()

    def step(self, state, x):
        h, steps = state
        return (h + self.v, steps + 1), x


def says_line(factor, w):
    """The state is a + factor steps v, and the steps are not negative."""
    n = w.size("n")
    a, v = w.array("a", n), w.array("v", n)
    machine = w.machine(Adds(a, v), w.array("x"))
    return w.always(
        machine,
        lambda state: All((Equal(state[0], a + factor * state[1] * v), AtMost(0, state[1]))),
    )


def says_line_and_sum(factor, w):
    """Beside it, that m powers of a number up to 1 add up to m at most."""
    nu = w.number("nu", positive=True)

    def total(m):
        return AtMost(w.sum(lambda j: nu ** (m - 1 - j), "j", 0, m - 1), factor * m)

    return All((says_line(factor, w), Implies(AtMost(nu, 1), w.for_all("m", total, start=1))))


LINE = """
Theorem proved : statement.
Proof.
move=> F n a v n1 start after xs.
have : let h := foldl after start xs in (forall i : nat, (i < n)%N ->
    h.1 i = a i + (h.2 * (1 * 1)) * v i) /\\ 0 <= h.2.
  elim/last_ind: xs => [|xs x]; first by split=> [i hi|] /=; rewrite !(mulr0, mul0r) ?addr0.
  rewrite foldl_rcons; case: (foldl after start xs) => h k [/= IH k0]; split=> [i hi|].
    by rewrite IH // !mulr1 mulrDl mul1r addrA.
  by rewrite mulr1 addr_ge0 ?ler01.
by case: (foldl after start xs) => h k [e k0]; split=> //; rewrite !mulr0 addr0.
Qed.
"""


def test_the_state_after_any_tokens_stands_in_what_is_said():
    made = certificate_of(says_line, 1, None, "Theorem proved : statement.")
    said = " ".join(made.statement.split())
    assert made.form == "states"
    assert "forall (F : realFieldType) (n : nat)" in said
    assert "let start' : ((nat -> F) * (F))%type := ((fun i : nat => a i)," in said
    assert "forall xs' : seq (F), let: (h'2e'1'2e'1, h'2e'1'2e'2) :=" in said
    assert ":= (foldl after' start' xs') in (((forall l : nat, (l < n)%N ->" in said


def test_beside_it_stand_powers_sums_over_ranges_and_what_is_so_for_all_numbers():
    said = certificate_of(says_line_and_sum, 1, None, "Theorem proved : statement.").statement
    assert "(m : nat)" in said
    assert "(nu <= 1) -> ((1 <= m)%N) -> (\\sum_(" in said


def test_without_a_proof_by_hand_there_is_no_certificate():
    with pytest.raises(NoFormError, match="what is true throughout runs; its author can write it"):
        certificate_of(says_line, 1)


def some_tokens(_subject, w):
    a = w.array("a")
    machine = w.machine(Adds(a, a), w.array("x"))
    return w.always(machine, lambda state: AtMost(0, state[1]), lambda state, x: AtMost(0, x))


def under_all_numbers(_subject, w):
    more = w.for_all("m", lambda m: AtMost(0, w.number("nu") ** m))
    return Implies(more, says_line(1, w))


def sum_from_one(_subject, w):
    nu = w.number("nu")
    more = w.for_all("m", lambda m: AtMost(0, w.sum(lambda j: nu**j, "j", 1, m)))
    return All((says_line(1, w), more))


@pytest.mark.parametrize(
    ("says", "said"),
    [
        (some_tokens, "on some tokens alone"),
        (under_all_numbers, "a hypothesis for all natural numbers"),
        (sum_from_one, "a sum over j"),
    ],
)
def test_what_cannot_be_said_exactly_is_refused(says, said):
    with pytest.raises(NoFormError, match=said):
        certificate_of(says, None, None, "Theorem proved : statement.")


def test_a_variable_of_what_is_so_for_all_numbers_stands_nowhere_else():
    said = statement_of(says_line_and_sum, 1)
    with pytest.raises(NoFormError, match="two things of the name m"):
        certificate_for(All((said, said)), script="Theorem proved : statement.")


@NEEDS_COQC
def test_the_kernel_decides(rocq_folder):
    right, wrong = (certificate_of(says_line, k, None, LINE) for k in (1, 2))
    found = rule_on({"C_right": right, "C_wrong": wrong}, rocq_folder)
    assert found["C_right"].accepted
    assert not found["C_right"].axioms
    assert not found["C_wrong"].accepted
