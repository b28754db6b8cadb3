"""A proof that proves a false statement as well reads nothing, and proves nothing."""

import time
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
import sympy as sp

from constructions.arrays import OBJECTS
from constructions.cells.linear_attention import LinearAttention
from constructions.lsrl.evaluation import machine as listing_machine
from constructions.lsrl.programs.majority import majority_of_ones
from theorem_checks import (
    RandomMatrix,
    RandomVector,
    UndecidedQuestionError,
    Verdict,
    arithmetic,
    exp,
    invariant,
    norm2,
    prove,
    prove_identity,
)
from theorem_checks.judging.checks import instances_of, proof_of
from theorem_checks.judging.instances import difference_at
from theorem_checks.judging.judge import judged
from theorem_checks.judging.late import concludes, late_mutants, proves_late_mutant
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
from theorem_checks.statements.always import Always, Watched
from theorem_checks.statements.analysis import (
    Converges,
    Eventually,
    Grows,
    GrowthBound,
    Limit,
    Order,
)
from theorem_checks.statements.arrays.index_expressions import Summed, nodes
from theorem_checks.statements.arrays.index_families import family
from theorem_checks.statements.arrays.index_values import Instance, values_of
from theorem_checks.statements.arrays.symbolic_array import SymbolicArray
from theorem_checks.statements.chains import EveryChain, EveryFirstChain, Interface, Link
from theorem_checks.statements.classes import (
    Described,
    ExponentialMean,
    FloatsWithin,
    ForEvery,
    ForFunctions,
    WithProbability,
)
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    ByCases,
    Computes,
    Conclusion,
    Equal,
    ForAll,
    Implies,
    Least,
    Less,
    Mean,
    Relation,
    SameOutputs,
)
from theorem_checks.statements.degrees import Degree, DegreeAtMost
from theorem_checks.statements.first_outputs import SameFirstOutputs
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.statements.hypotheses import Either, Unequal
from theorem_checks.statements.layers import SecondMoment
from theorem_checks.statements.loewner import LoewnerAtMost
from theorem_checks.statements.moments.powers import GaussianMatrix, pairings
from theorem_checks.statements.normal_means import (
    NormalMean,
    UnitsCovariance,
    UnitsMean,
    normal_mean,
    units_mean,
)
from theorem_checks.statements.power_means import MeanWithin
from theorem_checks.statements.questions import answered_otherwise, are_answered_otherwise
from theorem_checks.statements.reals.evaluation import variables
from theorem_checks.statements.recurrences import Solves
from theorem_checks.statements.runs import SameRuns, Throughout
from theorem_checks.statements.seals import concluded
from theorem_checks.statements.sequences import Quantified
from theorem_checks.statements.spectra import (
    PowersBounded,
    PowersVanish,
    RadiusBelow,
    SpectrumWithin,
)
from theorem_checks.statements.stacks import EveryStack, EveryStackIs, NoStack, NoStackThrough
from theorem_checks.statements.state_sizes import StateSize
from theorem_checks.statements.suprema import (
    BallMean,
    ExponentialMeans,
    MaximumMean,
    NormMean,
    OfColumn,
    RowsWithin,
    SquaredMeans,
)
from theorem_checks.statements.terms import entries_of
from theorem_checks.statements.worlds.concrete import Concrete
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


def a_machine(w):
    d = w.size("d")
    token = w.array("x", d)
    weights = [w.array(name, d, d) for name in ("W_V", "W_K", "W_Q")]
    cell = LinearAttention(*weights)
    return SameOutputs(w.machine(cell, token), w.machine(cell, token))


def an_equation_of_arrays(w):
    array = w.array("A", w.size("d"), w.size("n"))
    return Equal(array, array)


def a_mean(w):
    d = w.size("d").expression
    return Mean(norm2(RandomVector("x", d)), d)


def a_least(w):
    eta = w.number("eta").expression
    x = RandomVector("x", w.size("d").expression)
    return Least((1 - eta) ** 2 * norm2(x), eta, 1)


def several(w):
    n = w.size("n").expression
    return All((AtMost(0, n), Equal(n + n, 2 * n), Less(0, n)))


def real_numbers(w):
    x, y = w.reals("x y")
    return ForReals(x * x + y * y >= 2 * x * y)


def reals_under_an_assumption(w):
    x = w.real("x")
    return ForReals(x * x < 1, (x * 7 > 1, x * 7 < 2))


def an_array_of_arrays(w):
    d = w.size("d")
    token = w.array("x", d)
    weights = [w.array(name, d, d) for name in ("W_V", "W_K", "W_Q")]
    machine = w.machine(LinearAttention(*weights), token)
    pair = replace(machine, output=(machine.output, machine.output))
    return SameOutputs(pair, pair)


