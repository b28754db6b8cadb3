r"""Section 2, Stability: which notion of stability the spectral radius decides.

With S = W / sqrt(n), 'stable if and only if the spectral radius of S is below 1' is right if
stable means that every state dies out without input. If it means that bounded inputs give bounded
outputs, a mode that C does not read, or F does not drive, may grow without harm.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint

from constructions.arrays import EXACT, stack, zeros
from constructions.cells.linear_rnn import LinearRNN
from proofs.linear_rnn import PAPER
from theorem_checks import (
    All,
    ArgumentError,
    AtMost,
    Claim,
    Control,
    Counterexample,
    Difference,
    Equal,
    Evidence,
    Implies,
    Mutant,
    PowersVanish,
    Source,
    Verdict,
    arithmetic,
    arrays_of,
    certificate,
    check,
    given,
    given_each,
    induction,
    proof_of,
    prove,
    replacing,
    search,
    sizes,
    symbol_array,
    vanishing,
)
from theorem_checks.proving.rules.derivations import Derived, derivation
from theorem_checks.proving.rules.entries import only
from theorem_checks.proving.rules.inductions import obligations
from theorem_checks.proving.rules.rewriting import hypotheses_of
from theorem_checks.statements.arrays.index_expressions import scalar
from theorem_checks.statements.terms import put, replacement

HALF = Fraction(1, 2)


def dies_out(S):
    """Whether S^t tends to 0: exactly, by Stein's equation.

    S^t tends to 0 if and only if P - S^T P S = I has a solution that is symmetric and positive
    definite.
    """
    size = S.nrows()
    identity = flint.fmpq_mat(size, size, [int(i == k) for i in range(size) for k in range(size)])
    kronecker = flint.fmpq_mat(
        size**2,
        size**2,
        [
            int((i, k) == (a, b)) - S[a, i] * S[b, k]
            for i in range(size)
            for k in range(size)
            for a in range(size)
            for b in range(size)
        ],
    )
    if kronecker.det() == 0:
        return False  # two eigenvalues have product 1
    stacked = kronecker.solve(flint.fmpq_mat(size**2, 1, identity.entries()))
    P = flint.fmpq_mat(size, size, stacked.entries())
    minors = (
        flint.fmpq_mat(k, k, [P[a, b] for a in range(k) for b in range(k)]).det()
        for k in range(1, size + 1)
    )
    return all(minor > 0 for minor in minors)


def radius_below_one(S):
    """Whether all roots of the characteristic polynomial lie inside the circle, by balls."""
    return all(abs(root) < 1 for root, _ in S.charpoly().complex_roots())


def radius_at_most_one(S):
    """Whether no root of the characteristic polynomial lies outside the circle."""
    return not any(abs(root) > 1 for root, _ in S.charpoly().complex_roots())


@dataclass(frozen=True)
class Stability:
    """The criterion, of S, and the notion that it is to decide, of (S, F, C)."""

    notion: Callable
    criterion: Callable = radius_below_one


def states_die_out(S, F, C):
    """Whether every state dies out without input, whatever F and C are."""
    return dies_out(S)


def outputs_stay_bounded(S, F, C):
    """Whether bounded inputs give bounded outputs, for one unit: if driven and read, it dies out.

    **Raises** `ArgumentError` for more units, where the part that F drives and C reads counts.
    """
    if S.nrows() != 1:
        raise ArgumentError("S", S, "a matrix of one unit")
    return C[0, 0] == 0 or F[0, 0] == 0 or dies_out(S)


def _matrix(rows):
    return flint.fmpq_mat([[flint.fmpq(e.numerator, e.denominator) for e in row] for row in rows])


@check("search")
def check_states(stability):
    """On random rational matrices of size 1 to 3 the criterion decides the notion."""

    def agrees(S):
        matrix = _matrix(S)
        claimed, found = stability.criterion(matrix), stability.notion(matrix, None, None)
        return True if claimed == found else Difference(str(claimed), str(found))

    by_size = sizes(least=1, most=3).flatmap(lambda n: arrays_of(n, n))
    return search({"S": by_size}, agrees, scope="S of size 1 to 3")


@dataclass(frozen=True)
class TwoRuns:
    """A network without input from two states, beside the powers of a + bi, by their parts.

    The state is (h, k, c, d), from (u, v, 1, 0) on: two states of the network, and (a + bi)^t.
    """

    network: LinearRNN
    start: tuple[Any, Any]
    eigenvalue: tuple[Any, Any]

    def initial_state(self) -> Any:
        """Return both states at first, and 1."""
        none = zeros((), like=self.start[0])
        return *self.start, none + 1, none

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return both states after a step without input, and the next power."""
        h, k, c, d = state
        a, b = self.eigenvalue
        after = (self.network.step(one, 0 * x)[0] for one in (h, k))
        return (*after, a * c - b * d, b * c + a * d), h


def below_one(n):
    """Return what each eigenvalue of n units has to be below in modulus, 1."""
    return 1 + 0 * n


