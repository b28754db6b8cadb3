r"""Sec. 4.1: how many prompts any model needs to come near all Lipschitz functions.

On a grid of m cells a side put on each cell a tent of height $\pm L/2m$: these are $2^{m^d}$
functions, L-Lipschitz, and two of them differ by $L/m$ at some centre. If $L/m > 2\epsilon$ no
output is within $\epsilon$ of both, so that each needs a prompt of its own. `bits_of_prompt.v` is
this proof, for any model: a list of its outputs at the centres, one for each prompt.
"""

from typing import Any, TypeAlias

from constructions.lsrl.language.cyclotomic import Number
from constructions.lsrl.language.numbers import ONE, ZERO
from proofs.lsrl import PAPER
from proofs.lsrl.s4_1_continuous_functions.hat_partition import (
    Vector,
    absolute,
    always,
    multiple,
    square,
    value_at,
)
from theorem_checks import (
    All,
    Claim,
    Mutant,
    SameValues,
    Source,
    certificate,
    check,
    implies,
    prove_for_all,
    pure,
    pure_each,
    reals,
)

Signs: TypeAlias = tuple[bool, ...]
Words: TypeAlias = tuple[tuple[int, ...], ...]


def tent(slope: Number, half: Number, distance: Number) -> Number:
    """Return the height of the tent of this half-width, at a distance from its centre."""
    return slope * (half - distance)


def power(base: int, exponent: int) -> int:
    """Return the product of so many equal factors."""
    found = 1
    for _ in range(exponent):
        found = found * base
    return found


def words(symbols: int, length: int) -> Words:
    """Return all sequences of so many of the symbols 0, 1, ..., symbols - 1."""
    found: Words = ((),)
    for _ in range(length):
        found = tuple((*v, k) for v in found for k in range(symbols))
    return found


def larger(a: Number, b: Number) -> Number:
    """Return the larger one."""
    return a if a >= b else b


def apart(p: Vector, q: Vector) -> Number:
    """Return the largest difference of two entries."""
    largest = ZERO
    for a, b in zip(p, q, strict=False):
        largest = larger(largest, larger(a - b, b - a))
    return largest


def half_width(cells: int) -> Number:
    """Return half of the width of a cell of [0, 1]."""
    both: Any = multiple(2 * cells, ONE)
    return ONE / both if both != 0 else ZERO


def centres(cells: int, dim: int) -> tuple[Vector, ...]:
    """Return the centres of the cells of the cube, so many a side."""
    return tuple(
        tuple(multiple(2 * k + 1, half_width(cells)) for k in cell) for cell in words(cells, dim)
    )


def from_point(cells: int, p: Vector) -> Vector:
    """Return the distances of a point from all centres."""
    return tuple(apart(p, c) for c in centres(cells, len(p)))


def from_centres(cells: int, dim: int) -> Vector:
    """Return the distances of all centres from all centres, one centre after the other."""
    return tuple(apart(p, c) for p in centres(cells, dim) for c in centres(cells, dim))


def as_long(p: Vector, q: Vector) -> Vector:
    """Return q with as many entries as p: so any second point beside p."""
    return tuple(value_at(q, i) for i in range(len(p)))


def sign_at(signs: Signs, i: int) -> bool:
    """Return the sign of a cell: any, minus where none is listed."""
    return signs[i] if i < len(signs) else False


def signed(a: Number, plus: bool) -> Number:
    """Return a positive part, or minus that."""
    return larger(a, ZERO) if plus else -larger(a, ZERO)


def tents(heights: Vector, signs: Signs) -> Number:
    """Return the sum of the tents with their signs, of which each is 0 beyond its half-width."""
    return sum((signed(h, sign_at(signs, i)) for i, h in enumerate(heights)), ZERO)


def is_lipschitz(
    heights: Vector, others: Vector, signs: Signs, slope: Number, p: Vector, q: Vector
) -> bool:
    """Whether the function changes between two points by at most L |p - q|, in squares."""
    change = tents(heights, signs) - tents(others, signs)
    between = tuple(a - b for a, b in zip(p, q, strict=False))
    return change * change <= slope * slope * square(between)


def signs_of(k: int, number: int) -> Signs:
    """Return the binary digits of k, the lowest first: so many signs."""
    found: Signs = ()
    for _ in range(number):
        found, k = (*found, k % 2 == 1), k // 2
    return found


def is_met(outputs: Vector, heights: Vector, signs: Signs, number: int, error: Number) -> bool:
    """Whether outputs are within the error of a function at each of so many centres."""
    return all(
        absolute(value_at(outputs, i) - tents(heights[i * number : (i + 1) * number], signs))
        <= error
        for i in range(number)
    )


def answers(model: tuple[Vector, ...], symbols: int, length: int) -> tuple[Vector, ...]:
    """Return the outputs of a model at the centres, for each prompt of so many symbols."""
    return tuple(outputs for _, outputs in zip(words(symbols, length), model, strict=False))


