r"""Kuhn's hats: they add up to their width and interpolate, in every dimension, on every grid.

The height at q of the hat at v is the length of $\{\theta \in [0, \delta] : x_i \le \theta \le x_i
+ \delta\}$ for the offsets $x = q - v$. For each $\theta$ that is so for one node only, so that the
heights add up to $\delta$; and in each coordinate only two values of $x_i$ count, r and
$r - \delta$, with lengths $\delta - r$ and r, so that the mean of $x_i^2$ is $r (\delta - r) \le
\delta^2/4$. `hats.v` and `hat_partition.v` are this proof, of the code of `hat` that writes
programs.
"""

from typing import TypeAlias

from constructions.lsrl.helpers.operations import Value, relu
from constructions.lsrl.language.cyclotomic import Number
from constructions.lsrl.language.numbers import ONE, ZERO
from constructions.lsrl.programs.hats import hat, largest_or_zero
from proofs.lsrl import PAPER
from theorem_checks import (
    All,
    Claim,
    Mutant,
    SameValues,
    Source,
    certificate,
    pure,
    pure_each,
)

Vector: TypeAlias = tuple[Number, ...]
Vectors: TypeAlias = tuple[Vector, ...]


def absolute(a: Number) -> Number:
    """Return |a|: so any number that is not negative."""
    return a if a >= 0 else -a


def multiple(k: int, a: Number) -> Number:
    """Return k a."""
    return sum((a for _ in range(k)), ZERO)


def inside(width: Number, cells: int, q: Vector) -> Vector:
    """Return q, with entries that are cut to [0, cells * width]: so any point of that cube."""
    side = multiple(cells, width)
    above = tuple(a if a >= 0 else ZERO for a in q)
    return tuple(a if a <= side else side for a in above)


def offsets(width: Number, cells: int, q: Vector) -> Vectors:
    """Return q - v for all nodes v of the grid of the cube: all multiples of the width."""
    nodes: Vectors = ((),)
    for _ in q:
        nodes = tuple((*v, multiple(k, width)) for v in nodes for k in range(cells + 1))
    return tuple(tuple(a - b for a, b in zip(q, v, strict=False)) for v in nodes)


def added(heights: Vector) -> Number:
    """Return the sum of the heights."""
    return sum((h for h in heights), ZERO)


def square(x: Vector) -> Number:
    """Return |x|^2."""
    return sum((a * a for a in x), ZERO)


def is_near(heights: Vector, x: Vectors, width: Number, q: Vector) -> bool:
    """Whether 4 sum_v h_v |q - v|^2 is at most d times the width to the power of 3."""
    spread = sum((h * square(y) for h, y in zip(heights, x, strict=False)), ZERO)
    return multiple(4, spread) <= multiple(len(q), width * width * width)


def value_at(values: Vector, i: int) -> Number:
    """Return the value at node i: any number, 0 where none is listed."""
    return values[i] if i < len(values) else ZERO


def is_lipschitz(values: Vector, value: Number, slope: Number, x: Vectors) -> bool:
    """Whether the value at q is so far from that at each node as the slope allows."""
    return all(
        square((value_at(values, i) - value,)) <= slope * slope * square(y) for i, y in enumerate(x)
    )


def interpolates(
    heights: Vector,
    x: Vectors,
    width: Number,
    q: Vector,
    values: Vector,
    value: Number,
    slope: Number,
) -> bool:
    """Whether 2 |sum_v (h_v / width) f(v) - f(q)| is at most L sqrt(d) times the width, in squares.

    It is if f is not L-Lipschitz between q and the nodes. Both sides are multiplied by the width.
    """
    if not is_lipschitz(values, value, slope, x):
        return True
    found = sum((h * value_at(values, i) for i, h in enumerate(heights)), ZERO)
    error, squared = found - width * value, width * width
    return multiple(4, error * error) <= multiple(len(q), slope * slope * squared * squared)


def always(q: Vector) -> bool:
    """Return that it is so."""
    return True


def says_partition(height, w):
    """At each point of the cube the hats of the grid add up to their width, and interpolate.

    In every dimension, for all numbers of cells and all widths: the number of entries of q is the
    dimension. The subject is the code that writes hats in programs, at exact numbers.
    """
    width = pure(absolute, "delta")
    q = pure(inside, width, "cells", "point")
    x = pure(offsets, width, "cells", q)
    heights = pure_each(height, width, x)
    true = pure(always, "point")
    function = ("values", "value", "slope")
    return All(
        (
            SameValues(pure(added, heights), width),
            SameValues(pure(is_near, heights, x, width, q), true),
            SameValues(pure(interpolates, heights, x, width, q, *function), true),
        )
    )


def without_minimum(delta: Value, x: tuple[Value, ...]) -> Value:
    """Return the hat without the minimum."""
    return relu(delta - largest_or_zero(x))


def twice(delta: Value, x: tuple[Value, ...]) -> Value:
    """Return a hat that is twice as high."""
    return hat(delta, x) + hat(delta, x)


def of_the_first(delta: Value, x: tuple[Value, ...]) -> Value:
    """Return the hat of the first coordinate alone."""
    return hat(delta, x[:1])


def late_in_dimensions(delta: Value, x: tuple[Value, ...]) -> Value:
    """Return the hat of the first 1,000 coordinates alone."""
    return hat(delta, x[:1000])


def late_in_widths(delta: Number, x: Vector) -> Number:
    """Return the hat, and twice of it where it is wider than 1,296."""
    six = ONE + ONE + ONE + ONE + ONE + ONE
    return hat(delta, x) if delta <= six * six * six * six else twice(delta, x)


partition = Claim(
    id="lsrl/new-hat-partition",
    title="The hats of a grid add up to 1 and interpolate to within L sqrt(d) delta/2",
    source=Source(PAPER, "Sec. 4.1, beyond the text"),
    statement=r"\sum_v h_v = \delta,\quad \textstyle\sum_v h_v\,|q - v|_2^2 \le d\,\delta^3/4,"
    r"\quad \big|\sum_v \tfrac{h_v}{\delta} f(v) - f(q)\big| \le L \sqrt d\,\delta/2",
    assumptions=(
        r"every d, every grid of n cells of width $\delta$ per side, every q in its cube; heights"
        r" are $\delta$ times those that add up to 1",
        r"f is any function with $|f(v) - f(q)| \le L |v - q|_2$ at the nodes v",
        "the code of `relu` is read at exact numbers; on nodes it writes the program that"
        " `constructions.lsrl` compiles",
    ),
    subject=hat,
    says=says_partition,
    checks=(certificate(says_partition, proof=("hats.v", "hat_partition.v")),),
    mutants=(
        Mutant("no-minimum", without_minimum, "without the minimum"),
        Mutant("twice", twice, "twice as high"),
        Mutant("product", of_the_first, "of the first coordinate alone"),
    ),
    late=(
        Mutant("dimensions", late_in_dimensions, "of the first 1,000 coordinates alone"),
        Mutant("widths", late_in_widths, "twice as high where wider than 1,296"),
    ),
    new=True,
)