def says_states(bound_of, w):
    """Below the bound all powers of S vanish, which move the state; from it on a state stays.

    An eigenvalue a + bi with an eigenvector u + vi: S u = a u - b v and S v = b u + a v. From u the
    network comes to h, and from v to k, with h + k i = (a + bi)^t (u + vi), so that
    |h|^2 + |k|^2 never falls below |u|^2 + |v|^2, which is not 0; so not both tend to 0. Here S
    is any matrix: where it has that eigenvalue it is R + (E M - R E) L, with E = (u v), for R = S.
    """
    (n, n_x, n_y), s = map(w.size, ("n", "n_x", "n_y")), w.number("s", nonzero=True)
    inside, x = w.with_radius("S", n, w.call(bound_of, n)), w.array("x", n_x)
    F, C, h = w.array("F", n, n_x), w.array("C", n_y, n), w.array("h", n)
    moved, _ = LinearRNN(inside / s, F, C, s).step(h, 0 * x)
    d = w.size("d")
    a, b = w.number("a"), w.number("b")
    u, v, R = w.array("u", d), w.array("v", d), w.array("R", d, d)
    turned = a * u - b * v, b * u + a * v
    both = w.entries(lambda _, i: u[i], d), w.entries(lambda _, i: v[i], d)
    L = w.right_inverse("L", stack(both))
    S = R + stack([one - R @ of for one, of in zip(turned, both, strict=True)]).T @ L.T
    network = LinearRNN(S / s, w.array("F_d", d, n_x), w.array("C_d", n_y, d), s)
    runs = w.machine(TwoRuns(network, (u, v), (a, b)), x)
    bound = w.call(bound_of, d)
    eigenvalue = Equal(S @ u, turned[0]), Equal(S @ v, turned[1])
    outside = AtMost(bound * bound, a * a + b * b)

    def stays(state):
        h, k, c, e = state
        return All(
            (
                Equal(h, c * u - e * v),
                Equal(k, e * u + c * v),
                AtMost(1, c * c + e * e),
                AtMost(u @ u + v @ v, h @ h + k @ k),
            )
        )

    return All(
        (
            PowersVanish(inside),
            Equal(moved, inside @ h),
            Implies(All((*eigenvalue, outside)), w.always(runs, stays)),
        )
    )


@check("exact")
def check_small_matrices(stability):
    """On all 2 x 2 matrices with entries -1, -1/2, 0, 1/2, 1, those on the circle among them."""
    values = [Fraction(k, 2) for k in range(-2, 3)]
    for entries in ((a, b, c, d) for a in values for b in values for c in values for d in values):
        S = _matrix([entries[:2], entries[2:]])
        claimed, found = stability.criterion(S), stability.notion(S, None, None)
        if claimed != found:
            rows = [list(entries[:2]), list(entries[2:])]
            return Evidence.refuted(Counterexample({"S": rows}, str(claimed), str(found)))
    return Evidence.holds("all 625 matrices of size 2 with entries in {-1, -1/2, 0, 1/2, 1}")


@check("exact", kills=("at-most-one",))
def check_one_unit(stability):
    """For one unit, with every choice of F and C in {0, 1}, the criterion decides the notion.

    Where they differ, the network itself is run for 20 steps on the input that is always 1.
    """
    for S, F, C in ((s, f, c) for s in (0, "1/2", 1, -1, 2) for f in (1, 0) for c in (1, 0)):
        parts = [EXACT.array([[part]]) for part in (S, F, C)]
        claimed = stability.criterion(_matrix([[Fraction(S)]]))
        found = stability.notion(*(_matrix([[Fraction(part)]]) for part in (S, F, C)))
        if claimed != found:
            outputs = LinearRNN(*parts, scale=EXACT.array([1]))(EXACT.array([[1]] * 20))
            return Evidence.refuted(
                Counterexample(
                    {"n": 1, "W": S, "F": F, "C": C},
                    claimed="stable" if claimed else "unstable",
                    found="stable" if found else "unstable",
                    explanation=f"The output after 20 steps is {outputs[-1, 0]}.",
                )
            )
    return Evidence.holds("n = 1; W in {0, 1/2, 1, -1, 2}; F and C in {0, 1}")


def by_eigenvalues(whole: Any) -> Evidence:
    """The powers by the fact on them; both runs are (a + bi)^t times where they began."""
    under, (vanish, moved, runs) = whole.hypothesis, whole.body.parts
    needed: Any = obligations(runs)
    at_first = (
        given(Implies(needed.base.hypothesis, part), prove(part)) for part in needed.base.body.parts
    )
    stays = induction(runs, given_each(needed.base, *at_first), by_one_step(needed.step, runs))
    kept = (moved, prove(moved)), (runs, stays)
    others = (given(Implies(under, said), found) for said, found in kept)
    return given_each(whole, vanishing(Implies(under, vanish)), *others)


