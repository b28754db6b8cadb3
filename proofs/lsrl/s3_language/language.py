r"""Sec. 3: what the primitives compute, and what they refuse. LinState is in `linstate`.

A node that is written with weights of any sizes runs on arrays of a world (`free_weights`): that
is proved of all weights and tokens. The machine of exact numbers, which goes entry by entry, is
decided at a few sizes, for all tokens.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from constructions.arrays import concatenate
from constructions.arrays import relu as relu_of_array
from constructions.errors import ArgumentError, ShapeError
from constructions.lsrl import Concat, ForEach, Input, Lin, Multi, ReLU
from constructions.lsrl.language.nodes import Node
from proofs.lsrl import PAPER
from proofs.lsrl.free_weights import Token as AnyToken
from proofs.lsrl.free_weights import Weight, machine_of
from theorem_checks import (
    All,
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    SameOutputs,
    Source,
    Verdict,
    World,
    agree,
    all_of,
    check,
    conjunction,
    proof_of,
    prove_for_all_inputs,
    relu,
    simulation,
)

SEC_3 = Source(PAPER, "Sec. 3")

Write = Callable[..., Node]
Formula = Callable[..., Any]


class Reads:
    """What a node does, or its machine on a function of the token; without a state of its own."""

    def __init__(self, of: Callable[[Any], Any], cell: Any = None) -> None:
        self.of, self.cell = of, cell

    def initial_state(self) -> Any:
        """Return the machine's state, or none."""
        return () if self.cell is None else self.cell.initial_state()

    def step(self, state: Any, x: Any) -> tuple[Any, Any]:
        """Return the state after a token, and the value."""
        read = self.of(x)
        return (state, read) if self.cell is None else self.cell.step(state, read)


def without_state(same: Any) -> Evidence:
    """Prove it of machines that have no states, and of several."""
    if isinstance(same, All):
        return conjunction(same, *map(without_state, same.parts))
    return simulation(same, same.other.state)


def far(right: Any, wrong: Any) -> Mutant:
    """Return a late mutant: another node where weights have 90 rows or more."""

    def write(*given: Any) -> Any:
        weights = [part.held for part in given if isinstance(part, Weight)]
        return (wrong if weights and weights[0].shape[0] >= 90 else right)(*given)

    return Mutant("far", write, "another node where weights have 90 rows or more")


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

SLICES = (Case(3, affine, ([[0, 0, 1], [1, 0, 0]], [0, 0])), Case(2, affine, ([[0, 1]], [0])))


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


def concat_of(parts):
    """Write the Concat of nodes."""
    return Concat(parts)


def reversed_concat(parts):
    """Write it in the other order."""
    return Concat(parts[::-1])


def merged_concat(parts):
    """Write it without the parts that have been there before."""
    return Concat(list(dict.fromkeys(parts)))


def of_slices(write):
    """Return how it is written of slices of the token."""
    return lambda x, *parts: write([x[list(part)] for part in parts])


def second_source(x, one=1):
    """Write the Concat of the token and of a second Input."""
    return Concat(x, Input(one))


def _turned_if_large(parts):
    """Return parts in the other order where the first one is large."""
    A = getattr(parts[0], "A", None)
    return parts[::-1] if isinstance(A, Weight) and A.held.shape[0] >= 90 else parts


CONCATS = (
    Case(3, joined, ((0, 1), (2,))),
    Case(2, joined, ((1,), (1, 0), (0,))),
    Case(1, joined, ((0,),)),
    Case(2, joined, ((0, 1), (0, 1))),
)


@check("solver")
def check_slices(write):
    """It is one slice of the token after the other, for all tokens, at the sizes of the cases."""
    return definition_checks(CONCATS, wrong=(), error=ArgumentError)[0](of_slices(write))


def token(x):
    """Write the token itself."""
    return x


@check("solver")
def check_token(write):
    """The program of the source alone returns the token: all tokens of sizes 1 and 3."""
    parts = {}
    for dim in (1, 3):
        program = ForEach(write(Input(dim)))
        parts[f"dim = {dim}"] = prove_for_all_inputs(
            lambda xs, program=program: agree(xs, program(xs)), {"xs": (2, dim)}
        )
    return all_of(parts, "all tokens of sizes 1 and 3")


