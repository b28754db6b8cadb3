"""Derivations are made from proofs, and every line of them is compared with the one before."""

from dataclasses import replace

import pytest
import sympy as sp

from theorem_checks import Evidence, Verdict, arithmetic, given, prove
from theorem_checks.deriving import index_steps, number_steps
from theorem_checks.deriving.derivation import Derivation
from theorem_checks.deriving.from_claims import derivations_of
from theorem_checks.deriving.markdown import in_markdown
from theorem_checks.deriving.rules_said import AS_RUN
from theorem_checks.deriving.text import in_text
from theorem_checks.errors import CheckError
from theorem_checks.statements.arrays.index_expressions import Sum, positive
from theorem_checks.statements.arrays.index_relations import at_most, delta
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.tensors import Tensor, inverse_pair
from theorem_checks.statements.conclusions import All, AtMost, Equal, Implies, Mean
from theorem_checks.statements.moments.laws import IID
from theorem_checks.statements.moments.statistics import trace
from theorem_checks.statements.moments.tensors import RandomMatrix
from theorem_checks.statements.plain_text import plain_text
from theorem_checks.verdicts.seals import Stated

d = sp.Symbol("d", integer=True, positive=True)
i, j, k = (Index(name, d) for name in "ijk")
A, B, x = Tensor("A", 2), Tensor("B", 2), Tensor("x", 1)
P, Q = inverse_pair("P")


def derived(lhs, rhs):
    return prove(Equal(lhs, rhs)).derivation()


def reasons(derivation):
    return [line.why for line in derivation.lines]


def test_sums_are_distributed_and_collected_line_by_line():
    lhs = Sum((A[i, j] + B[i, j]) * x[j], j) + Sum(A[i, k] * x[k], k)
    made = derived(lhs, 2 * Sum(A[i, k] * x[k], k) + Sum(x[k] * B[i, k], k))
    assert [line.latex for line in made.lines] == [
        r"\big(A + B\big) x + A x",
        "A x + B x + A x",
        r"2\, A x + B x",
    ]
    assert reasons(made)[1:] == [index_steps.DISTRIBUTED, index_steps.COLLECTED]
    assert made.rule == "prove_index_identity"
    assert any(r"\sum_{j < d}" in line.latex for line in made.entries)


def test_a_long_line_between_the_sides_is_told_and_not_written():
    many = [Tensor(f"M_{n}", 2) for n in range(4)]
    m = Index("m", d)
    whole = sum((M[j, k] for M in many), B[j, k]), sum((M[k, m] for M in many), B[k, m])
    lhs = Sum(at_most(i, i) * A[i, j] * whole[0] * whole[1] * x[m], j, k, m)
    one_by_one = (Sum(A[i, j] * M[j, k] * whole[1] * x[m], j, k, m) for M in (B, *many))
    made = derived(lhs, sum(one_by_one, 0 * x[i]))
    assert made.lines[0].latex != r"\dots" != made.lines[-1].latex
    told = [line for line in made.lines if line.latex == r"\dots"]
    assert len(told) == 1
    assert told[0].why.count(" terms") > 1
    assert told[0].why.endswith(" terms, written out entry by entry")
    written = in_text(made).splitlines()
    assert "entry by entry" in [line.strip() for line in written]
    assert max(map(len, written)) > index_steps.LONGEST
    assert max(len(line.latex) for line in made.entries[1:-1]) > index_steps.LONGEST


@pytest.mark.parametrize(
    ("lhs", "rhs", "why"),
    [
        (Sum((delta(i, j) + A[i, j]) * x[j], j), x[i] + Sum(A[i, j] * x[j], j), "CONTRACTED"),
        (Sum(P[i, j] * Sum(Q[j, k] * x[k], k), j), x[i], "CANCELLED"),
        (Sum(at_most(i, i) * A[i, j] * x[j], j), Sum(A[i, j] * x[j], j), "ORDERED"),
        (positive(x[i]) - positive(-x[i]), x[i], "POSITIVE"),
        (positive(-positive(x[i])) + x[i], x[i], "SIGNS"),
    ],
)
def test_each_kind_of_step_is_told(lhs, rhs, why):
    made = derived(lhs, rhs)
    told = [*reasons(made), *(line.why for line in made.entries)]
    assert any(getattr(index_steps, why) in reason for reason in told), told
    assert index_steps.CANONICAL not in told


def test_what_only_the_engine_sees_is_said_to_be_so():
    made = derived(at_most(i, j) + at_most(j, i), 1 + delta(i, j))
    assert reasons(made)[-1] == index_steps.CANONICAL


def test_a_line_that_is_not_equal_is_an_error(monkeypatch):
    doubled = (lambda m: [replace(m, coefficient=2 * m.coefficient)], "by mistake")
    monkeypatch.setattr(index_steps, "_CHANGES", (doubled,))
    with pytest.raises(CheckError, match="A line of a derivation"):
        derived(Sum(A[i, j] * x[j], j), Sum(A[i, k] * x[k], k))


