"""Orders of symmetric matrices that do not follow, or hold of no matrix."""

from functools import partial

from tests.soundness.cases import Case, Slip, Truth
from theorem_checks import (
    AtMost,
    LoewnerAtMost,
    at_vectors,
    by_eigenvalues,
    prove,
    quadratic_forms_of,
)
from theorem_checks.judging.judge import judged

__all__ = ["CASES"]

_case = partial(Case, "in_order")


def _one(w, d, times):
    return w.identity(d) * times


def _of_two(order, *, low=None):
    """What is said of A <= B."""

    def says(_, w):
        d = w.size("d")
        B = w.array("B", d, d, known="semidefinite")
        return order(w, w.between("A", None if low is None else _one(w, d, low), B), B)

    return lambda: judged(says, prove, None)


def _at_another_vector():
    """Of C^T A C at the vector z, and not at C z."""

    def says(_, w):
        d = w.size("d")
        B, C = w.array("B", d, d, known="symmetric"), w.array("C", d, d)
        return LoewnerAtMost(C.T @ w.between("A", None, B) @ C, B)

    def at_z(said):
        return at_vectors(said, quadratic_forms_of(said)[1].array("z.any"))

    return judged(says, at_z, None)


def _below_a_number():
    """A <= L I, and nothing below: A^2 <= L^2 is false of A = -2 L."""

    def says(_, w):
        d, L = w.size("d"), w.number("L", positive=True)
        A, z = w.between("A", None, _one(w, d, L)), w.array("z", d)
        return AtMost((A @ z) @ (A @ z), (z @ z) * L**2)

    return judged(says, lambda said: by_eigenvalues(said, said.array("z")), None)


def _turned():
    """L I <= A <= mu I of 0 < mu < L: there is no such matrix."""

    def says(_, w):
        d, mu, more = w.size("d"), w.number("mu", positive=True), w.number("more", positive=True)
        A = w.between("A", _one(w, d, mu + more), _one(w, d, mu))
        return LoewnerAtMost(A, _one(w, d, 0))

    return judged(says, prove, None)


CASES = (
    _case(
        Slip.CONSTANT,
        "A <= B gives 2 A <= B",
        Truth.FALSE,
        _of_two(lambda w, A, B: LoewnerAtMost(2 * A, B), low=0),
    ),
    _case(
        Slip.ORDER_OF_FACTORS,
        "0 <= A <= B gives A^2 <= B^2: of (1, 1; 1, 1) + (1, 0; 0, 0) it fails",
        Truth.FALSE,
        _of_two(lambda w, A, B: LoewnerAtMost(A @ A, B @ B), low=0),
    ),
    _case(
        Slip.CONSTANT,
        "A <= B gives B <= A",
        Truth.FALSE,
        _of_two(lambda w, A, B: LoewnerAtMost(B, A)),
    ),
    _case(
        Slip.TRANSPOSE,
        "0 <= A <= B gives A_ij <= B_ij",
        Truth.FALSE,
        _of_two(lambda w, A, B: AtMost(A, B), low=0),
    ),
    _case(
        Slip.TRANSPOSE,
        "A <= B gives C^T A C <= B",
        Truth.FALSE,
        _at_another_vector,
    ),
    _case(Slip.HIDDEN_ASSUMPTION, "A <= L I gives A^2 <= L^2", Truth.FALSE, _below_a_number),
    _case(Slip.CONTRADICTION, "a matrix above L I and below mu I", Truth.EMPTY, _turned),
)
