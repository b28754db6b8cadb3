"""Rules of composition that are given what does not fit."""

from collections.abc import Callable
from functools import partial
from typing import Any

import sympy as sp

from tests.soundness.attacks.rules_on_machines import Adds, Forgets
from tests.soundness.cases import NOT_PROVED, Case, Slip, Truth, outright
from theorem_checks import (
    All,
    AtMost,
    Conclusion,
    Equal,
    Evidence,
    ForAll,
    Implies,
    Less,
    Limit,
    Mean,
    RandomVector,
    SameOutputs,
    UniqueMinimum,
    argued,
    arithmetic,
    by_completing_the_square,
    chain,
    conjunction,
    family,
    given,
    induction,
    inner_dimension,
    instantiate,
    limit,
    linear_combination,
    modus_ponens,
    prove,
    prove_identity,
    required_blocks,
    squared_norm,
    syllogism,
    symbol_array,
)
from theorem_checks.statements.arrays.index_expressions import Sum, scalar
from theorem_checks.statements.arrays.index_relations import delta
from theorem_checks.statements.arrays.symbolic_arrays import SymbolicArray
from theorem_checks.statements.worlds.symbolic import Symbolic

n = sp.Symbol("n", integer=True, positive=True)
m = sp.Symbol("m", integer=True, nonnegative=True)
k = sp.Symbol("k", integer=True, positive=True)
x, y = sp.symbols("x y", real=True)
_induction = partial(Case, "induction")
_instantiate = partial(Case, "instantiate")
_other = partial(Case, "rules")
_rule = partial(partial, Case)
_prove = partial(Case, "prove")


def _least(conclusion: UniqueMinimum, mean: Mean) -> Evidence:
    return by_completing_the_square(conclusion, prove(mean))


def _step(symbol: Any, body: Conclusion) -> Evidence:
    later = body.substituted({symbol: symbol + 1})
    return given(Implies(body, later), prove(later))


def _inducted(symbol: Any, start: int, body: Conclusion, at: Any = None) -> Evidence:
    whole = ForAll(symbol, start, body)
    base = prove(body.substituted({symbol: sp.Integer(start)}))
    found = induction(whole, base, _step(symbol, body))
    return found if at is None else instantiate(whole, found, at)


def _sum_times(symbol: Any) -> Conclusion:
    summed = sp.Sum(symbol * k, (k, 1, n))
    return Equal(summed, symbol * n * (n + 1) / 2)


class Through:
    """Linear maps through n units that copy d numbers."""

    def __init__(self) -> None:
        w = Symbolic()
        d, units = w.size("d"), w.size("n")
        self.C, self.W, self.token = w.array("C", d, units), w.array("W", units, d), w.array("x", d)
        self.d, self.n = self.C.shape
        one, other = w.machine(Forgets(self.d), self.token), w.machine(Adds(self.d), self.token)
        self.same = SameOutputs(one, other)


def _less_units() -> Evidence:
    """Take the blocks under no hypothesis that gives them."""
    t = Through()
    (block,) = required_blocks(t.C, t.W)
    bound = Implies(t.same, AtMost(t.d, t.n))
    return inner_dimension(bound, t.C, t.W, linear_combination(Implies(t.same, block.equal), []))


def _other_product() -> Evidence:
    """Count the rows of one product by the blocks of another one."""
    t = Through()
    (block,) = required_blocks(t.W, t.C)
    bound = Implies(Equal(0, 0), AtMost(t.d, t.n))
    return inner_dimension(
        bound, t.W, t.C, given(Implies(Equal(0, 0), block.equal), prove(block.equal))
    )


def _rank(use: Callable[..., Any]) -> Callable[[], Evidence]:
    """One row more than L R = I has, or equations that are not in the hypothesis."""

    def ask() -> Evidence:
        rows, units = family("rows", k), family("units", n)
        L, R = symbol_array("L", rows, units), symbol_array("R", units, rows)
        product, (block,) = L @ R, required_blocks(L, R)
        (i,), (j,) = block.rows, block.columns
        (row,), (column,) = (axis[0].indices(number) for number, axis in enumerate(product.axes))
        one = SymbolicArray(product.axes, {(0, 0): scalar(delta(row, column))})
        said = Equal(product, one)

        def entry(p: Any, q: Any) -> SymbolicArray:
            weights = delta(row, p) * delta(column, q)
            return SymbolicArray(said.lhs.axes, {(0, 0): scalar(weights)})

        return use(said, block, entry, (L, R), (i, j))

    return ask


