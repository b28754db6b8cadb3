r"""App. A, case 5A: slices of the branching node go past what stands behind them.

x has three blocks; one slice picks the first two, the other the last two, so that they overlap.

Which matrices ReLU commutes with is decided by the kernel of Rocq for all of them, by a proof that
stands beside this file: at the inputs -e_j a negative entry shows, at e_j - e_k two positive ones.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import SimpleNamespace as Given
from typing import Any

from constructions.lsrl import Lin, ReLU
from constructions.lsrl.helpers.operations import relu
from proofs.lsrl import PAPER
from proofs.lsrl.free_weights import Token, Weight, machine_of
from proofs.lsrl.interpretations import by_equal_states, rule
from theorem_checks import (
    All,
    Claim,
    Control,
    Counterexample,
    Equal,
    Evidence,
    Implies,
    Mutant,
    SameOutputs,
    Source,
    Verdict,
    World,
    certificate,
    check,
    iff,
    prove_for_all,
    reals,
)

SOURCE = Source(PAPER, "App. A, case 5A")
SIZES = tuple(
    dict(zip("pqrmgh", sizes, strict=True)) for sizes in ((1, 1, 1, 1, 1, 1), (2, 1, 2, 3, 1, 2))
)


def given_slices(k):
    """A branching node, two slices, and what reads them."""
    p, q, r, m, g_, h = map(k.size, "pqrmgh")
    axis = p + q + r
    halves = g_ + g_ + h + h
    return Given(
        x=k.value("x", axis),
        S1=k.select(axis, 0, 2),
        S2=k.select(axis, 1, 3),
        z=k.value("z", m),
        A1=k.matrix("A1", m, p + q),
        b1=k.vector("b1", m),
        A=k.matrix("A", m, m),
        B=k.matrix("B", m, q + r),
        b=k.vector("b", m),
        s=(k.vector("s", m),),
        y=k.value("y", halves),
        halves=halves,
        g=g_,
        h=h,
        m=m,
    )


def before_slices(k, g):
    """Write slices, and behind them a Lin, a LinState, ReLUs, Concats and two Multis."""
    one, two = k.Lin(g.x, g.S1), k.Lin(g.x, g.S2)
    first, second = (k.Lin(g.y, k.select(g.halves, i, i + 2)) for i in (0, 2))
    return [
        k.Lin(one, g.A1, g.b1),
        k.LinState(two, g.A, g.B, g.b, *g.s),
        k.ReLU(one),
        k.ReLU(two),
        k.Concat(one, g.z, two),
        k.Multi(first),
        k.Multi(second),
    ]


def pushed(k, g, S=None, picks=(0, 2, 1, 3), wires=None):
    """Write them of x: A S for A, B S for B, S relu(x), diag(S, I, S)(x, z, x), one Multi."""
    S = (g.S1, g.S2) if S is None else S
    positive = k.ReLU(g.x)
    whole = k.block_diagonal([S[0], k.eye(g.m), S[1]] if wires is None else wires)
    factors = k.vstack([k.select(g.halves, i, i + 1) for i in picks])
    both = k.Multi(k.Lin(g.y, factors))
    return [
        k.Lin(g.x, g.A1 @ S[0], g.b1),
        k.LinState(g.x, g.A, g.B @ S[1], g.b, *g.s),
        k.Lin(positive, S[0]),
        k.Lin(positive, S[1]),
        k.Lin(k.Concat(g.x, g.z, g.x), whole),
        k.Lin(both, k.select(g.g + g.h, 0, 1)),
        k.Lin(both, k.select(g.g + g.h, 1, 2)),
    ]


@dataclass(frozen=True)
class Criterion:
    """What has to be 0 for a matrix to commute with ReLU.

    **Fields**: `of_entry(a)` for each entry, and `of_two(a, b)` for two entries of one row.
    """

    of_entry: Callable[[Any], Any] = lambda a: relu(-a)
    of_two: Callable[[Any, Any], Any] = lambda a, b: a * b

    def __call__(self, a: Any, b: Any) -> Any:
        """Return the condition on a row of two entries, as a formula."""
        return (self.of_entry(a) == 0) & (self.of_entry(b) == 0) & (self.of_two(a, b) == 0)


def says_commutes(criterion: Criterion, w: World) -> All:
    """ReLU behind Lin and Lin behind ReLU are one program if and only if what has to be 0 is.

    For every matrix A; both are the shipped nodes, on all sequences. Of a row its entries at j and
    k are two where j is not k.
    """
    m, n = w.size("m"), w.size("n")
    A, x = w.array("A", m, n), w.array("x", n)
    token, weight = Token(x, n), Weight(A, m, n)
    none = Weight(w.zeros(m), m)
    nodes = ReLU(Lin(token, weight, none)), Lin(ReLU(token), weight, none)
    same = SameOutputs(*(w.machine(machine_of(node, x), x) for node in nodes))
    one = w.entries(lambda _, i, j, k: A[i, j], m, n, n)
    other = w.entries(lambda _, i, j, k: A[i, k], m, n, n)
    apart = w.entries(lambda h, i, j, k: 1 - h.delta(j, k), m, n, n)
    two = apart * criterion.of_two(one, other)
    met = All((Equal(criterion.of_entry(A), 0 * A), Equal(two, 0 * apart)))
    return All((Implies(same, met), Implies(met, same)))


a, b, u, v, c = reals("a b u v c")


def commutes(row, point):
    """Say that relu(row x) = row relu(x) at a point."""
    value = sum((w * x for w, x in zip(row, point, strict=True)), start=0 * a)
    return relu(value) == sum((w * relu(x) for w, x in zip(row, point, strict=True)), start=0 * a)


@check("solver")
def check_row(condition):
    """For the row (a, b): that it commutes at three points is just the condition on a and b.

    The points are -e_1, -e_2 and b e_1 - a e_2; with the next check this decides it for all x.
    """
    points = ((-1, 0), (0, -1), (b, -a))
    at_points = commutes((a, b), points[0]) & commutes((a, b), points[1])
    return prove_for_all(iff(at_points & commutes((a, b), points[2]), condition(a, b)))


@check("solver")
def check_rows_of_two(condition):
    """A row (a, b) that meets the condition commutes with the ReLU of all (u, v)."""
    return prove_for_all(commutes((a, b), (u, v)), assume=condition(a, b))


MATRICES = {
    "shear": [[1, -1], [0, 1]],
    "sum": [[1, 1], [0, 1]],
    "identity": [[1, 0], [0, 1]],
    "doubling": [[2, 0], [0, 2]],
    "exchange": [[0, 1], [1, 0]],
    "minus": [[-1, 0], [0, 1]],
}


def eigenvalues_nonnegative(A):
    """Decide whether both eigenvalues of a real 2 x 2 matrix are real and non-negative."""
    (p, q), (r, s) = A
    trace, determinant = p + s, p * s - q * r
    return trace >= 0 and determinant >= 0 and trace**2 >= 4 * determinant


def one_entry_a_row(A):
    """Decide whether each row has at most one entry that is not 0, and no negative one."""
    return all(sum(e != 0 for e in row) <= 1 and min(row) >= 0 for row in A)


def relu_of(x):
    """Return the ReLU of a list of numbers."""
    return [max(e, 0) for e in x]


def times(A, x):
    """Return A x."""
    return [sum(e * f for e, f in zip(row, x, strict=True)) for row in A]


@check("exact")
def check_matrices(criterion):
    """What the criterion says of small matrices is what the vectors with entries -1, 0, 1 say."""
    for name, A in MATRICES.items():
        grid = [[i, j] for i in (0, -1, 1) for j in (0, 1, -1)]
        bad = next((x for x in grid if relu_of(times(A, x)) != times(A, relu_of(x))), None)
        if criterion(A) != (bad is None):
            return _contradiction(name, A, bad)
    return Evidence.holds("six matrices; vectors with entries -1, 0, 1")


def _contradiction(name, A, bad):
    if bad is None:
        told = ("does not commute", "commutes at all of them", f"{name} commutes with ReLU")
        return Evidence.refuted(Counterexample({"A": A}, *told))
    told = (str(times(A, relu_of(bad))), str(relu_of(times(A, bad))))
    return Evidence.refuted(Counterexample({"A": A, "x": bad}, *told, "A relu(x), relu(A x)"))


case_5a = Claim(
    id="lsrl/case-5A",
    title="Slices go into Lin and LinState, and behind ReLU, Concat and a joint Multi",
    source=SOURCE,
    statement=r"A(Sx) = (AS)x,\quad \mathrm{relu}(Sx) = S\,\mathrm{relu}(x),\quad"
    r" (S_1 x, z, S_2 x) = \mathrm{diag}(S_1, I, S_2)(x, z, x)",
    **rule(
        given_slices,
        before_slices,
        pushed,
        SIZES,
        lambda k, g: pushed(k, g, S=(g.S2, g.S1)),
        by=by_equal_states,
    ),
    mutants=(
        Mutant("swapped", lambda k, g: pushed(k, g, S=(g.S2, g.S1)), "the other's slice"),
        Mutant("halves", lambda k, g: pushed(k, g, picks=(0, 1, 2, 3)), "factors side by side"),
        Mutant(
            "unplaced",
            lambda k, g: pushed(k, g, wires=[k.eye(k.axis(g.x)), k.eye(g.m), g.S2]),
            "without the first slice behind the Concat",
        ),
    ),
    notes="The text joins the Multis behind slices to one and does not say that slices of its value"
    " are then needed. With them it is right. The slices here are of consecutive entries.",
)

relu_commutes_printed = Claim(
    id="lsrl/case-5A-relu-commute",
    title="ReLU commutes with matrices whose eigenvalues are non-negative, as those of slices are",
    source=SOURCE,
    statement=r"\lambda_i(A) \ge 0 \implies \mathrm{relu}(A x) = A\,\mathrm{relu}(x)",
    subject=eigenvalues_nonnegative,
    checks=(check_matrices,),
    controls=(Control("one-entry", one_entry_a_row),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/case-5A-relu-commute-iff",
    notes="[[1, -1], [0, 1]] has the eigenvalue 1 twice and does not commute. The exchange of two"
    " entries has the eigenvalue -1 and does. A slice that is not square has none.",
)

COMMUTES = Criterion()

relu_commutes = Claim(
    id="lsrl/case-5A-relu-commute-iff",
    title="ReLU commutes with A if and only if no row has a negative or two positive entries",
    source=SOURCE,
    statement=r"\mathrm{relu}(A x) = A\,\mathrm{relu}(x)\ \forall x \iff"
    r" A_{ij} \ge 0,\ A_{ij} A_{ik} = 0\ (j \ne k)",
    assumptions=("matrices of any size, square or not",),
    subject=COMMUTES,
    says=says_commutes,
    checks=(
        certificate(says_commutes, proof="case_5a.v").killing("nothing"),
        check_row,
        check_rows_of_two.killing("signs", "nothing"),
    ),
    mutants=(
        Mutant("signs", replace(COMMUTES, of_two=lambda a, _: 0 * a), "non-negative entries"),
        Mutant("nothing", Criterion(lambda a: 0 * a, lambda a, _: 0 * a), "any matrix"),
        Mutant("unit", replace(COMMUTES, of_entry=lambda a: a * (a - 1)), "only slices"),
    ),
    late=(
        Mutant(
            "wide",
            replace(COMMUTES, of_two=lambda a, b: a * b if a.shape[1] < 90 else 0 * a),
            "non-negative entries, for 90 columns or more",
        ),
        Mutant(
            "tall",
            replace(COMMUTES, of_entry=lambda a: relu(-a) if a.shape[0] < 90 else a * a),
            "no entries, for 90 rows or more",
        ),
    ),
    repairs=("lsrl/case-5A-relu-commute",),
)