def needs_prompts(
    heights: Vector,
    model: tuple[Vector, ...],
    symbols: int,
    length: int,
    cells: int,
    dim: int,
    slope: Number,
    error: Number,
) -> bool:
    """Whether 2^(m^d) <= A^N, or a function is missed on each prompt, if m < L / 2 eps.

    Of the functions it is one of the first, one more than there are prompts.
    """
    if cells == 0 or slope <= multiple(2 * cells, error):
        return True
    number, found = power(cells, dim), answers(model, symbols, length)
    return power(2, number) <= power(symbols, length) or any(
        all(not is_met(outputs, heights, signs_of(k, number), number, error) for outputs in found)
        for k in range(len(found) + 1)
    )


def says_needs_prompts(height, w):
    """All sums of tents are Lipschitz; and too few prompts miss one of them, whatever the model.

    For all L >= 0, eps, numbers of cells and dimensions. A model is any list of outputs at the
    centres, one for each sequence of N of the A symbols. N log A >= (ceil(L / 2 eps) - 1)^d is this
    at m = ceil(L / 2 eps) - 1, the largest number below L / 2 eps.
    """
    slope, half = pure(absolute, "slope"), pure(half_width, "cells")
    other = pure(as_long, "point", "other")
    here, there = (
        pure_each(height, slope, half, pure(from_point, "cells", p)) for p in ("point", other)
    )
    at_centres = pure_each(height, slope, half, pure(from_centres, "cells", "dim"))
    prompts = ("model", "symbols", "length", "cells", "dim")
    true = pure(always, "point")
    return All(
        (
            SameValues(pure(is_lipschitz, here, there, "signs", slope, "point", other), true),
            SameValues(pure(needs_prompts, at_centres, *prompts, slope, "error"), true),
        )
    )


L, eps, root = reals("L eps root_d")


@check("solver")
def check_recipe_is_as_long(tent_at):
    """The recipe has at most (2 sqrt(d) + 1)^d times as many tokens as there are tents.

    With z = L/(2 eps) >= 2 it has k = ceil(sqrt(d) z) cells a side, and the bound m = ceil(z) - 1,
    the largest number below z. That is a constant: no power of 1/eps is lost.
    """
    recipe, cells, z = reals("k m z")
    top = tent_at(L, 1 / (2 * cells), 0 * cells)
    assume = [L > 0, z >= 2, root >= 1, recipe < root * z + 1, cells + 1 >= z, cells >= 1]
    told_apart = implies(cells < z, 2 * z * top > L)
    return prove_for_all((recipe <= (2 * root + 1) * cells) & told_apart, assume=assume)


def steep(slope: Number, half: Number, distance: Number) -> Number:
    """Return a tent that is 2 L-Lipschitz."""
    return (slope + slope) * (half - distance)


def box(slope: Number, half: Number, distance: Number) -> Number:
    """Return the height of a box."""
    return slope if distance <= half else ZERO


def flat(slope: Number, half: Number, distance: Number) -> Number:
    """Return a tent that is half as high."""
    two = ONE + ONE
    return slope * (half - distance) * (ONE / two if two != 0 else ZERO)


def late_in_cells(slope: Number, half: Number, distance: Number) -> Number:
    """Return the tent, and nothing where it is narrower than 1/2,592."""
    six = ONE + ONE + ONE + ONE + ONE + ONE
    return tent(slope, half, distance) if half * (six * six * six * six) >= ONE else ZERO


as_good = Claim(
    id="lsrl/as-good-as-hope",
    title="No fixed model does with fewer than order eps^-d bits of prompt",
    source=Source(PAPER, "Sec. 4.1"),
    statement=r"N \log_2 A \ge \big(\lceil L/2\epsilon \rceil - 1\big)^d",
    assumptions=(
        "tokens from an alphabet of A symbols, such as numbers of a fixed precision; prompts of N",
        r"one model for all L-Lipschitz $f: [0, 1]^d \to \mathbb R$, error at most $\epsilon$"
        " everywhere: it is asked for those functions alone that are sums of tents, at the centres",
    ),
    subject=tent,
    says=says_needs_prompts,
    checks=(
        certificate(says_needs_prompts, proof="bits_of_prompt.v").killing("steep", "flat-top"),
        check_recipe_is_as_long.killing("half"),
    ),
    mutants=(
        Mutant("steep", steep, "2 L-Lipschitz"),
        Mutant("flat-top", box, "boxes, not tents"),
        Mutant("half", flat, "half as high"),
    ),
    late=(Mutant("narrow", late_in_cells, "no tents on more than 648 cells a side"),),
    notes="'As good as one can hope' is true in this sense, for every architecture. A token of real"
    " numbers of unlimited precision can hold any number of bits; but programs without Multi cannot"
    " make much of them: lsrl/new-real-tokens.",
)
