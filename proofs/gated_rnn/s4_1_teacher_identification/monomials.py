r"""Section 4.1: how many monomials there are up to a degree.

They are listed, by their exponents, and the list is as long as the binomial coefficient of Pascal's
triangle says, for every number of variables and every degree (`monomials.v`). By induction over the
variables: those with one variable more of degree at most j are those of degree at most j - i, over
all exponents i of the last one.
"""

from collections.abc import Callable

from proofs.gated_rnn import PAPER
from theorem_checks import All, Claim, Mutant, SameValues, Source, certificate, pure

Exponents = tuple[int, ...]
Count = Callable[[int, int], int]


def monomials_up_to(variables: int, degree: int) -> tuple[Exponents, ...]:
    """List the monomials of at most this degree, each by the exponents of its variables."""
    found: tuple[Exponents, ...] = ((),)
    for _ in range(variables):
        found = tuple(
            (*exponents, last)
            for exponents in found
            for last in range(degree + 1)
            if sum(one for one in exponents) + last <= degree
        )
    return found


def binomial(n: int, k: int) -> int:
    """Return the entry k of the row n of Pascal's triangle."""
    row: tuple[int, ...] = (1,)
    for _ in range(n):
        row = (1, *(a + b for a, b in zip(row, (*row[1:], 0), strict=False)))
    return row[k] if k < len(row) else 0


def counted(variables: int, degree: int) -> int:
    """Return how many monomials are listed."""
    return len(monomials_up_to(variables, degree))


def by_binomial(variables: int, degree: int) -> int:
    """Return the binomial coefficient of variables + degree and degree."""
    return binomial(variables + degree, degree)


def four() -> int:
    """Return 4, a number of variables and a degree."""
    return 4


def six() -> int:
    """Return 6, a number of variables."""
    return 6


def seventy() -> int:
    """Return 70."""
    return 70


def two_hundred_and_ten() -> int:
    """Return 210."""
    return 210


def says_counted(count: Count, w) -> All:
    """So many monomials are listed, whatever the number of variables and the degree are.

    Up to degree 4 these are 70 in 4 variables, and 210 in 6.
    """
    return All(
        (
            SameValues(pure(counted, "d", "D"), pure(count, "d", "D")),
            SameValues(pure(count, pure(four), pure(four)), pure(seventy)),
            SameValues(pure(count, pure(six), pure(four)), pure(two_hundred_and_ten)),
        )
    )


def power(variables: int, degree: int) -> int:
    """Let each variable have an exponent up to the degree."""
    found = 1
    for _ in range(variables):
        found = found * (degree + 1)
    return found


def homogeneous(variables: int, degree: int) -> int:
    """Count the monomials of just this degree."""
    row: tuple[int, ...] = (1,)
    for _ in range(1, variables + degree):
        row = (1, *(a + b for a, b in zip(row, (*row[1:], 0), strict=False)))
    return row[degree] if degree < len(row) else 0


def late_in_variables(variables: int, degree: int) -> int:
    """Count the monomials of just this degree in more than 40 variables."""
    if variables > 40:
        return homogeneous(variables, degree)
    return by_binomial(variables, degree)


monomials = Claim(
    id="gated-rnn/s4.1-monomials",
    title="Up to degree 4 there are 70 monomials in 4 variables, 210 in 6",
    source=Source(PAPER, "Sec. 4.1"),
    statement=r"\#\{\text{monomials of degree} \le D \text{ in } d \text{ variables}\}"
    r" = \tbinom{d+D}{D}",
    subject=by_binomial,
    says=says_counted,
    checks=(certificate(says_counted, proof="monomials.v"),),
    mutants=(
        Mutant("homogeneous", homogeneous, "degree D only"),
        Mutant("power", power, "each variable up to D"),
    ),
    late=(Mutant("many", late_in_variables, "degree D only, in more than 40 variables"),),
)