def _a_row_more(said: Any, block: Any, entry: Any, factors: Any, at: Any) -> Evidence:
    part = linear_combination(Implies(said, block.equal), [], [(1, entry(*at))])
    return inner_dimension(Implies(said, AtMost(k + 1, n)), *factors, part)


def _the_other_way(said: Any, _block: Any, entry: Any, factors: Any, at: Any) -> Evidence:
    """From L R = I that R L = I, by the same entries."""
    L, R = factors
    (turned,) = required_blocks(R, L)
    return linear_combination(Implies(said, turned.equal), [], [(1, entry(*at))])


def _summed_away(said: Any, block: Any, entry: Any, _factors: Any, at: Any) -> Evidence:
    """Sum an equation over the index at which it is to be concluded."""
    i, j = at
    every = Equal(Sum(block.equal.lhs, i), block.equal.rhs)
    return linear_combination(Implies(said, every), [], [(1, entry(i, j))])


eta = sp.Symbol("eta", real=True)


z = RandomVector("z", n)


loss = squared_norm(z) * (eta - 3) ** 2


past = sp.Symbol("n_past_1", nonnegative=True)


nonzero = sp.Symbol("n", integer=True, nonzero=True)


negative = sp.Symbol("n", integer=True, negative=True)


holed = Equal((nonzero**2 - 1) / (nonzero - 1), nonzero + 1)


r, p = sp.symbols("r p", real=True)


q = sp.Symbol("q", positive=True)


even = sp.Symbol("e", integer=True, positive=True, even=True)


def _limit(
    of: Any, value: Any, bound: Any, variable: Any, to: Any = "oo", error: Any = None
) -> Callable[[], Evidence]:
    """A limit by a bound of which both inequalities are asked, or those of another `error`."""

    def ask() -> Evidence:
        far = bound if error is None else error
        parts = prove(AtMost(value - far, of)), prove(AtMost(of, value + far))
        return limit(Limit(variable, of, to, value), bound, *parts)

    return ask


