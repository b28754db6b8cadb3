r"""Sec. 3, 'Syntactic sugar': sums, multiples, slices and products, written with operators.

Each is tried on nodes of one number and of several, and with constants of both kinds: where one of
two has one number, it is that of all entries of the other. What is not linear of two nodes is one
product; all else adds `Lin` nodes and Concats alone.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from constructions.arrays import EXACT
from constructions.lsrl import ForEach, Input, LinState, Node, ReLU
from proofs.lsrl import PAPER
from theorem_checks import Claim, Counterexample, Evidence, Mutant, Source, Verdict, check

Binary = Callable[[Any, Any], Any]

NUMBERS = {"one": [3], "three": [2, -1, 4]}
"""Constants to go with a node: one for all entries, or one for each."""


def added(a, b):
    """Return a + b."""
    return a + b


def subtracted(a, b):
    """Return a - b."""
    return a - b


def multiplied(a, b):
    """Return a * b, entry by entry."""
    return a * b


@dataclass(frozen=True)
class Written:
    """How a program writes a sum, a difference and a product of two, and a slice and a quotient."""

    sum: Binary = added
    difference: Binary = subtracted
    product: Binary = multiplied
    picked: Binary = lambda x, key: x[key]
    quotient: Binary = lambda x, number: x / number
    negative: Callable[[Any], Any] = lambda x: -x
    mapped: Binary = lambda A, x: A @ x


def cases(written, x, y, size):
    """Yield, by name, what a program puts out, and what its values are, for nodes of a size."""
    binary = {"+": (written.sum, added), "-": (written.difference, subtracted)}
    for sign, (made, meant) in (binary | {"*": (written.product, multiplied)}).items():
        yield f"x {sign} y", made(x, y), lambda x, y, meant=meant: meant(x, y)
        yield f"y {sign} x", made(y, x), lambda x, y, meant=meant: meant(y, x)
        yield f"x {sign} x", made(x, x), lambda x, y, meant=meant: meant(x, x)
        for name, numbers in NUMBERS.items():
            if len(numbers) not in (1, size) and size != 1:
                continue
            told = numbers[0] if len(numbers) == 1 else numbers
            c = np.array(told)
            yield f"x {sign} {name}", made(x, told), lambda x, y, c=c, meant=meant: meant(x, c)
            yield f"{name} {sign} x", made(told, x), lambda x, y, c=c, meant=meant: meant(c, x)
    yield "-x", written.negative(x), lambda x, y: -x
    yield "x / 2", written.quotient(x, 2), lambda x, y: x / 2
    A = [[1 + i - 2 * j for j in range(size)] for i in range(2)]
    yield "A x", written.mapped(A, x), lambda x, y: EXACT.array(A) @ x
    for key in (0, -1, slice(None), [0, 0], slice(size // 2, None)):
        here = [key] if isinstance(key, int) else key
        yield f"x[{key}]", written.picked(x, key), lambda x, y, here=here: x[here]


LINEAR = {"Input", "Lin", "Concat"}
PRODUCTS = ("x * y", "y * x", "x * x")


@check("exact")
def check_values(written):
    """What a program puts out is what the operators say; all but one product are Lin and Concat."""
    count = 0
    for size in (1, 3):
        token = Input(size + 1)
        x, y = token[:size], token[size]
        values = EXACT.array([[5, -7, 2, 3][: size + 1], [-2, 4, -1, -6][: size + 1]])
        for name, node, meant in cases(written, x, y, size):
            if not isinstance(node, Node):
                return refuted(name, size, "a node", type(node).__name__)
            kinds = [type(part).__name__ for part in ForEach(node).graph.nodes]
            products = kinds.count("Multi")
            if {*kinds} - LINEAR - {"Multi"} or products != (name in PRODUCTS):
                wanted = "Lin and Concat, and one Multi for a product of two"
                return refuted(name, size, wanted, ", ".join(sorted(kinds)))
            found = ForEach(node)(values.tolist()).tolist()
            wanted = [meant(value[:size], value[size:]).tolist() for value in values]
            if found != wanted:
                return refuted(name, size, wanted, found)
            count += 1
    return Evidence.holds(f"{count} programs of nodes of size 1 and 3, two tokens")


def refuted(name, size, wanted, found):
    """Evidence that a program is not what it is written as."""
    at = {"program": name, "size of x": size}
    return Evidence.refuted(Counterexample(at, str(wanted), str(found)))


def by_relus(x):
    """Return -x as a difference of ReLUs."""
    return ReLU(-1 * x) - ReLU(x)


def by_state(a, b):
    """Return a + b, beside which a state is kept."""
    return a + b + 0 * LinState(a + b, 1, 1) if is_number(a + b) else a + b


def by_two_products(a, b):
    """Return a b, and beside it another product times 0."""
    return a * b + 0 * ((a * b) * (a * b)) if is_number(a * b) else a * b


def is_number(value):
    """Whether a value is a node of size 1."""
    return isinstance(value, Node) and value.dim == 1


WRITTEN = Written()

sugar = Claim(
    id="lsrl/new-operators",
    title="Sums, multiples and slices of variables are Lin nodes with just these values",
    source=Source(PAPER, "Sec. 3, syntactic sugar"),
    statement=r"x + y,\ x - y,\ c x,\ x[l{:}u] \text{ are Lin nodes and Concats},"
    r"\quad x \odot y \text{ is one Multi more}",
    assumptions=("one number beside several is that of each",),
    subject=WRITTEN,
    checks=(check_values,),
    mutants=(
        Mutant("turned", replace(WRITTEN, difference=lambda a, b: b - a), "y - x for x - y"),
        Mutant("plus", replace(WRITTEN, product=added), "a sum for a product"),
        Mutant("next", replace(WRITTEN, picked=lambda x, key: x[-1]), "the last entry alone"),
        Mutant("times", replace(WRITTEN, quotient=lambda x, c: x * c), "x * 2 for x / 2"),
        Mutant("by-relus", replace(WRITTEN, negative=by_relus), "-x by ReLUs"),
        Mutant("by-state", replace(WRITTEN, sum=by_state), "a state beside x + y"),
        Mutant("by-two-products", replace(WRITTEN, product=by_two_products), "another product"),
    ),
    expect=Verdict.HOLDS,
    new=True,
    notes="That +, *, / and brackets make these nodes is what methods of Python's objects do, "
    "which are not read. What the nodes compute is proved for all sizes (lsrl/lin, "
    "lsrl/concat, lsrl/multi).",
)
