"""Equations (16) to (20): causal linear attention as a recurrent network, tokens as columns.

Each step adds phi(k_i) v_i^T to s and phi(k_i) to z, so that they are sums over the tokens so far;
read with phi(q_i), they are numerator and denominator of attention. `unrolling` is that rule.
(18) as printed, with the rows x_i W_K, is in `printed_with_rows.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import count
from typing import Any

import numpy as np

from constructions.arrays import FRACTIONS, concatenate, equal, ones, outer, zeros
from constructions.cells.normalised_attention import NormalisedAttention
from proofs.transformers_are_rnns import PAPER
from proofs.transformers_are_rnns.s3_4_transformers_are_rnns.features import (
    SIZES,
    causal_sums,
    states,
    sums,
)
from theorem_checks import (
    Claim,
    Computes,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    check,
    equal_maps,
    proof_of,
    unrolling,
)


class ReadsBefore(NormalisedAttention):
    """A mutant: the sums leave the token itself out."""

    @staticmethod
    def absorb(state, q, k, v):
        """Return the state after a token, and both sums for it."""
        s, z = state
        return (s + outer(k, v), z + k), (q @ s, q @ z)


class Forgets(NormalisedAttention):
    """A mutant: the memory has the last token alone."""

    @staticmethod
    def absorb(state, q, k, v):
        """Return the state after a token, and both sums for it."""
        _, z = state
        s, z = outer(k, v), z + k
        return (s, z), (q @ s, q @ z)


class ForgetsNormaliser(NormalisedAttention):
    """A mutant: the normaliser has the last token alone."""

    @staticmethod
    def absorb(state, q, k, v):
        """Return the state after a token, and both sums for it."""
        s, _ = state
        s = s + outer(k, v)
        return (s, k), (q @ s, q @ k)


class ForgetsLate(NormalisedAttention):
    """A late mutant: both memories have the last token alone, if there are 50 features or more."""

    @staticmethod
    def absorb(state, q, k, v):
        """Return the state after a token, and both sums for it."""
        s, z = state if k.shape[0] < 50 else (0 * state[0], 0 * state[1])
        s, z = s + outer(k, v), z + k
        return (s, z), (q @ s, q @ z)


class SumsQueries(NormalisedAttention):
    """A mutant: queries take the place of keys."""

    @staticmethod
    def absorb(state, q, k, v):
        """Return the state after a token, and both sums for it."""
        s, z = state
        s, z = s + outer(q, v), z + q
        return (s, z), (k @ s, k @ z)


def _memories(cell):
    return lambda q, k, v: states(cell, q, k, v)[0]


def _normalisers(cell):
    return lambda q, k, v: states(cell, q, k, v)[1]


def sums_of(cell):
    """Return the map from free features to the numerators and denominators of a cell."""
    return lambda q, k, v: sums(cell, q, k, v)


def summed_memories(q, k, v):
    """Return the sums of phi(k_j) v_j^T over j <= i, one for each i."""
    return [sum(np.outer(k[j], v[j]) for j in range(i + 1)) for i in range(len(k))]


def summed_normalisers(q, k, v):
    """Return the sums of phi(k_j) over j <= i, one for each i."""
    return [sum(k[j] for j in range(i + 1)) for i in range(len(k))]


class Setting:
    """Tokens x_1, ..., x_N of any number, whose features and values are any linear parts of them.

    So features and values are any numbers, whatever the feature map is.
    """

    def __init__(self, w):
        self.N, self.C, self.M, F = (w.size(name) for name in "NCMF")
        self.weights = (
            w.array("W_Q", F, self.C),
            w.array("W_K", F, self.C),
            w.array("W_V", F, self.M),
        )
        self._tokens(w, F)

    def _tokens(self, w, F):
        self.xs, self.token = w.array("xs", self.N, F), w.array("x", F)
        self.one = ones((1,), like=self.token)
        value = w.identity(self.M)
        nothing = zeros((self.M,), like=self.token)
        self.of_s = concatenate([value, outer(self.one, nothing)])
        self.of_z = concatenate([nothing, self.one])


@dataclass(frozen=True)
class OneArray:
    """The cell with z as one more column of s, so that its state is one array.

    It puts out what `read` returns of its states (s, z) and of its two sums.
    """

    kind: Any
    given: Setting
    read: Callable[[Any, Any], Any] | None

    def initial_state(self):
        """Return (s_0 z_0)."""
        return self._joined(self.kind(*self.given.weights).initial_state())

    def step(self, state, x):
        """Return (s z) after a token, and what is read."""
        parts = state @ self.given.of_s, state @ self.given.of_z
        after, sums = self.kind(*self.given.weights).step(parts, x)
        assert self.read is not None
        return self._joined(after), self.read(after, sums)

    def _joined(self, state):
        s, z = state
        return concatenate([s.T, outer(self.given.one, z)]).T


def says_s(cell, w):
    """The states s after each token are the sums of phi(k_j) v_j^T over the tokens so far.

    That is, r^T s_i is the sum of (r . phi(k_j)) v_j^T for every vector r. Features and values are
    x_j W_K and x_j W_V for tokens x_j and matrices that are any, so they are any numbers.
    """
    given = Setting(w)
    _, W_K, W_V = given.weights
    keys, values, r = given.xs @ W_K, given.xs @ W_V, w.array("r", given.C)

    def entry(h, i, m):
        return h.sum(
            lambda j, c: h.at_most(j, i) * r[c] * keys[j, c] * values[j, m], given.N, given.C
        )

    machine = w.machine(OneArray(cell, given, lambda state, _: r @ state[0]), given.token)
    return Computes(machine, given.xs, w.entries(entry, given.N, given.M))


def says_z(cell, w):
    """The states z after each token are the sums of phi(k_j) over the tokens so far.

    The features phi(k_j) are x_j W_K for tokens x_j and W_K that are any, so they are any numbers.
    """
    given = Setting(w)
    keys = given.xs @ given.weights[1]

    def entry(h, i, c):
        return h.sum(lambda j: h.at_most(j, i) * keys[j, c], given.N)

    machine = w.machine(OneArray(cell, given, lambda state, _: state[1]), given.token)
    return Computes(machine, given.xs, w.entries(entry, given.N, given.C))


@check("exact")
def check_s_as_polynomials(cell):
    """The states are the same polynomials in all features and values."""
    return equal_maps(_memories(cell), summed_memories, sizes=SIZES)


@check("exact")
def check_z_as_polynomials(cell):
    """The normalisers are the same polynomials in all features."""
    return equal_maps(_normalisers(cell), summed_normalisers, sizes=SIZES)


class LayerSetting(Setting):
    """Tokens x_1, ..., x_N of F entries, and any function phi: phi(x_i W_Q) has C entries.

    If `residual`, values have F entries, too, and there is any function f of so many.
    """

    def __init__(self, w, *, residual):
        self.N, self.C, D, F = (w.size(name) for name in "NCDF")
        self.M = F if residual else w.size("M")
        self.weights = w.array("W_Q", F, D), w.array("W_K", F, D), w.array("W_V", F, self.M)
        self.phi = w.function("phi", D, self.C)
        self.then: Any = w.function("f", F, F) if residual else None
        self._tokens(w, F)
        self.parts = [self.xs @ matrix for matrix in self.weights]

    def mean(self, h, i, m):
        """The causal attention of token i, entry m: a quotient of sums over j <= i."""
        queries, keys, values = self.parts

        def weight(j, c):
            one = self.phi.at(c, lambda d: queries[i, d])
            return h.at_most(j, i) * one * self.phi.at(c, lambda d: keys[j, d])

        top = h.sum(lambda j, c: weight(j, c) * values[j, m], self.N, self.C)
        return top / h.sum(weight, self.N, self.C)


@dataclass(frozen=True)
class Layer(OneArray):
    """The layer of a cell, which puts out what the cell makes of its two sums and the token."""

    def step(self, state, x):
        """Return (s z) after a token, and the layer's output there."""
        cell = self.kind(*self.given.weights)
        parts = state @ self.given.of_s, state @ self.given.of_z
        after, sums = cell.step(parts, x)
        return self._joined(after), cell.output(x, *sums)


