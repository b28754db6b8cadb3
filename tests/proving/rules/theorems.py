"""Machines and conclusions, for tests of the rules."""

import sympy as sp

from theorem_checks import (
    Index,
    Verdict,
    delta,
    family,
    zeros,
)
from theorem_checks.proving.conclude import prove
from theorem_checks.proving.machines.consequences import linear_combination
from theorem_checks.proving.machines.inner_dimensions import inner_dimension, required_blocks
from theorem_checks.statements.arrays.symbolic_arrays import SymbolicArray
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Equal,
    Implies,
    SameOutputs,
)
from theorem_checks.statements.worlds.symbolic import Symbolic

__all__ = [
    "Adding",
    "Copies",
    "Echo",
    "Forgetting",
    "Linear",
    "Ranks",
    "at_least_one",
    "m",
    "n",
    "proved",
    "x",
    "y",
]

n = sp.Symbol("n", integer=True, positive=True)


m = sp.Symbol("m", integer=True, nonnegative=True)


x, y = sp.symbols("x y", real=True)


def proved(conclusion):
    found = prove(conclusion)
    assert found.verdict is Verdict.PROVED, found
    return found


def at_least_one(symbol):
    return AtMost(1, symbol**2)


class Forgetting:
    """Keeps nothing: the state after a token is the token."""

    def initial_state(self):
        return zeros((family("d", sp.Symbol("d", integer=True, positive=True)),))

    def step(self, state, x):
        return x, state + x


class Adding(Forgetting):
    """Adds up the tokens."""

    def step(self, state, x):
        return state + x, state + x


class Linear:
    """Stores W x of the last token, in n units, and puts out C of it."""

    def __init__(self, C, W):
        self.C, self.W = C, W

    def initial_state(self):
        return zeros((self.W.shape[0],))

    def step(self, _state, x):
        return self.W @ x, self.C @ (self.W @ x)


class Echo:
    """Puts out the token."""

    def __init__(self, size):
        self.size = size

    def initial_state(self):
        return zeros((self.size,))

    def step(self, state, x):
        return state, x


class Copies:
    """A linear map through n units that puts out its token of size d: it takes d units."""

    def __init__(self):
        self.world = w = Symbolic()
        d, n = w.size("d"), w.size("n")
        self.C, self.W, self.token = w.array("C", d, n), w.array("W", n, d), w.array("x", d)
        self.d, self.n = d.expression, n.expression
        one = w.machine(Linear(self.C, self.W), self.token)
        self.same = SameOutputs(one, w.machine(Echo(self.token.shape[0]), self.token))
        self.axis = family("x", self.d)

    def unit(self, i, times=1):
        (k,) = self.axis.indices(0)
        return SymbolicArray(((self.axis,),), {(0,): times * delta(k, i)})

    def block(self, times=1):
        (block,) = required_blocks(self.C, self.W)
        (i,), (k,) = block.rows, block.columns
        runs = [(self.unit(i, times), [self.unit(k)])]
        return linear_combination(Implies(self.same, block.equal), runs)

    def bound(self, number):
        return Implies(self.same, AtMost(number, self.n))


class Ranks:
    """A linear map through n units with the outputs of another one, B, with L B R = I of r rows."""

    def __init__(self):
        w = Symbolic()
        d, m, n, r = (w.size(name) for name in "dmnr")
        self.C, self.W, B = w.array("C", m, n), w.array("W", n, d), w.array("B", m, d)
        self.L, self.R, token = w.array("L", r, m), w.array("R", d, r), w.array("x", d)
        self.n, self.r = n.expression, r.expression
        self.rows, self.size = m.expression, d.expression
        cells = (Linear(self.C, self.W), Linear(B, w.identity(d)))
        self.same = SameOutputs(*(w.machine(cell, token) for cell in cells))
        one = w.identity(r)
        self.inverse = Equal(self.L @ B @ self.R, one)
        self.both = All((self.same, self.inverse))
        self.block = required_blocks(self.L @ self.C, self.W @ self.R)[0]

    def vector(self, entry, size):
        axis = family("v", size)
        (k,) = axis.indices(0)
        return SymbolicArray(((axis,),), {(0,): entry(k)})

    def entry(self, i, k, times=1):
        """Weights of one entry of the equation."""
        axes = self.inverse.lhs.axes
        (row,), (column,) = (axis[0].indices(number) for number, axis in enumerate(axes))
        return SymbolicArray(axes, {(0, 0): times * delta(row, i) * delta(column, k)})

    def follows(self, equations=None, hypothesis=None, *, summed=False):
        (i,), (k,) = self.block.rows, self.block.columns
        if summed:  # the token e_j, weighted by R[j, k]
            j = Index("j", self.size)
            weights = self.vector(lambda a: self.L[i, a] * self.R[j, k], self.rows)
            run = (weights, [self.vector(lambda a: delta(a, j), self.size)], [j])
        else:
            weights = self.vector(lambda a: self.L[i, a] * 1, self.rows)
            run = (weights, [self.vector(lambda a: self.R[a, k] * 1, self.size)])
        used = [(1, self.entry(i, k))] if equations is None else equations
        under = self.both if hypothesis is None else hypothesis
        return linear_combination(Implies(under, self.block.equal), [run], used)

    def bound(self, number, part):
        said = Implies(self.both, AtMost(number, self.n))
        return inner_dimension(said, self.L @ self.C, self.W @ self.R, part)