@check("exact")
def check_one_source(write):
    """A program of two sources is refused."""
    try:
        program = ForEach(write(Input(1)))
    except ArgumentError:
        return Evidence.holds("two sources joined by a Concat")
    return Evidence.refuted(Counterexample({"program": repr(program)}, "refused", "accepted"))


def says_token(write: Write, w: World) -> SameOutputs:
    """The machine of the source alone puts out the token."""
    n = w.size("n")
    x = w.array("x", n)
    found = machine_of(write(AnyToken(x, n)), x)
    return SameOutputs(w.machine(found, x), w.machine(Reads(lambda x: x), x))


def says_lin(write: Write, w: World) -> SameOutputs:
    """It is A x + b, for all A, b and x of any sizes."""
    m, n = w.size("m"), w.size("n")
    A, b, x = w.array("A", m, n), w.array("b", m), w.array("x", n)
    found = machine_of(write(AnyToken(x, n), Weight(A, m, n), Weight(b, m)), x)
    return SameOutputs(w.machine(found, x), w.machine(Reads(lambda x: A @ x + b), x))


def says_relu(write: Write, w: World) -> SameOutputs:
    """It is the ReLU of arrays, for tokens of any size."""
    n = w.size("n")
    x = w.array("x", n)
    found = machine_of(write(AnyToken(x, n)), x)
    return SameOutputs(w.machine(found, x), w.machine(Reads(relu_of_array), x))


def says_concat(write: Write, w: World) -> All:
    """It is one part after the other, for one, two and three parts of any sizes: affine maps."""
    n = w.size("n")
    x, parts = w.array("x", n), []
    sizes = [w.size(f"m_{i}") for i in (1, 2, 3)]
    W = [w.array(f"W_{i}", m, n) for i, m in enumerate(sizes, 1)]
    b = [w.array(f"b_{i}", m) for i, m in enumerate(sizes, 1)]
    for number in (1, 2, 3):
        source, own = AnyToken(x, n), list(zip(W, b, sizes, strict=True))[:number]
        maps = [Lin(source, Weight(A, m, n), Weight(c, m)) for A, c, m in own]
        found = machine_of(write(maps), x)

        def joined(x: Any, own: Any = own) -> Any:
            return concatenate([A @ x + c for A, c, _ in own])

        parts.append(SameOutputs(w.machine(found, x), w.machine(Reads(joined), x)))
    return All(tuple(parts))


def says_multi(write: Write, w: World) -> SameOutputs:
    """It is a times b on the token [a; b], for halves of any size."""
    n = w.size("n")
    a, b = w.array("a", n), w.array("b", n)
    written = write(AnyToken(concatenate([a, b]), 2 * n))
    found = Reads(lambda halves: concatenate(list(halves)), machine_of(written, a))
    wanted = Reads(lambda halves: halves[0] * halves[1])
    return SameOutputs(*(w.machine(cell, (a, b)) for cell in (found, wanted)))


input_ = Claim(
    id="lsrl/input",
    title="Input is the token",
    source=SEC_3,
    statement=r"\mathrm{Input}(x) = x",
    subject=token,
    says=says_token,
    checks=(
        proof_of(says_token, without_state).killing("cut-off"),
        check_token.killing("shifted", "constant"),
    ),
    late=(
        Mutant(
            "far",
            lambda x: x + ReLU(x - 10**9),
            "more than the token beyond 10^9",
        ),
        Mutant(
            "long",
            lambda x: x if x.dim < 1000 else ReLU(x),
            "its ReLU where it has 1000 entries or more",
        ),
    ),
    mutants=(
        Mutant("shifted", lambda x: x + 1, "x + 1"),
        Mutant("cut-off", ReLU, "its ReLU"),
        Mutant("constant", lambda x: 0 * x, "0"),
    ),
)

one_input = Claim(
    id="lsrl/one-input",
    title="A program has one Input: one of two sources is refused",
    source=SEC_3,
    statement=r"|\{v : v = \mathrm{Input}\}| = 1",
    assumptions=("two sources of one entry each, joined by a Concat",),
    subject=second_source,
    checks=(check_one_source,),
    mutants=(Mutant("same-source", lambda x: Concat(x, x), "takes the second for the first"),),
    expect=Verdict.HOLDS,
    notes="That a second source is refused is an error of the library, and statements are about "
    "what has a value; so it is tried.",
)

