"""Inequalities about symmetric matrices that are false, true at the size 1, or of another form."""

from functools import partial

from tests.soundness.cases import NOT_PROVED, Case, Slip, Truth
from theorem_checks import AtMost, Implies, SpectrumWithin, by_eigenvalues
from theorem_checks.judging.judge import judged
from theorem_checks.statements.worlds.symbolic import Symbolic

_case = partial(Case, "by_eigenvalues")


def _judged(left, right, *, low=0):
    def says(_, w):
        d, b = w.size("d"), w.number("b", least=low)
        A, z, y = w.symmetric("A", d, low, b), w.array("z", d), w.array("y", d)
        return AtMost(left(A, z, y, b), right(A, z, y, b))

    return lambda: judged(says, lambda said: by_eigenvalues(said, said.array("z")), None)


def _of_another_matrix():
    """What is assumed of A is said of B."""
    w = Symbolic()
    d, a, b = w.size("d"), w.number("a"), w.number("b")
    A, B = (w.array(name, d, d, known="symmetric") for name in "AB")
    z = w.array("z", d)
    said = AtMost(z @ (B @ z), (z @ z) * b)
    return by_eigenvalues(Implies(SpectrumWithin(A, a, b), said), z)


def _not_symmetric():
    w = Symbolic()
    d, a, b = w.size("d"), w.number("a"), w.number("b")
    A, z = w.array("A", d, d), w.array("z", d)
    said = AtMost((A @ z) @ (A @ z), (z @ z) * b**2)
    return by_eigenvalues(Implies(SpectrumWithin(A, a, b), said), z)


def _complex_bound():
    w = Symbolic()
    d, b = w.size("d"), w.number("b", complex=True)
    A, z = w.symmetric("A", d, 0, b), w.array("z", d)
    return by_eigenvalues(Implies(w.given[0], AtMost(0, z @ (A @ z))), z)


CASES = (
    _case(
        Slip.EDGE_SIZE, "|z|^4 <= |z|^2, with A nowhere: at z = 2 it is 16 and 4",
        Truth.FALSE, _judged(lambda A, z, y, b: (z @ z) * (z @ z), lambda A, z, y, b: z @ z),
    ),
    _case(
        Slip.CONSTANT, "0 <= A <= b gives A^2 <= A: at A = 2 it is 4 and 2", Truth.FALSE,
        _judged(lambda A, z, y, b: (A @ z) @ (A @ z), lambda A, z, y, b: z @ (A @ z)),
    ),
    _case(
        Slip.CONSTANT, "0 <= A <= b gives (A - b/2)^2 >= b^2/16: at A = b/2 = 1 it is 0 and 1/4",
        Truth.FALSE,
        _judged(
            lambda A, z, y, b: (z @ z) * b**2 / 16,
            lambda A, z, y, b: (A @ z - z * b / 2) @ (A @ z - z * b / 2), low=2,
        ),
    ),
    _case(
        Slip.NAME, "y^T A z <= b y^T z for 0 <= A <= b: at A = 1, b = 2, y = -1, z = 1",
        Truth.FALSE, _judged(lambda A, z, y, b: y @ (A @ z), lambda A, z, y, b: b * (y @ z)),
    ),
    _case(
        Slip.NAME, "the bounds of A are those of B", Truth.FALSE, _of_another_matrix,
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION, "a matrix that is not symmetric and said to be so", Truth.FALSE,
        _not_symmetric, NOT_PROVED,
    ),
    _case(
        Slip.HIDDEN_ASSUMPTION, "a bound that is any complex number", Truth.NO_STATEMENT,
        _complex_bound,
    ),
    _case(
        Slip.CONSTANT, "0 <= A <= b gives A^2 <= b A: it does", Truth.TRUE,
        _judged(lambda A, z, y, b: (A @ z) @ (A @ z), lambda A, z, y, b: b * (z @ (A @ z))),
    ),
)  # fmt: skip