def test_an_identity_of_numbers_meets_in_a_common_form():
    t = sp.Symbol("t", real=True)
    made = prove(Equal(1 / (1 + t**2) + t**2 / (1 + t**2), 1)).derivation()
    assert [line.latex for line in made.lines][-1] == "1"
    assert "over a common denominator" in " ".join(reasons(made)) or "in factors" in reasons(made)


def test_an_expectation_is_taken_term_by_term():
    n = sp.Symbol("n", integer=True, positive=True)
    X = RandomMatrix("X", d, n, IID(variance=1, kurtosis=3))
    gram = trace(X @ X.T)
    made = prove(Mean(2 * gram + trace(X @ X.T @ X @ X.T), d * n * (d + n + 3))).derivation()
    assert reasons(made) == [
        "",
        "the expectation is linear",
        "by how often each entry stands in a term",
        "moments of independent entries",
        "collected",
    ]
    counted = plain_text(made.lines[2].latex)
    assert counted == "2 d n E[X_ij²] + d n E[X_ij⁴] + d n (d + n - 2) E[X_ij²]²"
    assert r"d n \left(d + n + 1\right)" in made.lines[3].latex


def test_a_machine_is_told_by_definitions_invariant_base_and_step():
    from proofs.gated_rnn.s3_1_key_ideas.attention_as_gated_rnn import fig_1

    (made,) = derivations_of(fig_1)
    assert made.definitions[0] == r"\text{GatedRNN}:\; h_t, y_t"
    assert r"h_t^{[\text{q}]} = W_{Q} x_t" in made.definitions
    simulated = made.parts[0]
    assert simulated.rule == "simulation"
    assert r"h_{t-1}^{[\text{kv}]} = {h'}_{t-1}" in simulated.invariant
    assert [part.name for part in simulated.parts] == ["at first", "after a step", "the outputs"]
    text, markdown = str(made), made.markdown()
    assert "invariant" in text
    assert "**Invariant:**" in markdown
    assert "<details>" in markdown
    assert markdown.count("$$") % 2 == 0


def test_what_was_kept_or_changed_has_no_derivation():
    found = prove(All((Equal(d + 1, 1 + d),)))
    assert isinstance(found.derivation(), Derivation)
    with pytest.raises(CheckError, match="read from a ledger"):
        Evidence.from_json(found.to_json()).derivation()
    with pytest.raises(CheckError, match="no engine or rule concluded"):
        replace(found, scope="elsewhere", seal="").derivation()
    said = found.statement
    assert said is not None
    other = Stated(said.latex, said.data, Equal(d, d))
    with pytest.raises(CheckError, match="given another conclusion"):
        replace(found, statement=other).derivation()


def tree(width, depth, number=""):
    """A statement of so many parts, each of so many, and so on."""
    parts = tuple(tree(width, depth - 1, f"{number}{n}") for n in range(width)) if depth else ()
    said = f"x_{{{number or 0}}} = 0"
    return Derivation(said, "induction", Verdict.PROVED, consequence=said, parts=parts)


def test_of_a_long_proof_as_much_stands_open_as_one_reads_at_once():
    page = tree(5, 3).markdown()
    for number, folds in (("5.5.", 0), ("5.5.5.", 1)):
        before = page.partition(f"**{number}**")[0]
        assert before.count("<details>") - before.count("</details>") == folds
    assert page.count("<summary>the proof of 1.1: 5 statements</summary>") == 1
    assert page.count("<details>") == page.count("</details>") == 25
    assert "<details>" not in tree(3, 2).markdown()


def test_names_that_are_told_in_a_fold_stand_at_the_end():
    long = " + ".join(f"a_{{{n}}}" for n in range(40))
    within = [Derivation(f"{long} = {n}", "induction", Verdict.PROVED) for n in range(6)]
    whole = tree(6, 2)
    parts = zip(whole.parts, within, strict=True)
    parts = tuple(replace(one, parts=(first, *one.parts)) for one, first in parts)
    page = replace(whole, parts=parts).markdown()
    assert "<summary>all names that are told in folds</summary>" in page.rpartition("**")[2]
    assert page.count("S_{1} := ") == 1
    assert "$S_{1}$ at 1.1" in page.rpartition("**")[2]
    short = " + ".join(f"a_{{{n}}}" for n in range(20))
    page = replace(whole, parts=tuple(_with(one, long, short) for one in parts)).markdown()
    assert page.count("S_{1} := ") == 2


def _with(one, old, new):
    """A statement with other text in those of its parts."""
    parts = (replace(p, statement=p.statement.replace(old, new)) for p in one.parts)
    return replace(one, parts=tuple(parts))