def a_machine_for_some_tokens(w):
    same = a_machine(w)
    return SameFirstOutputs(same.one, same.other, w.size("tokens"))


def a_size_of_a_state(w):
    return StateSize(a_machine(w).one, w.call(lambda d: d**2, 1))


def a_closed_form(w):
    n, h = sp.Symbol("n", integer=True, nonnegative=True), sp.Symbol("h")
    return Solves(n, 0, (0,), (h,), (h + 2 * n + 1,), (n**2,))


def for_every_integer(w):
    n = sp.Symbol("n", integer=True, nonnegative=True)
    return ForAll(n, 0, AtMost(0, n))


def an_implication(w):
    n = w.size("n").expression
    return Implies(AtMost(n, 5), Equal(n + n, 2 * n))


def an_impossibility(w):
    same = a_machine(w)
    return Implies(same, Equal(0, 1))


def an_order_of_matrices(w):
    d = w.size("d")
    B = w.array("B", d, d, known="semidefinite")
    return LoewnerAtMost(B - B, B)


def two_that_differ(w):
    n = w.size("n").expression
    return Unequal(n, -n)


def one_of_several(w):
    n, x = w.size("n").expression, w.number("x").expression
    return Either((AtMost(x, n), All((Less(n, x), Equal(x, x)))))


def a_limit(w):
    s = sp.Symbol("s", positive=True)
    return Limit(s, 1 / s, "oo", 0)


def layers(w):
    n, s = w.sequence("n", integer=True, positive=True), w.sequence("s", positive=True)
    depth = w.size("L")
    return SecondMoment(n, s, depth, s[depth] * w.product(lambda k: n[k] * s[k], "k", 1, depth - 1))


def a_mean_of_powers(w):
    n, j = w.size("n"), w.size("j", least=0)
    W = GaussianMatrix("W", n, n, 1)
    return MeanWithin((W**j @ (W**j).T).trace() / n ** (j + 1), 1, pairings(2 * j) / n**2)


def a_mean_of_two(w):
    c = w.number("c")
    return normal_mean(lambda u, v: u * v, [[1, c], [c, 1]], c)


def the_largest(w):
    N, n = w.size("N", least=2), w.size("n")
    A = w.rows_within("A", N, n, w.number("r", positive=True))
    return MaximumMean(A @ RandomVector("s", n), 1)


def a_ball(w):
    n, d = w.size("n"), w.size("d")
    return BallMean(w.constant("X", d, n) @ RandomVector("s", n), 1, 1)


def a_layer_of_relus(w):
    m, d = w.size("m"), w.size("d")
    x = w.constant("x", d)
    W = RandomMatrix("W", m, d)
    return units_mean(lambda u: u**2 / m, W @ x, w.value("a", norm2(x)))


def at_last(w):
    return Eventually(sp.Symbol("n", integer=True, positive=True), "it", "<", 1)


def a_mode(w):
    return Converges(sp.Symbol("n", integer=True, positive=True), "it", 1, "in probability")


def powers(w):
    return PowersVanish(w.with_radius("W", w.size("d"), 1))


def an_event(w):
    m = w.size("m")
    return WithProbability(AtMost(norm2(RandomVector("g", m)), 2 * m), 1 - exp(-m / 20))


def an_order(w):
    h = sp.Symbol("h", positive=True)
    return Order(h, h**2, 2)


def a_growth(w):
    k = sp.Symbol("k", integer=True, nonnegative=True)
    return Grows(k, 0, (-2, 1), (1,), 2, 0)


def a_bound_of_growth(w):
    k = sp.Symbol("k", integer=True, nonnegative=True)
    return GrowthBound(k, 0, (-2, 1), (1,), ">=", sp.Rational(1, 2), 2, 0, 1)


def a_stack(w):
    return EveryStack((a_machine(w).one,), (1, 1, -2))


def a_chain(w):
    cell, at = Adds(w.array("y", w.size("m"))), w.interface("v", w.array("x", w.size("n")))
    other = w.interface("end", w.array("x_2", cell.like.axes[0]))
    return EveryChain((w.link(other, other, cell, cell), w.link(at, at, Still(), Still())))


def a_chain_of_some_tokens(w):
    return EveryFirstChain(a_chain(w).links, w.size("tokens"))


class Still:
    def initial_state(self):
        return ()

    def step(self, state, x):
        return state, x


def stacks_of_a_kind(w):
    return EveryStackIs((a_machine(w).one,), "continuous")


def no_stack_through(w):
    machine = a_machine(w).one
    return NoStackThrough((machine,), (((machine.token,), 0 * machine.token),))


