"""What an engine decided is data: of just these sides, under just these hypotheses."""

import dataclasses
import json

import pytest
import sympy as sp

from theorem_checks import (
    ArgumentError,
    CheckError,
    Evidence,
    Ground,
    Index,
    RandomMatrix,
    Sum,
    Tensor,
    Verdict,
    array_of,
    delta,
    family,
    prove,
    prove_equal_arrays,
    prove_identity,
    prove_index_identity,
    prove_moment,
    prove_recurrence,
    prove_sum,
    trace,
)
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Equal,
    ForAll,
    Implies,
    Less,
    Mean,
)
from theorem_checks.statements.hypotheses import Either, Unequal, hypothesis, under
from theorem_checks.statements.recurrences import Solves
from theorem_checks.statements.seals import require_concluded
from theorem_checks.statements.worlds.symbolic import Symbolic
from theorem_checks.verdicts.evidence import all_of

x, y = sp.symbols("x y", real=True)
positive = sp.Symbol("n", integer=True, positive=True)
n, m = sp.symbols("n m", integer=True, nonnegative=True)
d = sp.Symbol("d", integer=True, positive=True)
i, j = Index("i", d), Index("j", d)
V, W = Tensor("V", 2), Tensor("W", 2)
X = RandomMatrix("X", d, d)
rows = family("r", d)
ones = array_of({("r",): lambda _: 1}, rows)

FIRST = Solves(n, 0, (0,), (x,), (x + 2 * n + 1,), (n**2,))

DECIDED = {
    "an identity": (prove_identity((x + y) ** 2, x**2 + 2 * x * y + y**2),
                    Equal((x + y) ** 2, x**2 + 2 * x * y + y**2)),
    "under hypotheses": (prove_identity(sp.Abs(x), x, assume=(x > 0, sp.Ne(y, 1))),
                         Implies(Less(0, x), Implies(Unequal(y, 1), Equal(sp.Abs(x), x)))),
    "sums over indices": (prove_index_identity(Sum(V[i, j], i, j), Sum(V[j, i], i, j)),
                          Equal(Sum(V[i, j], i, j), Sum(V[j, i], i, j))),
    "arrays": (prove_equal_arrays(ones, ones), Equal(ones, ones)),
    "a mean": (prove_moment(trace(X @ X.T), d**2), Mean(trace(X @ X.T), d**2)),
    "a recurrence": (prove_recurrence(n**2, lambda a, k: a + 2 * k + 1, (0, 0), n), FIRST),
    "a sum": (prove_sum(lambda k: k, lambda k: k * (k + 1) / 2, n),
              ForAll(n, 0, Equal(sp.Sum(x, (x, 0, n)), n * (n + 1) / 2))),
}  # fmt: skip


@pytest.mark.parametrize(("found", "said"), DECIDED.values(), ids=DECIDED)
def test_what_was_decided_is_concluded(found, said):
    assert found.verdict is Verdict.PROVED
    assert found.is_sealed
    if said.data[0] != "ForAll":  # whose summation index has a name of its own
        require_concluded(found, said, "found")
    assert Evidence.from_json(json.loads(json.dumps(found.to_json()))).is_sealed


@pytest.mark.parametrize(("found", "said"), DECIDED.values(), ids=DECIDED)
def test_no_seal_survives_another_statement(found, said):
    other = prove_identity(x, x).statement
    assert not dataclasses.replace(found, statement=other).is_sealed
    with pytest.raises(CheckError, match="concludes"):
        require_concluded(found, Equal(x, y), "found")
    forged = all_of({"a": found}, "every Turing machine")
    assert not forged.is_sealed


def test_sides_that_are_exchanged_are_another_statement():
    found = prove_identity(x * 2, x + x + 0 * y)
    with pytest.raises(CheckError, match="concludes"):
        require_concluded(prove_identity(x**2 - 1, (x - 1) * (x + 1)),
                          Equal((x - 1) * (x + 1), x**2 - 1), "found")  # fmt: skip
    require_concluded(found, Equal(2 * x, 2 * x), "found")


def test_a_hypothesis_is_not_lost():
    found = prove_identity(sp.Abs(x), x, assume=(x > 0,))
    with pytest.raises(CheckError, match="concludes"):
        require_concluded(found, Equal(sp.Abs(x), x), "found")
    weaker = under((x > -1,), Equal(sp.Abs(x), x))
    with pytest.raises(CheckError, match="concludes"):
        require_concluded(found, weaker, "found")


def test_no_words_widen_a_statement():
    for engine in (prove_identity, prove_index_identity):
        with pytest.raises(TypeError, match="scope"):
            engine(x, x, scope="every Turing machine")  # pyright: ignore


def test_bound_names_capture_nothing():
    one = ForAll(n, 0, ForAll(m, 0, Less(n, m)))
    other = ForAll(n, 0, ForAll(m, 0, Less(n, n)))
    assert not one.is_same(other)
    assert not one.is_same(ForAll(n, 0, ForAll(m, 0, Less(m, n))))
    assert one.is_same(ForAll(m, 0, ForAll(n, 0, Less(m, n))))
    free = sp.Symbol("_0", integer=True, nonnegative=True)
    late = sp.Symbol("_1", integer=True, nonnegative=True)
    assert not ForAll(n, 0, Less(n, late)).is_same(ForAll(n, 0, Less(free, n)))


