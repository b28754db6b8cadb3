"""What a certificate states, as trees that belong to no proof assistant.

A `Term` is an element of a field, a `Size` a natural number, a `Proposition` what is stated of
them. Names are those of the world. The trees are written as text by one back end each
(`rocq_text`); they are made by `exporting`, and nothing simplifies them.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

__all__ = [
    "And",
    "Applied",
    "AtMost",
    "Bound",
    "Computes",
    "Delta",
    "Drawn",
    "Entry",
    "Equals",
    "Every",
    "Function",
    "Inverse",
    "Lag",
    "Largest",
    "LeastAt",
    "Less",
    "Machine",
    "MeanIs",
    "MeanOutput",
    "MeanWithin",
    "Named",
    "Negative",
    "Number",
    "OddFactorial",
    "OfSize",
    "Ordered",
    "Place",
    "Plus",
    "Positive",
    "Power",
    "PowerOf",
    "PowersBounded",
    "PowersVanish",
    "Proposition",
    "RadiusBelow",
    "Root",
    "SameMean",
    "SameRuns",
    "Size",
    "Smaller",
    "Sum",
    "Term",
    "Throughout",
    "Times",
    "Trace",
    "TraceFactor",
    "Under",
    "Unequal",
    "Variable",
    "fraction",
]


# --- natural numbers


@dataclass(frozen=True)
class Size:
    """A natural number: a `name`, a number or a place; their sums and products.

    A difference is of natural numbers, and is written only where it is none below 0.
    """

    kind: str  # "name", "number", "place", "+", "*", "-"
    parts: tuple["Size | Bound | str | int", ...]


# --- indices


@dataclass(frozen=True)
class Bound:
    """A variable for a place below a size; `number` tells it apart from all others."""

    number: int
    size: Size


@dataclass(frozen=True)
class Place:
    """One place of an axis, by its number, counted from 0."""

    value: int
    size: Size


# --- elements of the field


@dataclass(frozen=True)
class Number:
    """A natural number as an element of the field."""

    value: int


@dataclass(frozen=True)
class OfSize:
    """A size as an element of the field."""

    size: Size


@dataclass(frozen=True)
class Smaller:
    """The smaller of two sizes as an element of the field."""

    one: Size
    other: Size


@dataclass(frozen=True)
class Variable:
    """An element of the field by name."""

    name: str


@dataclass(frozen=True)
class Entry:
    """An entry of a tensor by name."""

    name: str
    indices: tuple[Bound | Place, ...]


@dataclass(frozen=True)
class Drawn:
    """An entry of a random tensor by name."""

    name: str
    indices: tuple[Bound | Place, ...]


@dataclass(frozen=True)
class Delta:
    """1 where two places are equal, else 0."""

    one: Bound
    other: Bound | Place


@dataclass(frozen=True)
class Ordered:
    """1 where the first place is at most the other, else 0."""

    one: Bound
    other: Bound


@dataclass(frozen=True)
class Lag:
    """1 where the first place is the sum of the others, else 0."""

    sum: Bound
    one: Bound
    other: Bound


@dataclass(frozen=True)
class Plus:
    """A sum of two or more terms, from the left."""

    parts: "tuple[Term, ...]"


@dataclass(frozen=True)
class Times:
    """A product of two or more terms, from the left."""

    parts: "tuple[Term, ...]"


@dataclass(frozen=True)
class Negative:
    """The negative of a term."""

    body: "Term"


@dataclass(frozen=True)
class Inverse:
    """One by a term; 0 where that is 0."""

    body: "Term"


@dataclass(frozen=True)
class Power:
    """A power with a natural number, 2 or more, for exponent."""

    body: "Term"
    exponent: int


@dataclass(frozen=True)
class PowerOf:
    """A power whose exponent is any natural number."""

    body: "Term"
    exponent: Size


@dataclass(frozen=True)
class Root:
    """The square root of a term that is not negative; over a real closed field."""

    body: "Term"


@dataclass(frozen=True)
class OddFactorial:
    """The product of so many odd numbers from 1 on, (2 k - 1)!!."""

    count: Size


@dataclass(frozen=True)
class TraceFactor:
    """A power of a random matrix, given by its number, or of its transpose."""

    matrix: int
    transposed: bool
    exponent: Size


@dataclass(frozen=True)
class Trace:
    """The trace of a product that has so many rows, and as many columns."""

    rows: Size
    factors: tuple[TraceFactor, ...]


@dataclass(frozen=True)
class Positive:
    """The larger of a term and 0."""

    body: "Term"


@dataclass(frozen=True)
class Sum:
    """The sum of a term over a variable."""

    index: Bound
    body: "Term"


@dataclass(frozen=True)
class Applied:
    """A component of a function of a vector, by name: `body`, for all places, is the argument."""

    name: str
    places: tuple[Bound, ...]
    body: "Term"
    indices: tuple[Bound | Place, ...]


@dataclass(frozen=True)
class Named:
    """A term that a proof takes as it is; it is written as if it were not marked."""

    body: "Term"


Term: TypeAlias = (
    Number
    | OfSize
    | Smaller
    | Variable
    | Entry
    | Drawn
    | Delta
    | Ordered
    | Lag
    | Plus
    | Times
    | Negative
    | Inverse
    | Power
    | PowerOf
    | Root
    | OddFactorial
    | Trace
    | Positive
    | Sum
    | Applied
    | Named
)


# --- propositions


@dataclass(frozen=True)
class Equals:
    """Two terms are equal."""

    lhs: Term
    rhs: Term


@dataclass(frozen=True)
class Unequal:
    """Two terms are not equal."""

    lhs: Term
    rhs: Term


@dataclass(frozen=True)
class AtMost:
    """One term is at most the other; over an ordered field."""

    lhs: Term
    rhs: Term


@dataclass(frozen=True)
class Less:
    """One term is less than the other; over an ordered field."""

    lhs: Term
    rhs: Term


@dataclass(frozen=True)
class Largest:
    """A size is at least a natural number."""

    size: Size
    least: int


@dataclass(frozen=True)
class Every:
    """A proposition for every place of some variables, each below its size."""

    indices: tuple[Bound, ...]
    body: "Proposition"


@dataclass(frozen=True)
class Under:
    """A proposition under a hypothesis."""

    hypothesis: "Proposition"
    body: "Proposition"


@dataclass(frozen=True)
class And:
    """Several propositions, one at least."""

    parts: "tuple[Proposition, ...]"


@dataclass(frozen=True)
class Function:
    """A tensor by name, as a term in its places."""

    name: str
    places: tuple[Bound, ...]
    body: Term


@dataclass(frozen=True)
class Machine:
    """A recurrent map: what each tensor of its state is at first, and after a token."""

    start: tuple[Function, ...]
    after: tuple[Function, ...]


@dataclass(frozen=True)
class SameRuns:
    """After any tokens, of which the last is `token`, outputs of two machines are equal.

    `outputs` speaks of both states before the last token, and of that. Where `first` is given,
    it is said of so many tokens at most.
    """

    one: Machine
    other: Machine
    token: tuple[Function, ...]
    outputs: And
    first: Size | None = None


@dataclass(frozen=True)
class Computes:
    """A machine's outputs on a sequence, of which the token at a place is given, are given too.

    `token` names the tensors of a token, `row` is what they are at a place `at` of the sequence;
    `outputs` speaks of the state before the token at the place `time`, and of that.
    """

    machine: Machine
    token: tuple[Function, ...]
    at: Bound
    row: tuple[Function, ...]
    time: Bound
    outputs: And


@dataclass(frozen=True)
class Throughout:
    """Something is true of a machine's state after any tokens, and before the first one."""

    machine: Machine
    token: tuple[Function, ...]
    said: "Proposition"