def by_one_step(step: Any, runs: Any) -> Evidence:
    """Prove that a step multiplies by a + bi, by which the length does not fall."""
    parts: tuple[list[Any], Any] = hypotheses_of(step)
    known, after = parts
    of_u, of_v, modulus, *of_states, power, _ = known
    machine = runs.body.machine
    axes = runs.array("u").axes
    p, q, r = (symbol_array(f"{name}'", *axes) for name in "pqr")
    _, _, c, e = machine.state
    steps = []
    for state, moved, now, said, of_q, of_r in zip(
        machine.state[:2], machine.after, of_states, after.parts, (c, e), (-e, c), strict=False
    ):
        at_p, at_first = (put(moved, replacement(state, one)) for one in (p, now.rhs))
        turned = Implies(All((now, of_u, of_v)), said)
        context = at_p - at_first + of_q * q + of_r * r
        steps.append(Derived(turned, replacing(turned, context, p, q, r)))
    h, k, grown, longer = after.parts
    more = Implies(All((modulus, power)), grown)
    steps.append(Derived(more, arithmetic(more)))
    one, other, length = h.rhs, k.rhs, longer.lhs
    squared = Equal(longer.rhs, one @ one + other @ other)
    squares = Implies(All((h, k)), squared)
    equal = Derived(squares, replacing(squares, p @ p + q @ q, p, q))
    stays = Implies(All((grown, squared)), longer)
    same = Equal(only(squared.rhs), only(grown.rhs) * only(length))
    positive = AtMost(scalar(0), only(length))
    found = arithmetic(stays, *((said, prove(said)) for said in (same, positive)))
    last = (*steps, equal, Derived(stays, found))
    under = All(tuple(known))
    each = (
        derivation(Implies(under, said), *needed)
        for said, needed in zip(after.parts, (*((one,) for one in steps), last), strict=True)
    )
    whole = Implies(under, after)
    return derivation(step, Derived(whole, given_each(whole, *each)))


EIGENVALUES = [
    {"n": n, "d": d, "a": Fraction(a), "b": Fraction(b)}
    for n, d, a, b in ((1, 2, "1/2", "1/2"), (2, 2, "0", "1"), (2, 3, "-3/5", "4/5"))
]

stability_of_outputs = Claim(
    id="linear-rnn/stability-iff",
    title="Bounded inputs give bounded outputs if and only if the spectral radius is below 1",
    source=Source(PAPER, "Sec. 2, Stability"),
    statement=r"\sup_t \|y_t\| < \infty \text{ for all bounded } x"
    r"\iff n^{-1/2} \lambda_{\max}(W) < 1",
    subject=Stability(outputs_stay_bounded),
    checks=(check_one_unit.killing(),),
    controls=(Control("states", Stability(states_die_out), "stable: every state dies out"),),
    expect=Verdict.REFUTED,
    repaired_by="linear-rnn/new-stability-of-states",
    notes="Read as a statement on outputs, 'only if' needs that F drives and C reads every mode"
    " (linear-rnn/new-stability-of-outputs): a mode that grows and is not read does no harm."
    " Without input, it is right for the state.",
)

stability_of_states = Claim(
    id="linear-rnn/new-stability-of-states",
    title="Every state dies out without input if and only if the spectral radius is below 1",
    source=Source(PAPER, "Sec. 2, Stability, made precise"),
    statement=r"\lim_t h_t = 0 \text{ for all } h_0 \text{ where } x = 0"
    r"\iff n^{-1/2} \lambda_{\max}(W) < 1",
    subject=below_one,
    says=says_states,
    checks=(
        proof_of(says_states, by_eigenvalues, instances=EIGENVALUES),
        certificate(says_states, proof="stability_of_states.v", instances=EIGENVALUES, tier="deep"),
    ),
    mutants=(
        Mutant("within-two", lambda n: 2 + 0 * n, "a radius below 2"),
        Mutant("half", lambda n: HALF + 0 * n, "only a radius below 1/2"),
    ),
    late=(Mutant("wide", lambda n: 1 if n < 5000 else 2, "a radius below 2 from 5000 units on"),),
    repairs=("linear-rnn/stability-iff",),
    new=True,
    notes="A standard fact. Such a map is a contraction in some norm.",
)

stability_in_numbers = Claim(
    id="linear-rnn/new-stability-of-small-matrices",
    title="Whether all states of a small matrix die out, its radius in balls decides",
    source=Source(PAPER, "Sec. 2, Stability, made precise"),
    statement=r"S^t \to 0 \iff |\lambda| < 1 \text{ for all roots of } \det(\lambda I - S)",
    assumptions=("rational S of size 1 to 3, drawn, and 625 of size 2",),
    subject=Stability(states_die_out),
    checks=(
        check_states.killing("at-most-one", "trace"),
        check_small_matrices.killing("at-most-one", "trace"),
        check_one_unit,
    ),
    mutants=(
        Mutant(
            "at-most-one",
            Stability(states_die_out, radius_at_most_one),
            "<= for <",
        ),
        Mutant(
            "trace",
            Stability(
                states_die_out, lambda S: abs(sum(S[i, i] for i in range(S.nrows()))) < S.nrows()
            ),
            "the mean of the eigenvalues for the largest",
        ),
    ),
    new=True,
    expect=Verdict.HOLDS,
    notes="The radius is compared with an exact decision by Stein's equation. Of all sizes:"
    " linear-rnn/new-stability-of-states.",
)