def test_a_folded_hypothesis_is_named_by_its_label():
    long = " + ".join(f"a_{{{n}}} b_{{{n}}}" for n in range(200))
    given = rf"{long} \implies \begin{{cases}} c \end{{cases}}"
    parts = (Derivation("d", "induction", Verdict.PROVED, (given,), "d"),)
    page = Derivation("e", "induction", Verdict.PROVED, (given,), "e", parts=parts).markdown()
    assert "<summary>(H1): " in page


def test_as_text_it_begins_with_what_it_is_said_of():
    n = sp.Symbol("n", integer=True, positive=True)
    made = replace(derived((n + 1) ** 2, n**2 + 2 * n + 1), scope="all positive integer n")
    assert str(made).splitlines()[0] == "for all positive integers n:"
    assert str(replace(made, scope="")).splitlines()[0] == str(made).splitlines()[1]


def test_what_comes_to_the_same_as_it_is_run_is_said_to():
    made = derived(x[i], x[i])
    assert f"[{AS_RUN}]" in in_text(made)
    assert f"*Proof:* {AS_RUN}." in in_markdown(made)
    other = derived(Sum((A[i, j] + B[i, j]) * x[j], j), Sum(A[i, k] * x[k] + B[i, k] * x[k], k))
    assert AS_RUN not in in_text(other) + in_markdown(other)


def test_the_first_line_is_the_side_as_it_was_traced():
    made = derived(Sum((A[i, j] + B[i, j]) * x[j], j), Sum(A[i, k] * x[k] + B[i, k] * x[k], k))
    assert reasons(made)[0] == index_steps.TRACED


@pytest.mark.parametrize(
    "lhs",
    [
        Sum(delta(i, j) * delta(j, i) * x[j], j),
        Sum(A[i, j] * delta(j, k) * x[k], j, k) - Sum(A[i, j] * x[j], j) + x[i],
        Sum((A[i, j] - delta(i, j)) * x[j], j) - Sum(A[i, j] * x[j], j) + 2 * x[i],
    ],
    ids=["a delta of one index", "a delta behind an entry", "terms with a minus"],
)
def test_each_line_of_a_sum_of_deltas_is_made(lhs):
    made = derived(lhs, x[i])
    assert made.lines[-1].latex == "x"
    assert index_steps.CANONICAL not in reasons(made)


def test_terms_with_a_minus_stay():
    made = derived(
        Sum((B[i, j] - A[i, j]) * x[j], j) + x[i],
        Sum(B[i, j] * x[j], j) + x[i] - Sum(A[i, j] * x[j], j),
    )
    assert any("- A x" in line.latex for line in made.lines[1:])


def test_the_sides_of_a_long_equation_are_told_where_they_are_not_written_alike():
    names = [sp.Symbol(f"z_{n}", real=True) for n in range(9)]
    one, other = sp.Add(*names, evaluate=False) * names[0], sp.expand(sp.Add(*names) * names[0])
    for lhs, rhs in ((one, other), (other, one)):
        made = derived(lhs, rhs)
        assert " = " in made.statement
        assert "on both sides" not in made.statement


@pytest.mark.parametrize("error", [TypeError, ValueError, NotImplementedError, sp.PolynomialError])
def test_a_form_that_sympy_does_not_have_is_passed_over(monkeypatch, error):
    def missing(_):
        raise error("there is none")

    t = sp.Symbol("t", real=True)
    forms = [(missing, "in another form"), *number_steps._FORMS]
    monkeypatch.setattr(number_steps, "_FORMS", forms)
    made = derived(1 / (1 + t**2) + t**2 / (1 + t**2), sp.Integer(1))
    assert made.lines[-1].latex == "1"
    assert "in another form" not in " ".join(reasons(made))


def test_definitions_stand_machine_by_machine_and_are_folded_where_they_are_many():
    def page(count):
        lines = [rf"\text{{M{n}}}:\; h_t, y_t" if n % 3 == 0 else f"a_{{{n}}} = b" for n in count]
        return replace(tree(1, 1), definitions=tuple(lines)).markdown()

    few = page(range(6))
    _, first, second = few.split(r"\begin{aligned}")
    assert ["M0" in first, "a_{2}" in first, "M3" in first] == [True, True, False]
    assert ["M3" in second, "a_{5}" in second] == [True, True]
    for count in (1, 39, 40):
        assert "<details>" not in page(range(count))
    assert "<details><summary>41 lines</summary>" in page(range(41))