lin = Claim(
    id="lsrl/lin",
    title="Lin is A x + b",
    source=SEC_3,
    statement=r"\mathrm{Lin}[A, b](x) = A x + b",
    subject=Lin,
    says=says_lin,
    checks=(
        proof_of(says_lin, without_state).killing("dropped"),
        *definition_checks(
            (*LINS, *SLICES),
            wrong=((2, WIDE, [0, 0]), (3, WIDE, [0, 0, 0]), (3, TALL, [0, 0, 0])),
            error=ShapeError,
        ),
    ),
    assumptions=(
        "all sizes: on arrays, of NumPy or JAX, where slices are wires; entry by entry, slices"
        " too, at the sizes of the cases",
    ),
    late=(
        far(Lin, lambda x, A, _b: Lin(x, A)),
        Mutant(
            "long",
            lambda x, A, b: Lin(x, A, b if x.dim < 1000 else 0),
            "without b where the token has 1000 entries or more",
        ),
    ),
    mutants=(
        Mutant("dropped", lambda x, A, _b: Lin(x, A), "without b"),
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
    says=says_relu,
    assumptions=("all sizes: on arrays, of NumPy or JAX; entry by entry at the sizes 1 and 3",),
    late=(
        Mutant(
            "far",
            lambda x: ReLU(x) + ReLU(x - 10**9),
            "more than the token beyond 10^9",
        ),
        Mutant(
            "long",
            lambda x: ReLU(x) if x.dim < 1000 else x,
            "the token where it has 1000 entries or more",
        ),
    ),
    checks=(
        proof_of(says_relu, without_state).killing("nothing"),
        definition_checks(
            (Case(1, lambda x: list(map(relu, x))), Case(3, lambda x: list(map(relu, x)))),
            wrong=(),
            error=ShapeError,
        )[0],
    ),
    mutants=(
        Mutant("nothing", lambda x: x, "the token"),
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
    says=says_concat,
    assumptions=(
        "one, two and three parts, of any sizes, on arrays of NumPy or JAX; entry by entry slices"
        " of the token",
    ),
    checks=(proof_of(says_concat, without_state).killing("reversed"), check_slices.killing("set")),
    late=(
        Mutant(
            "far",
            lambda parts: Concat(_turned_if_large(parts)),
            "the other order where the first part has 90 entries or more",
        ),
    ),
    mutants=(
        Mutant("reversed", reversed_concat, "the parts in the other order"),
        Mutant("set", merged_concat, "each entry once"),
    ),
    notes="The text has two parts; the case of one and of three is the same. That parts of two"
    " sources are refused is lsrl/one-input.",
)

multi = Claim(
    id="lsrl/multi",
    title="Multi is the product of the halves, and refuses an odd size",
    source=SEC_3,
    statement=r"\mathrm{Multi}(x) = x[{:}n/2] \odot x[n/2{:}]",
    subject=Multi,
    says=says_multi,
    assumptions=("all sizes: on arrays, of NumPy or JAX; entry by entry at the sizes 2, 4 and 6",),
    checks=(
        proof_of(says_multi, without_state).killing("squares"),
        *definition_checks(
            (Case(2, halves_of), Case(4, halves_of), Case(6, halves_of)),
            wrong=((3,), (5,)),
            error=ShapeError,
        ),
    ),
    late=(
        Mutant(
            "far",
            lambda x: Multi(x) + ReLU(Multi(x) - 10**9),
            "more than the product beyond 10^9",
        ),
        Mutant(
            "long",
            lambda x: Multi(x) if x.dim < 1000 else ReLU(Multi(x)),
            "its ReLU where the token has 1000 entries or more",
        ),
    ),
    mutants=(
        Mutant("squares", lambda x: Multi(x[[*range(x.dim // 2)] * 2]), "of the first half"),
        Mutant("neighbours", neighbours, "the products of neighbours"),
        Mutant("sum", lambda x: x[: x.dim // 2] + x[x.dim // 2 : x.dim // 2 * 2], "a sum"),
    ),
)