def test_a_symbol_without_a_name_gets_one():
    a = sp.Dummy("a")
    found = prove_identity(a + y, y + a)
    assert found.is_sealed
    require_concluded(found, Equal(sp.Symbol("a") + y, sp.Symbol("a") + y), "found")


@pytest.mark.parametrize(
    "other",
    [
        Solves(n, 0, (0,), (x,), (x + 2 * n + 1,), (n**2 + 1,)),
        Solves(n, 0, (0,), (x,), (x + 2 * n,), (n**2,)),
        Solves(n, 1, (0,), (x,), (x + 2 * n + 1,), (n**2,)),
        Solves(n, 0, (1,), (x,), (x + 2 * n + 1,), (n**2,)),
    ],
)
def test_another_recurrence_is_another_statement(other):
    assert not FIRST.is_same(other)
    assert prove(other).verdict is Verdict.REFUTED


def test_a_recurrence_is_the_same_up_to_bound_names():
    a = sp.Symbol("a", real=True)
    assert FIRST.is_same(Solves(m, 0, (0,), (a,), (a + 2 * m + 1,), (m**2,)))
    assert FIRST.substituted({x: 3}).is_same(FIRST)
    found = prove(FIRST)
    assert found.verdict is Verdict.PROVED
    assert "x_{n+1} = 2 n + x_{n} + 1" in FIRST.latex


def test_a_step_that_looks_at_its_values_is_not_traced():
    from theorem_checks import UndecidedQuestionError

    def branching(a, k):
        return a + 2 * k + 1 if a < 10**9 else a

    with pytest.raises(UndecidedQuestionError):
        prove_recurrence(n**2, branching, (0, 0), n)


def test_formulas_become_hypotheses():
    assert hypothesis(x > y).is_same(Less(y, x))
    assert hypothesis(sp.Or(x > 1, x < 0)).is_same(Either((Less(1, x), Less(x, 0)))) or (
        hypothesis(sp.Or(x > 1, x < 0)).is_same(Either((Less(x, 0), Less(1, x))))
    )
    assert hypothesis(sp.Not(sp.And(x > 1, y > 1), evaluate=False)).data[0] == "Either"


def proved(conclusion):
    found = prove(conclusion)
    assert found.verdict is Verdict.PROVED, found
    return found


@pytest.mark.parametrize(
    ("conclusion", "verdict"),
    [
        (Equal((x + 1) ** 2, x**2 + 2 * x + 1), Verdict.PROVED),
        (Equal((x + 1) ** 2, x**2 + 1), Verdict.REFUTED),
        (AtMost(1, positive), Verdict.PROVED),
        (Less(1, positive), Verdict.REFUTED),
        (Less(0, positive**2 + positive), Verdict.PROVED),
        (AtMost(0, x), Verdict.REFUTED),
        (AtMost(2 * m, m**2 + 1), Verdict.PROVED),
        (AtMost(x * y, x**2 + y**2), Verdict.PROVED),
        (Less(x * y, x**2 + y**2), Verdict.REFUTED),
        (All((AtMost(0, m), Equal(x, x))), Verdict.PROVED),
        (All((AtMost(0, m), Equal(x, y))), Verdict.REFUTED),
    ],
)
def test_a_statement_goes_to_its_engine(conclusion, verdict):
    found = prove(conclusion)
    assert found.verdict is verdict
    assert found.is_sealed
    assert found.statement is not None
    assert found.statement.key == conclusion.key


def test_a_changed_copy_loses_its_seal():
    found = proved(Equal(x, x))
    assert Evidence.from_json(found.to_json()).is_sealed
    for change in (
        {"verdict": Verdict.HOLDS},
        {"rule": "simulation"},
        {"statement": proved(Equal(y, y)).statement},
        {"parts": (found,)},
        {"words": ("a friend",)},
        {"rests_on": (Ground.claim("notes/friend"),)},
    ):
        assert not dataclasses.replace(found, **change).is_sealed


def test_a_size_of_an_array_is_a_term():
    w = Symbolic()
    rows, columns = w.size("rows"), w.size("columns")
    array = w.array("A", rows, columns)
    assert prove(Equal(array.shape[1], columns)).verdict is Verdict.PROVED
    assert prove(Equal(array.shape[0], columns)).verdict is Verdict.REFUTED


def test_a_symbol_without_a_name_of_its_own_stands_in_no_statement():
    with pytest.raises(ArgumentError, match="named symbols"):
        _ = Equal(sp.Dummy("x"), sp.Dummy("x")).key


def test_an_identity_says_for_which_indices_it_is():
    i, j = (Index(name, 1) for name in "ij")
    one = prove(Equal(delta(i, j), 1))
    assert one.verdict is Verdict.PROVED
    k, m = (Index(name, positive) for name in "ij")
    assert one.statement is not None
    assert one.statement.key != Equal(delta(k, m), 1).key