def test_moments_below_zero_and_of_several_terms_stand_in_brackets():
    mean, s = sp.symbols("m s", positive=True)
    X = RandomMatrix("X", d, d, IID(mean=-mean, variance=s))
    whole = -3 * d * mean + 2 * d**2 * (mean**2 + s)
    made = prove(Mean(3 * trace(X) + 2 * trace(X @ X.T), whole)).derivation()
    assert plain_text(made.lines[3].latex) == "3 (- d m) + 2 d² (m² + s)"
    one = RandomMatrix("X", 1, 1, IID(mean=mean, variance=s))
    made = prove(Mean(3 * trace(one @ one.T), 3 * (mean**2 + s))).derivation()
    assert "3 (m² + s)" in [plain_text(line.latex) for line in made.lines]


def test_how_many_terms_a_line_has_is_told_where_it_is_longer_than_one_reads(monkeypatch):
    twice = Sum((A[i, j] + Sum(delta(i, k) * A[k, j], k)) * x[j], j)
    lines = derived(twice, 2 * Sum(A[i, j] * x[j], j)).lines
    (line,) = (one for one in lines if one.latex == "A x + A x")
    for most, count in ((len(line.latex), 0), (len(line.latex) - 1, 1)):
        monkeypatch.setattr(index_steps, "LONGEST", most)
        made = derived(twice, 2 * Sum(A[i, j] * x[j], j))
        assert sum(f"{line.why}: 2 terms" in one.why for one in made.lines) == count
        assert (line in made.lines) == (count == 0)


def test_a_long_line_of_one_term_is_told_as_one(monkeypatch):
    monkeypatch.setattr(index_steps, "LONGEST", 0)
    made = derived(Sum(at_most(i, i) * P[i, j] * Sum(Q[j, k] * x[k], k), j), x[i])
    assert any(": 1 term, " in reason for reason in reasons(made)), reasons(made)


def test_a_delta_behind_other_factors_is_contracted():
    made = derived(Sum(x[j] * (A[i, j] - delta(j, i)), j), Sum(A[i, k] * x[k], k) - x[i])
    told = [*reasons(made), *(line.why for line in made.entries)]
    assert any(index_steps.CONTRACTED in reason for reason in told)
    assert index_steps.CANONICAL not in told


def test_the_steps_of_the_right_side_are_told_from_their_end():
    rhs = Sum((A[i, j] + B[i, j]) * x[j], j) + Sum(A[i, k] * x[k], k)
    made = derived(2 * Sum(A[i, k] * x[k], k) + Sum(x[k] * B[i, k], k), rhs)
    assert [line.latex for line in made.lines] == [
        r"2\, A x + B x",
        "A x + B x + A x",
        r"\big(A + B\big) x + A x",
    ]
    steps = [index_steps.COLLECTED, index_steps.DISTRIBUTED]
    assert reasons(made)[1:] == [f"on the right side: {step}" for step in steps]


def test_a_positive_part_below_another_index_is_told_by_its_opposite():
    v = Sum(A[j, k] * x[k], k)
    halves = Sum(delta(i, j) * (positive(v) - positive(-v)), j)
    made = derived(halves, Sum(A[i, k] * x[k], k))
    told = [*reasons(made), *(line.why for line in made.entries)]
    assert any(index_steps.POSITIVE in reason for reason in told)
    assert index_steps.CANONICAL not in told


def test_where_a_hypothesis_is_never_met_there_is_nothing_to_show():
    k = sp.Symbol("k", integer=True, nonnegative=True)
    square = Equal((k + 1) ** 2, k**2 + 2 * k + 1)
    made = given(Implies(AtMost(k + 1, 0), square), prove(square)).derivation()
    assert not made.parts
    assert "[there is nothing to show, as what is assumed is never so]" in str(made)
    made = arithmetic(Implies(AtMost(k + 1, 0), square)).derivation()
    assert made.verdict is Verdict.UNDECIDED
    assert "nothing to show" not in str(made)


def test_an_inequality_is_told_by_what_its_sides_differ_by():
    p, q = sp.symbols("p q", positive=True)
    made = arithmetic(Implies(AtMost(q, p), AtMost(p * q + q, p**2 + p))).derivation()
    assert reasons(made) == ["", "which is not negative, by the hypotheses"]
    assert str(made).splitlines()[-1].strip().startswith("= (p + 1) (p - q)")


def test_of_several_inequalities_it_is_told_of_each_why_it_holds():
    p, q = sp.symbols("p q", positive=True)
    both = All((AtMost(p * q + q, p**2 + p), Implies(AtMost(2, q), AtMost(2 * p, p * q))))
    made = arithmetic(Implies(AtMost(q, p), both)).derivation()
    assert [part.name for part in made.parts] == ["of these", "of these"]
    assert [plain_text(part.statement) for part in made.parts] == [
        "p q + q ≤ p² + p",
        "2 ≤ q ⟹ 2 p ≤ p q",
    ]
    assert [plain_text(part.lines[-1].latex) for part in made.parts] == [
        "(p + 1) (p - q)",
        "p (q - 2)",
    ]