@dataclass(frozen=True)
class MeanIs:
    """A polynomial in random entries has a mean, which is a term without any."""

    statistic: Term
    value: Term


@dataclass(frozen=True)
class MeanOutput:
    """A machine's last output on a random sequence has a mean, which is a value, or at least that.

    `token` names the tensors of a token, `row` is what they are at a place `at` of the sequence,
    `last` what they are behind it; `output` speaks of the state before the last token, and of that.
    """

    machine: Machine
    token: tuple[Function, ...]
    at: Bound
    row: tuple[Function, ...]
    last: tuple[Function, ...]
    output: Term
    value: Term
    is_least: bool


@dataclass(frozen=True)
class SameMean:
    """Two polynomials in random entries have means, which are equal."""

    one: Term
    other: Term


@dataclass(frozen=True)
class LeastAt:
    """Over all values of a variable, the mean of a statistic is least at one, and only there."""

    variable: Variable
    statistic: Term
    at: Term


@dataclass(frozen=True)
class MeanWithin:
    """The mean of a polynomial in traces is within a distance of a number.

    The entries of the matrices, of the `variances` and `sizes` given, are independent and normal,
    and their mean is 0.
    """

    variances: tuple[Term, ...]
    sizes: tuple[tuple[Size, Size], ...]
    statistic: Term
    about: Term
    within: Term


@dataclass(frozen=True)
class RadiusBelow:
    """All eigenvalues of a square matrix, over the complex numbers, are less than a number."""

    matrix: Function
    most: Term


@dataclass(frozen=True)
class PowersVanish:
    """For every x, the powers of a square matrix W take it to 0: |W^t x| goes to 0."""

    matrix: Function


@dataclass(frozen=True)
class PowersBounded:
    """For a square matrix W there are C and q < ratio: |W^t x| <= C q^t |x| for all x and t."""

    matrix: Function
    ratio: Term


Proposition: TypeAlias = (
    Equals
    | Unequal
    | AtMost
    | Less
    | Largest
    | Every
    | Under
    | And
    | SameRuns
    | Computes
    | Throughout
    | MeanIs
    | MeanOutput
    | SameMean
    | LeastAt
    | MeanWithin
    | RadiusBelow
    | PowersVanish
    | PowersBounded
)


def fraction(value: Fraction) -> Term:
    """A rational number as a term."""
    whole: Term = Number(abs(value.numerator))
    if value.denominator != 1:
        whole = Times((whole, Inverse(Number(value.denominator))))
    return Negative(whole) if value < 0 else whole