def no_stack(w):
    machine = a_machine(w).one
    return NoStack((machine,), machine)


def a_degree(w):
    return DegreeAtMost((("variable", "x"), ("*", "0", "0"), ("results", "1")), ("x",), 2)


def for_functions(w):
    n = w.size("n").expression
    return ForFunctions("f", "continuous", (), "the real numbers", AtMost(0, n))


def a_run(w):
    machine = a_machine(w).one
    length, own = w.size("T"), w.arrays["x"].axes[0]
    return Computes(machine, w.array("xs", length, own), w.array("ys", length, own))


def runs_of_numbers(w):
    cell = listing_machine(majority_of_ones(), OBJECTS)
    return SameRuns(w.steps(cell, 1), w.steps(cell, 1))


def bits_throughout(w):
    cell = listing_machine(majority_of_ones(), OBJECTS)
    return w.throughout(cell, 1, lambda s, x: (x[0] == 0) | (x[0] == 1), lambda s, x, y: y[0] <= 1)


def always(w):
    like = w.array("y", w.size("m"))
    return w.always(w.machine(Adds(like), w.array("x_2", like.axes[0])), lambda h: AtMost(h @ h, 1))


class Adds:
    def __init__(self, like):
        self.like = like

    def initial_state(self):
        return 0 * self.like

    def step(self, state, x):
        return state + x, state


MADE = {
    Always: always,
    AtMost: several,
    Computes: a_run,
    Converges: a_mode,
    Eventually: at_last,
    Degree: a_degree,
    DegreeAtMost: a_degree,
    Either: one_of_several,
    Equal: an_equation_of_arrays,
    EveryChain: a_chain,
    EveryFirstChain: a_chain_of_some_tokens,
    EveryStack: a_stack,
    EveryStackIs: stacks_of_a_kind,
    ForAll: for_every_integer,
    ForFunctions: for_functions,
    ForReals: real_numbers,
    Grows: a_growth,
    GrowthBound: a_bound_of_growth,
    Implies: an_implication,
    Least: a_least,
    Less: several,
    Limit: a_limit,
    LoewnerAtMost: an_order_of_matrices,
    Mean: a_mean,
    MeanWithin: a_mean_of_powers,
    NoStack: no_stack,
    NoStackThrough: no_stack_through,
    Order: an_order,
    PowersVanish: powers,
    SameFirstOutputs: a_machine_for_some_tokens,
    SameOutputs: a_machine,
    SameRuns: runs_of_numbers,
    BallMean: a_ball,
    MaximumMean: the_largest,
    NormalMean: a_mean_of_two,
    UnitsMean: a_layer_of_relus,
    SecondMoment: layers,
    Solves: a_closed_form,
    StateSize: a_size_of_a_state,
    Throughout: bits_throughout,
    Unequal: two_that_differ,
    WithProbability: an_event,
}
NONE = {All, ByCases, Described, ExponentialMean, FloatsWithin, ForEvery, PowersBounded}
NONE |= {RadiusBelow, SpectrumWithin, UnitsCovariance}
NONE |= {ExponentialMeans, NormMean, RowsWithin, SquaredMeans}
"""`All` is looked into, cases are proved one by one; nothing proves the others.

What a world assumes, as `SpectrumWithin`, or a fact, as `ExponentialMean`, is a hypothesis, and no
conclusion of a rule that a claim may ask for.
"""


def kinds(of=Conclusion):
    for kind in of.__subclasses__():
        if kind.__module__.startswith("theorem_checks.statements"):
            yield kind
            yield from kinds(kind)


def test_no_kind_of_statement_is_forgotten():
    found = {kind for kind in kinds() if kind.latex is not Conclusion.latex}
    assert found - {Relation, Quantified, Watched, Interface, Link, OfColumn} == MADE.keys() | NONE


@pytest.mark.parametrize("made", [*dict.fromkeys(MADE.values()), reals_under_an_assumption])
def test_statements_of_each_kind_are_changed(made):
    world = Symbolic()
    conclusion = made(world)
    changed = list(late_mutants(conclusion, world))
    assert changed
    assert conclusion.key not in {one.key for one in changed}
    assert all(type(one) is type(conclusion) for one in changed)


@pytest.mark.parametrize(
    "made",
    [
        *(an_equation_of_arrays, a_mean, several, real_numbers, reals_under_an_assumption),
        *(runs_of_numbers, a_closed_form, an_order, a_growth, a_bound_of_growth),
    ],
)
def test_what_is_proved_is_false_when_it_is_changed(made):
    world = Symbolic()
    conclusion = made(world)
    assert prove(conclusion).verdict is Verdict.PROVED
    for changed in late_mutants(conclusion, world):
        assert prove(changed).verdict is not Verdict.PROVED