CASES = (
    _rule("limit")(Slip.CONSTANT, "1 + 1/q goes to 2, within 2/q of it", Truth.FALSE,
                   _limit(1 + 1 / q, sp.Integer(2), 2 / q, q)),
    _rule("limit")(Slip.CONSTANT, "1 + 1/q goes to 2, within 1 of it", Truth.FALSE,
                   _limit(1 + 1 / q, sp.Integer(2), sp.Integer(1), q)),
    _rule("limit")(Slip.CONSTANT, "q/(q + 1) goes to 1/2, within q/q of it", Truth.FALSE,
                   _limit(q / (q + 1), sp.Rational(1, 2), q * (1 / q), q)),
    _rule("limit")(Slip.NAME, "1/(1 + q) goes to 1, within 3/q, by evidence of another bound",
                   Truth.FALSE, _limit(1 / (1 + q), sp.Integer(1), 3 / q, q, error=3)),
    _rule("limit")(Slip.HIDDEN_ASSUMPTION, "r^2 goes to 0, within e^(p r) of it", Truth.FALSE,
                   _limit(sp.exp(p * r), sp.Integer(0), sp.exp(p * r), r)),
    _rule("limit")(Slip.HIDDEN_ASSUMPTION, "e^r goes to 0, within e^r of it", Truth.FALSE,
                   _limit(sp.exp(r), sp.Integer(0), sp.exp(r), r)),
    _rule("limit")(Slip.HIDDEN_ASSUMPTION, "q^p goes to 0, within q^p of it", Truth.FALSE,
                   _limit(q**p, sp.Integer(0), q**p, q)),
    _rule("limit")(Slip.NAME, "2 q goes to 2 q, which is no number", Truth.FALSE,
                   _limit(2 * q, 2 * q, 1 / q, q)),
    _rule("limit")(Slip.CONSTANT, "1/q goes to 0 as q goes to 0", Truth.FALSE,
                   _limit(1 / q, sp.Integer(0), 1 / q, q, to=sp.Integer(0))),
    _rule("limit")(Slip.BRANCH, "(-1)^e goes to 1, for all e to infinity, of which it is said for"
                   " even ones", Truth.NO_STATEMENT,
                   _limit((-1) ** even + 0 / even, sp.Integer(1), 1 / even, even), NOT_PROVED),
    _prove(Slip.HIDDEN_ASSUMPTION, "1 < e^r for all real r", Truth.FALSE,
           lambda: prove(Less(1, sp.exp(r)))),
    _prove(Slip.HIDDEN_ASSUMPTION, "e^r + e^-r < 2", Truth.FALSE,
           lambda: prove(Less(sp.exp(r) + sp.exp(-r), 2))),
    _prove(Slip.HIDDEN_ASSUMPTION, "0 < e^c for a complex c", Truth.FALSE,
           lambda: prove(Less(0, sp.exp(sp.Symbol("c", complex=True))))),
    _prove(Slip.HIDDEN_ASSUMPTION, "r < e^r e^-r r", Truth.FALSE,
           lambda: prove(Less(r, sp.exp(r) * sp.exp(-r) * r))),
    _prove(Slip.CONSTANT, "e^(2 r) <= e^r, as both are positive", Truth.FALSE,
           lambda: prove(AtMost(sp.exp(2 * r), sp.exp(r)))),
    _prove(Slip.CONSTANT, "e^r < e^(2 r) + e^(-3 r) / 20: not at -1/5", Truth.FALSE,
           lambda: prove(Less(sp.exp(r), sp.exp(2 * r) + sp.exp(-3 * r) / 20))),
    _induction(Slip.HIDDEN_ASSUMPTION, "(n^2 - 1)/(n - 1) = n + 1 from -5 on, by a symbol that is"
               " never 0: the step to 1 is not there", Truth.FALSE,
               lambda: _inducted(nonzero, -5, holed)),
    _induction(Slip.HIDDEN_ASSUMPTION, "n < 1 from -5 on, by a negative symbol", Truth.FALSE,
               lambda: _inducted(negative, -5, Less(negative, 1))),
    _induction(Slip.EDGE_SIZE, "0 <= n - 1 from 0 on, by a positive symbol", Truth.FALSE,
               lambda: _inducted(n, 0, AtMost(0, n - 1))),
    _induction(Slip.EDGE_SIZE, "n <= 5 with a step that is another one", Truth.FALSE,
               lambda: induction(ForAll(n, 1, AtMost(n, 5)), prove(AtMost(1, 5)),
                                 _step(n, AtMost(1, n)))),
    _induction(Slip.CONSTANT, "n = 1 with the base, and with a step that is false", Truth.FALSE,
               lambda: _inducted(n, 1, Equal(n, 1))),
    _induction(Slip.CONTRADICTION, "n = 1, the step from what the step shows", Truth.FALSE,
               lambda: induction(ForAll(n, 1, Equal(n, 1)), prove(Equal(1, 1)),
                                 given(Implies(Equal(n, 1), Equal(n, 1)), prove(Equal(n, 1))))),
    _induction(Slip.CONSTANT, "n <= 5 with evidence by hand", Truth.FALSE,
               lambda: induction(ForAll(n, 1, AtMost(n, 5)), Evidence.proved("all n"),
                                 Evidence.proved("all n"))),
    _induction(Slip.POLE, "n/(n - 12) (n - 12) = n from 1 on: no value at 12", Truth.FALSE,
               lambda: _inducted(n, 1, Equal((n**2 - 12 * n) / (n - 12), n))),
    _instantiate(Slip.NAME, "sum_k k m = m n(n+1)/2 for all m, at m = k, which the sum binds",
                 Truth.FALSE, lambda: _inducted(m, 0, _sum_times(m + 1), k)),
    _instantiate(Slip.EDGE_SIZE, "1 <= n for all n >= 1, at 0", Truth.FALSE,
                 lambda: _inducted(n, 1, AtMost(1, n), 0)),
    _instantiate(Slip.HIDDEN_ASSUMPTION, "1 <= n for all integers n >= 1, at 1/2", Truth.FALSE,
                 lambda: _inducted(n, 1, AtMost(1, n), "1/2")),
    _instantiate(Slip.HIDDEN_ASSUMPTION, "1 <= n for all n >= 1, at a natural number", Truth.FALSE,
                 lambda: _inducted(n, 1, AtMost(1, n), m)),
    _instantiate(Slip.NAME, "a statement for all n, with evidence of another one", Truth.FALSE,
                 lambda: instantiate(ForAll(n, 1, Equal(n, 0)), _inducted(n, 1, AtMost(1, n)), 7)),
    _instantiate(Slip.NAME, "E |z|^2 = n for a size n that is put in place of the formula's alone",
                 Truth.FALSE,
                 lambda: instantiate(ForAll(n, 1, Mean(squared_norm(z), n)),
                                     prove(Mean(squared_norm(z), n)), 3)),
    _other(Slip.CONTRADICTION, "B from A implies B, and from B in place of A", Truth.FALSE,
           lambda: modus_ponens(Implies(Equal(x, 0), Equal(1, 1)),
                                given(Implies(Equal(x, 0), Equal(1, 1)), prove(Equal(1, 1))),
                                prove(Equal(1, 1)))),
    _other(Slip.CONTRADICTION, "x = y from x = y implies x = y", Truth.FALSE,
           lambda: modus_ponens(Implies(Equal(x, y), Equal(x, y)),
                                given(Implies(Equal(x, y), Equal(x, y)), prove(Equal(x, y))),
                                prove(Equal(x, y)))),
    _other(Slip.NAME, "x = 0 implies x = y, by implications that do not meet", Truth.FALSE,
           lambda: syllogism(Implies(Equal(x, 0), Equal(x, y)), Implies(Equal(x, y), Equal(x, y)),
                             given(Implies(Equal(x, 0), Equal(x, x)), prove(Equal(x, x))),
                             arithmetic(Implies(Equal(x, y), Equal(x, y))))),
    _other(Slip.NAME, "x = x implies x = y, by an implication that ends with x = x", Truth.FALSE,
           lambda: syllogism(Implies(Equal(x, x), Equal(x, y)), Implies(Equal(x, x), Equal(x, x)),
                             arithmetic(Implies(Equal(x, x), Equal(x, x))),
                             arithmetic(Implies(Equal(x, x), Equal(x, x))))),
    _other(Slip.CONTRADICTION, "x = x implies x = y, by what is not proved", Truth.FALSE,
           lambda: syllogism(Implies(Equal(x, x), Equal(x, y)), Implies(Equal(x, y), Equal(x, y)),
                             given(Implies(Equal(x, x), Equal(x, y)), prove(Equal(x, y))),
                             arithmetic(Implies(Equal(x, y), Equal(x, y))))),
    _other(Slip.NAME, "x = y by two equations that do not meet", Truth.FALSE,
           lambda: chain(Equal(x, x), prove(Equal(x, x)), Equal(y, y), prove(Equal(y, y)))),
    _other(Slip.NAME, "x = y by equations of which only the form is equal", Truth.FALSE,
           lambda: chain(Equal(x, x + 0), prove(Equal(x, x)), Equal(x, y), prove(Equal(x, x)))),
    _other(Slip.CONSTANT, "x = x and x = y by evidence of the first alone", Truth.FALSE,
           lambda: conjunction(All((Equal(x, x), Equal(x, y))), prove(Equal(x, x)))),
    _other(Slip.CONSTANT, "x = x and x = y by the first, twice", Truth.FALSE,
           lambda: conjunction(All((Equal(x, x), Equal(x, y))), prove(Equal(x, x)),
                               prove(Equal(x, x)))),
    _other(Slip.CONSTANT, "x = y by words over a false part", Truth.FALSE,
           lambda: argued(Equal(x, y), "this is plain to see", prove(Equal(x, y)))),
    _other(Slip.EMPTY, "1 = 0 from two machines of equal outputs, by no run", Truth.FALSE,
           lambda: linear_combination(Implies(Through().same, Equal(1, 0)), [])),
    _other(Slip.CONSTANT, "a number of units by blocks that do not follow", Truth.FALSE,
           _less_units),
    _other(Slip.ORDER_OF_FACTORS, "a number of units by the product the other way around",
           Truth.FALSE, _other_product),
    _other(Slip.CONSTANT, "k + 1 <= n from L R = I of k rows", Truth.FALSE, _rank(_a_row_more)),
    _other(Slip.ORDER_OF_FACTORS, "R L = I from L R = I of other sizes", Truth.FALSE,
           _rank(_the_other_way)),
    _other(Slip.NAME, "a sum of entries of L R = I for each of them", Truth.FALSE,
           _rank(_summed_away)),
    _other(Slip.CONSTANT, "(eta - 3)^2 is least at 2", Truth.FALSE,
           lambda: _least(UniqueMinimum(loss, eta, 2), Mean(loss, n * (eta - 3) ** 2))),
    _other(Slip.CONSTANT, "-(eta - 3)^2 is least at 3", Truth.FALSE,
           lambda: _least(UniqueMinimum(-loss, eta, 3), Mean(-loss, -n * (eta - 3) ** 2))),
    _other(Slip.NAME, "(eta - 3)^2 |z|^2 is least at 3, by the mean of another statistic",
           Truth.FALSE,
           lambda: _least(UniqueMinimum(-loss, eta, 3), Mean(loss, n * (eta - 3) ** 2))),
    _other(Slip.HIDDEN_ASSUMPTION, "0 |z|^2 is least at 3, and only there", Truth.FALSE,
           lambda: _least(UniqueMinimum(0 * loss, eta, 3), Mean(0 * loss, 0))),
    _prove(Slip.NAME, "n_past_1 < n + 10^6 for all n and every number of that name", Truth.FALSE,
           lambda: prove(Less(past, n + 10**6))),
    _prove(Slip.POLE, "0 < (n^2 - 144)/(n - 12), without a condition", Truth.FALSE,
           lambda: outright(prove(Less(0, (n**2 - 144) / (n - 12))))),
    _prove(Slip.EMPTY, "x < y where 1 <= x <= 0", Truth.EMPTY,
           lambda: prove(Implies(All((AtMost(1, x), AtMost(x, 0))), Less(x, x - 1)))),
    _prove(Slip.HIDDEN_ASSUMPTION, "x < y where 0 <= x <= 1", Truth.FALSE,
           lambda: prove(Implies(All((AtMost(0, x), AtMost(x, 1))), Less(x, y)))),
    _prove(Slip.HIDDEN_ASSUMPTION, "0 <= c for a symbol that need not be real", Truth.FALSE,
           lambda: prove(AtMost(0, sp.Symbol("c") ** 2))),
    _prove(Slip.CONSTANT, "two equations, of which the second one is false", Truth.FALSE,
           lambda: prove(All((Equal(x, x), Equal(x, y))))),
    _prove(Slip.TRANSPOSE, "an array is its transpose", Truth.FALSE,
           lambda: prove(Equal(symbol_array("A", family("d", n), family("e", n)),
                               symbol_array("A", family("d", n), family("e", n)).T))),
    _prove(Slip.CONSTANT, "sum_{k <= n} k = n(n+1)/2 + (n-1)(n-2)...(n-9)", Truth.FALSE,
           lambda: prove(Equal(sp.Sum(k, (k, 1, n)),
                               n * (n + 1) / 2 + sp.prod(n - i for i in range(1, 10))))),
    _prove(Slip.EMPTY, "the sum of 1 from 1 to n - 5 is n - 5, for n < 5, too", Truth.FALSE,
           lambda: prove(Equal(sp.Sum(1, (k, 1, n - 5)), n - 5))),
    _prove(Slip.HIDDEN_ASSUMPTION, "|x| = x under x > 0 is |x| = x", Truth.FALSE,
           lambda: given(Implies(Equal(0, 0), Equal(sp.Abs(x), x)),
                         prove_identity(sp.Abs(x), x, assume=(x > 0,)))),
)  # fmt: skip
