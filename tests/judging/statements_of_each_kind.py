"""A statement of each kind of which late mutants are made."""

from dataclasses import replace

import sympy as sp

from constructions.arrays import OBJECTS
from constructions.cells.linear_attention import LinearAttention
from constructions.lsrl.evaluation import machine as listing_machine
from constructions.lsrl.programs.majority import majority_of_ones
from theorem_checks import (
    RandomMatrix,
    RandomVector,
    exp,
    squared_norm,
)
from theorem_checks.statements.always import Always
from theorem_checks.statements.analysis import (
    BoundedBelow,
    Converges,
    Eventually,
    Grows,
    GrowthBound,
    Limit,
    Order,
    Proportional,
)
from theorem_checks.statements.chains import EveryChain, EveryFirstChain
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
    Equal,
    ForAll,
    Implies,
    Less,
    Mean,
    SameOutputs,
    UniqueMinimum,
)
from theorem_checks.statements.degrees import Degree, DegreeAtMost
from theorem_checks.statements.first_outputs import SameFirstOutputs
from theorem_checks.statements.for_reals import ForReals
from theorem_checks.statements.hypotheses import Either, Unequal
from theorem_checks.statements.layers import SecondMoment
from theorem_checks.statements.loewner import LoewnerAtMost
from theorem_checks.statements.mean_outputs import MeanOutput, MeanOutputAtLeast
from theorem_checks.statements.moments.laws import Gaussian
from theorem_checks.statements.moments.powers import GaussianMatrix, pairings
from theorem_checks.statements.named_equal import NamedEqual
from theorem_checks.statements.normal_means import (
    NormalMean,
    UnitsCovariance,
    UnitsMean,
    normal_mean,
    units_mean,
)
from theorem_checks.statements.power_means import MeanWithin
from theorem_checks.statements.pure.conclusions import SameValues, pure
from theorem_checks.statements.recurrences import Solves
from theorem_checks.statements.runs import SameRuns, Throughout
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
    RowsWithin,
    SquaredMeans,
)


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
    return Mean(squared_norm(RandomVector("x", d)), d)


def a_least(w):
    eta = w.number("eta").expression
    x = RandomVector("x", w.size("d").expression)
    return UniqueMinimum((1 - eta) ** 2 * squared_norm(x), eta, 1)


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


def a_number_with_a_name(w):
    return NamedEqual(w.call(lambda d: d**2, w.size("d")), 1, "entries of a matrix")


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


def at_least_a_number(w):
    a = w.recurrence("a", 1, lambda a, k: 2 * a[k])
    return w.bounded_below("k", lambda k: a[k] ** 2)


def in_proportion(w):
    a, b = w.recurrence("a b", (1, 1), lambda a, b, k: (2 * a[k] + b[k], b[k]))
    return w.proportional("k", lambda k: (a[k] + b[k], a[k]))


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
    return units_mean(lambda u: u**2 / m, W @ x, w.value("a", squared_norm(x)))


def at_last(w):
    return Eventually(sp.Symbol("n", integer=True, positive=True), "it", "<", 1)


def a_mode(w):
    return Converges(sp.Symbol("n", integer=True, positive=True), "it", 1, "in probability")


def powers(w):
    return PowersVanish(w.with_radius("W", w.size("d"), 1))


def an_event(w):
    m = w.size("m")
    return WithProbability(AtMost(squared_norm(RandomVector("g", m)), 2 * m), 1 - exp(-m / 20))


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


def a_mean_output(w, *, at_least=False):
    n, d = w.size("n"), w.size("d")
    drawn = (w.draws("X", n, d, law=Gaussian(), order=2),)
    machine = w.machine(Total(), w.array("x", d))
    return w.mean_output(
        machine, drawn, lambda X: (X, w.array("last", d)), n * d, at_least=at_least
    )


def a_mean_output_from_below(w):
    return a_mean_output(w, at_least=True)


class Total:
    def initial_state(self):
        return ()

    def step(self, state, x):
        return state, x.sum()


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


def _reversed_joined(s: tuple[int, ...], t: tuple[int, ...]) -> tuple[int, ...]:
    return (*t, *s)


def _doubled(s: tuple[int, ...]) -> tuple[int, ...]:
    return s + s


def of_pure_functions(world):
    return SameValues(pure(_reversed_joined, "s", "s"), pure(_doubled, "s"))


MADE = {
    SameValues: of_pure_functions,
    Always: always,
    AtMost: several,
    BoundedBelow: at_least_a_number,
    Computes: a_run,
    MeanOutput: a_mean_output,
    MeanOutputAtLeast: a_mean_output_from_below,
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
    UniqueMinimum: a_least,
    Less: several,
    Limit: a_limit,
    LoewnerAtMost: an_order_of_matrices,
    Mean: a_mean,
    MeanWithin: a_mean_of_powers,
    NamedEqual: a_number_with_a_name,
    NoStack: no_stack,
    NoStackThrough: no_stack_through,
    Order: an_order,
    PowersVanish: powers,
    Proportional: in_proportion,
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