def test_an_invariant_does_not_prove_what_is_false_of_long_sequences():
    world = Symbolic()
    conclusion = bits_throughout(world)
    assert invariant(conclusion).verdict is Verdict.PROVED
    (late,) = late_mutants(conclusion, world)
    assert isinstance(late, Throughout)
    assert invariant(late).verdict is Verdict.UNDECIDED


def changed_ones(conclusion: Any, world: Symbolic) -> list[Any]:
    return list(late_mutants(conclusion, world))


def test_of_alternatives_all_are_false_beyond_the_sizes_that_are_tried():
    world = Symbolic()
    conclusion = one_of_several(world)
    assert arithmetic(conclusion).verdict is Verdict.PROVED
    (late,) = changed_ones(conclusion, world)
    n, x = world.symbols["n"], world.symbols["x"]
    for size in range(1, 30):
        for value in (-7, 0, size, size + 1, 10**20):
            here = late.substituted({n: size, x: value})
            is_true = difference_at(here, Concrete({})) is None
            assert is_true is (size < 12)
    assert arithmetic(late).verdict is not Verdict.PROVED


def test_no_alternative_is_changed_where_it_is_not_known_that_all_are_false():
    world = Symbolic()
    n, z = world.size("n").expression, world.number("z", complex=True).expression
    assert changed_ones(Either((AtMost(0, n), Unequal(n, 0))), world) == []
    assert changed_ones(Either((AtMost(0, n), Equal(z, 0))), world) == []


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


def test_every_conjunct_is_changed_and_every_part_of_an_output():
    world = Symbolic()
    conclusion = several(world)
    parts = [[part.key for part in one.parts] for one in changed_ones(conclusion, world)]
    own = [part.key for part in conclusion.parts]
    assert [[a != b for a, b in zip(one, own, strict=True)] for one in parts] == [
        [True, False, False],
        [False, True, False],
        [False, False, True],
    ]
    world = Symbolic()
    assert len(changed_ones(an_array_of_arrays(world), world)) == 2


def test_an_inequality_is_reversed_beyond_the_sizes_that_are_tried():
    world = Symbolic()
    n = world.size("n").expression
    (late,) = changed_ones(AtMost(0, n), world)
    assert all((late.rhs - n).subs(n, size) == 0 for size in range(12))
    assert all(late.rhs.subs(n, size) < 0 for size in (12, 13, 100))


def test_an_array_is_changed_away_from_the_first_index():
    world = Symbolic()
    d = world.size("d")
    array = world.array("A", d)
    (late,) = changed_ones(Equal(array, array), world)
    (block,) = late.rhs.blocks.values()
    i = late.rhs.axes[0][0].indices(0)[0]
    vector = {(place,): Fraction(3) for place in range(14)}
    (tensor,) = (e.tensor.kind for e in entries_of(array).values())
    (table,) = values_of([block], Instance({world.symbols["d"]: Fraction(14)}, {tensor: vector}))
    assert i.name in block.free
    assert table[0,] == 3
    assert all(table[place,] != 3 for place in range(1, 14))


def test_what_is_never_there_is_not_changed():
    world = Symbolic()
    none = SymbolicArray(((family("none", 0),),), {})
    assert not list(changed_ones(Equal(none, none), world))


def test_a_hypothesis_may_allow_small_sizes_only():
    world = Symbolic()
    n = world.size("n").expression
    (late,) = changed_ones(Implies(AtMost(n, 5), Equal(n, n)), world)
    assert late.body.rhs == n + 1
    array = world.array("A", world.size("d"), 1)
    few = AtMost(world.symbols["d"], 1)
    (late,) = changed_ones(Implies(few, Equal(array, array)), world)
    (block,) = late.body.rhs.blocks.values()
    assert not any(isinstance(part, Summed) for part in nodes([block]))


def test_a_formula_is_false_at_one_point_that_meets_what_is_assumed():
    world = Symbolic()
    conclusion = reals_under_an_assumption(world)
    (late,) = changed_ones(conclusion, world)
    found = prove(late)
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None
    assert 1 < 7 * Fraction(found.counterexample.values["x"]) < 2
    assert variables(late.formula) == ["x"]


def test_machines_of_two_sequences_that_are_one_are_left_alone():
    world = Symbolic()
    trivial = EveryStack((a_machine(world).one,), (1, -1))
    assert not list(changed_ones(trivial, world))


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
    assert judged(of_an_array, by, late).verdict is Verdict.UNDECIDED
    assert asked in judged(of_an_array, by, late).reason


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
    assert judged(says, prove, from_forty_on).verdict is Verdict.UNDECIDED


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