def says_layer(cell, w):
    """The layer's outputs are f of the causal attention plus the token, for any phi and f.

    A quotient is taken of what is not 0; of others nothing is said but that equal ones are equal.
    """
    given = LayerSetting(w, residual=True)
    kind = partial(cell, feature_map=given.phi, residual=True, then=given.then)

    def entry(h, i, m):
        return given.then.at(m, lambda k: given.mean(h, i, k) + given.xs[i, k])

    machine = w.machine(Layer(kind, given, None), given.token)
    return Computes(machine, given.xs, w.entries(entry, given.N, given.M))


@check("exact", kills=("reads-before", "forgets", "forgets-normaliser", "sums-queries"))
def check_sums_as_polynomials(cell):
    """Numerators and denominators are the same polynomials in all features and values."""
    return equal_maps(sums_of(cell), causal_sums, sizes=SIZES)


def positive(u):
    """Return a feature map without zeros."""
    return u * u + 1


def bent(y):
    """Return a function in the place of f_l."""
    return y * y - y


def defined_layer(xs, W_Q, W_K, W_V):
    """Return f_l of normalised causal attention plus x, token by token."""
    outputs = []
    for i, x in enumerate(xs):
        weights = [positive(x @ W_Q) @ positive(past @ W_K) for past in xs[: i + 1]]
        values = [past @ W_V for past in xs[: i + 1]]
        mean = sum(w * v for w, v in zip(weights, values, strict=True)) / sum(weights)
        outputs.append(bent(mean + x))
    return outputs


