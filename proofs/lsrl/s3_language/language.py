r"""Sec. 3: what the primitives compute, and what they refuse. LinState is in `linear_rnns`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from constructions.errors import ArgumentError, ShapeError
from constructions.lsrl import Concat, ForEach, Input, Lin, Multi, ReLU
from constructions.lsrl.language.nodes import Node
from proofs.lsrl import PAPER
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    agree,
    all_of,
    check,
    prove_for_all_inputs,
    relu,
)

SEC_3 = Source(PAPER, "Sec. 3")

Write = Callable[..., Node]
Formula = Callable[..., Any]


@dataclass(frozen=True)
class Case:
    """Numbers of a node, the size of its token, and how its value is computed by hand."""

    dim: int
    formula: Formula
    numbers: tuple[Any, ...] = ()


def definition_checks(cases, *, wrong, error):
    """Return two checks of how a node is written: its values, and what is refused."""

    @check("solver")
    def check_value(write):
        """It is the formula, for all tokens, at the sizes of the cases."""
        parts = {}
        for case in cases:
            source = Input(case.dim)
            try:
                program = ForEach(write(source, *case.numbers))
            except (ShapeError, ArgumentError) as refused:
                return Evidence.refuted(Counterexample({"dim": case.dim}, "a node", str(refused)))

            def same(xs, program=program, case=case):
                wanted = np.array([case.formula(list(x), *case.numbers) for x in xs], dtype=object)
                return agree(wanted, program(xs))

            parts[f"case {len(parts)}"] = prove_for_all_inputs(same, {"xs": (2, case.dim)})
        return all_of(parts, f"all tokens; {len(cases)} choices of sizes and numbers")

    @check("exact")
    def check_refused(write):
        """What does not fit is refused, as it is written."""
        for dim, *numbers in wrong:
            try:
                write(Input(dim), *numbers)
            except error:
                continue
            at = {"dim": dim, "numbers": numbers}
            return Evidence.refuted(Counterexample(at, "refused", "accepted"))
        return Evidence.holds(f"{len(wrong)} that do not fit")

    return check_value, check_refused


def affine(x, A, b):
    """Return A x + b."""
    products = [sum(e * v for e, v in zip(row, x, strict=True)) for row in A]
    return [product + c for product, c in zip(products, b, strict=True)]


WIDE, TALL = [[2, -1, 3], [1, 1, -2]], [[1, 2], [-3, 1], [4, -1]]
LINS = (
    Case(3, affine, (WIDE, [1, -2])),
    Case(2, affine, (TALL, [0, 5, -1])),
    Case(1, affine, ([[-2]], [3])),
)


def cut_to_fit(x, A, b, sign):
    """Write a Lin of A and of b with another factor, leaving out what does not fit."""
    rows = [[*row, *[0] * x.dim][: x.dim] for row in A]
    return Lin(x, rows, [sign * e for e in [*b, *[0] * len(A)][: len(A)]])


def halves_of(x):
    """Return the products of the first half with the second."""
    half = len(x) // 2
    return [u * v for u, v in zip(x[:half], x[half:], strict=True)]


def neighbours(x):
    """Write the products of neighbours."""
    half = x.dim // 2
    return Multi(x[[*range(0, 2 * half, 2), *range(1, 2 * half, 2)]])


def joined(x, *parts):
    """Return the entries that the parts pick, one after the other."""
    return [x[i] for part in parts for i in part]


def concat_of(x, *parts):
    """Write the Concat of slices."""
    return Concat([x[list(part)] for part in parts])


def reversed_concat(x, *parts):
    """Write it in the other order."""
    return concat_of(x, *parts[::-1])


def merged_concat(x, *parts):
    """Write it without the entries that have been there before."""
    seen = list(dict.fromkeys(i for part in parts for i in part))
    return x[seen]


def second_source(x, one=1):
    """Write the Concat of the token and of a second Input."""
    return Concat(x, Input(one))


@dataclass(frozen=True)
class Token:
    """The token as a node, and what is written for two of them."""

    write: Write = lambda x: x
    two: Write = second_source


@check("solver")
def check_token(source):
    """The program of the source alone returns the token: all tokens of sizes 1 and 3."""
    parts = {}
    for dim in (1, 3):
        program = ForEach(source.write(Input(dim)))
        parts[f"dim = {dim}"] = prove_for_all_inputs(
            lambda xs, program=program: agree(xs, program(xs)), {"xs": (2, dim)}
        )
    return all_of(parts, "all tokens of sizes 1 and 3")


@check("exact")
def check_one_source(source):
    """A program of two sources is refused."""
    try:
        program = ForEach(source.two(Input(1)))
    except ArgumentError:
        return Evidence.holds("two sources joined by a Concat")
    return Evidence.refuted(Counterexample({"program": repr(program)}, "refused", "accepted"))


input_ = Claim(
    id="lsrl/input",
    title="Input is the token, and a program has one",
    source=SEC_3,
    statement=r"\mathrm{Input}(x) = x",
    subject=Token(),
    checks=(check_token.killing("shifted", "constant"), check_one_source.killing("same-source")),
    mutants=(
        Mutant("shifted", Token(write=lambda x: x + 1), "x + 1"),
        Mutant("constant", Token(write=lambda x: 0 * x), "0"),
        Mutant("same-source", Token(two=lambda x: Concat(x, x)), "takes the second for the first"),
    ),
)

lin = Claim(
    id="lsrl/lin",
    title="Lin is A x + b",
    source=SEC_3,
    statement=r"\mathrm{Lin}[A, b](x) = A x + b",
    subject=Lin,
    checks=definition_checks(
        LINS,
        wrong=((2, WIDE, [0, 0]), (3, WIDE, [0, 0, 0]), (3, TALL, [0, 0, 0])),
        error=ShapeError,
    ),
    mutants=(
        Mutant("unbiased", lambda x, A, b: cut_to_fit(x, A, b, 0), "without b, and cut to fit"),
        Mutant("minus", lambda x, A, b: cut_to_fit(x, A, b, -1), "-b, and cut to fit"),
    ),
)

rectifier = Claim(
    id="lsrl/relu",
    title="ReLU is max(0, x), entry by entry",
    source=SEC_3,
    statement=r"\mathrm{ReLU}(x) = \max(0, x)",
    subject=ReLU,
    checks=(
        definition_checks(
            (Case(1, lambda x: list(map(relu, x))), Case(3, lambda x: list(map(relu, x)))),
            wrong=(),
            error=ShapeError,
        )[0],
    ),
    mutants=(
        Mutant("absolute", lambda x: ReLU(x) + ReLU(-x), "|x|"),
        Mutant("leaky", lambda x: ReLU(x) - ReLU(-x) / 100, "x/100 for x < 0"),
        Mutant("of-the-sum", lambda x: ReLU(Lin(x, [[1] * x.dim] * x.dim)), "of a sum"),
    ),
)

concat = Claim(
    id="lsrl/concat",
    title="Concat has the entries of its parts one after the other",
    source=SEC_3,
    statement=r"\mathrm{Concat}(x, y) = (x_1, \dots, x_{|x|}, y_1, \dots, y_{|y|})",
    subject=concat_of,
    checks=(
        definition_checks(
            (
                Case(3, joined, ((0, 1), (2,))),
                Case(2, joined, ((1,), (1, 0), (0,))),
                Case(1, joined, ((0,),)),
            ),
            wrong=(),
            error=ArgumentError,
        )[0],
    ),
    mutants=(
        Mutant("reversed", reversed_concat, "the parts in the other order"),
        Mutant("set", merged_concat, "each entry once"),
    ),
    notes="The text has two parts; the case of one and of three is the same. That parts of two"
    " sources are refused is in lsrl/input.",
)

multi = Claim(
    id="lsrl/multi",
    title="Multi is the product of the halves, and refuses an odd size",
    source=SEC_3,
    statement=r"\mathrm{Multi}(x) = x[{:}n/2] \odot x[n/2{:}]",
    subject=Multi,
    checks=definition_checks(
        (Case(2, halves_of), Case(4, halves_of), Case(6, halves_of)),
        wrong=((3,), (5,)),
        error=ShapeError,
    ),
    mutants=(
        Mutant("neighbours", neighbours, "the products of neighbours"),
        Mutant("sum", lambda x: x[: x.dim // 2] + x[x.dim // 2 : x.dim // 2 * 2], "a sum"),
    ),
)