@check("exact", kills=("forgets", "forgets-normaliser", "sums-queries", "no-residual", "f-first"))
def check_layer_on_rationals(cell):
    """The whole layer, quotient, residual and f_l, on weights and tokens of distinct rationals."""
    for T, F, D in LAYERS:
        numbers = (Fraction(n * n % 23 - 11, 5) for n in count())
        shapes = {"xs": (T, F), "W_Q": (F, D), "W_K": (F, D), "W_V": (F, F)}
        inputs = {name: _filled(shape, numbers) for name, shape in shapes.items()}
        xs, *weights = inputs.values()
        found = cell(*weights, feature_map=positive, residual=True, then=bent)(xs)
        wanted = np.stack(defined_layer(**inputs))
        if not equal(found, wanted):
            return Evidence.refuted(
                Counterexample(inputs, str(wanted.tolist()), str(found.tolist()))
            )
    return Evidence.holds(f"(T, F, D) in {', '.join(map(str, LAYERS))}, phi(u) = u^2 + 1")


LAYERS = ((2, 1, 1), (3, 1, 2), (4, 2, 3))


def _filled(shape, numbers):
    return FRACTIONS.array([[next(numbers) for _ in range(shape[1])] for _ in range(shape[0])])


class NoResidual(NormalisedAttention):
    """A mutant: x_i is not added."""

    def output(self, x, numerator, denominator):
        """Return the output at a token."""
        return super().output(0 * x, numerator, denominator)


class FunctionFirst(NormalisedAttention):
    """A mutant: f_l is applied to the attention, and then x_i is added."""

    def output(self, x, numerator, denominator):
        """Return the output at a token."""
        return super().output(0 * x, numerator, denominator) + x


COLUMNS = (
    r"$\phi(k_i), \phi(q_i) \in \mathbb R^C$ and $v_i \in \mathbb R^M$ are columns,"
    r" $k_i = x_i W_K$ and so on",
)

eq_18 = Claim(
    id="trf-rnn/new-eq-18-columns",
    title="With columns, eq. (18) from s_0 = 0 gives the sum of key-value products so far",
    source=Source(PAPER, "eqs (16), (18)"),
    statement=r"s_0 = 0,\; s_i = s_{i-1} + \phi(k_i) v_i^\top \implies"
    r" s_i = \sum_{j \le i} \phi(k_j) v_j^\top \in \mathbb R^{C \times M}",
    assumptions=COLUMNS,
    covers=("trf-rnn/eq-16",),
    subject=NormalisedAttention,
    says=says_s,
    checks=(proof_of(says_s, unrolling), check_s_as_polynomials),
    mutants=(
        Mutant("forgets", Forgets, "s_{i-1} is dropped"),
        Mutant("sums-queries", SumsQueries, "phi(q_i) for phi(k_i)"),
    ),
    late=(Mutant("many-features", ForgetsLate, "s_{i-1} is dropped from C = 50 on"),),
    repairs=("trf-rnn/eq-18",),
    new=True,
)

eq_19 = Claim(
    id="trf-rnn/eq-19",
    title="Eq. (19) from z_0 = 0 gives the sum of the keys' features so far",
    source=Source(PAPER, "eqs (17), (19)"),
    statement=r"z_0 = 0,\; z_i = z_{i-1} + \phi(k_i) \implies z_i = \sum_{j \le i} \phi(k_j)",
    assumptions=COLUMNS,
    covers=("trf-rnn/eq-17",),
    subject=NormalisedAttention,
    says=says_z,
    checks=(proof_of(says_z, unrolling), check_z_as_polynomials),
    mutants=(
        Mutant("forgets-normaliser", ForgetsNormaliser, "z_{i-1} is dropped"),
        Mutant("sums-queries", SumsQueries, "phi(q_i) for phi(k_i)"),
    ),
    late=(Mutant("many-features", ForgetsLate, "z_{i-1} is dropped from C = 50 on"),),
)

eq_20 = Claim(
    id="trf-rnn/eq-20",
    title="With columns, the recurrence (16) to (20) is a layer of causal normalised attention",
    source=Source(PAPER, "eq. (20)"),
    statement=r"f_l\Big(\frac{\phi(q_i)^\top s_i}{\phi(q_i)^\top z_i} + x_i\Big) ="
    r" f_l\Big(\frac{\sum_{j \le i} \phi(q_i)^\top \phi(k_j)\, v_j}"
    r"{\sum_{j \le i} \phi(q_i)^\top \phi(k_j)} + x_i\Big)",
    assumptions=(*COLUMNS, r"$\phi(q_i)^\top z_i \ne 0$", "$M = F$, so that $x_i$ can be added"),
    subject=NormalisedAttention,
    says=says_layer,
    checks=(
        proof_of(says_layer, unrolling),
        check_layer_on_rationals.killing(
            "forgets", "forgets-normaliser", "sums-queries", "no-residual", "f-first"
        ),
    ),
    mutants=(
        Mutant("reads-before", ReadsBefore, "s_{i-1} and z_{i-1} for s_i and z_i"),
        Mutant("forgets", Forgets, "s_i has the last token alone"),
        Mutant("forgets-normaliser", ForgetsNormaliser, "z_i has the last token alone"),
        Mutant("sums-queries", SumsQueries, "queries and keys exchanged"),
        Mutant("no-residual", NoResidual, "x_i is not added"),
        Mutant("f-first", FunctionFirst, "x_i is added after f_l"),
    ),
    late=(Mutant("many-features", ForgetsLate, "both memories are dropped from C = 50 on"),),
    repairs=("trf-rnn/new-eq-20-rows",),
)
