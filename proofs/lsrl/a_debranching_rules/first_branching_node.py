r"""App. A, case 4: the first branching node has a user that reads nothing else.

Nodes have numbers, and read nodes with smaller ones. Up to the first branching node b the program
is a path, by induction: a node i + 1 that reads some j < i makes j branch, which j + 1 reads, too.
So node b + 1 reads b alone.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from proofs.lsrl import PAPER
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    all_of,
    check,
    implies,
    prove_for_all,
    reals,
)


def first_branching(inputs):
    """Return the first node that is used by two others, of a graph given by its inputs."""
    users = [sum(i in parts for parts in inputs) for i in range(len(inputs))]
    return next((i for i, number in enumerate(users) if number > 1), None)


def any_branching(inputs):
    """Return the last node that is used by two others."""
    users = [sum(i in parts for parts in inputs) for i in range(len(inputs))]
    return next((i for i in reversed(range(len(inputs))) if users[i] > 1), None)


def graphs(nodes):
    """Iterate over the graphs of some nodes: for each the set of its inputs among those before."""
    choices = [
        [set(parts) for size in range(1, i + 1) for parts in combinations(range(i), size)]
        for i in range(1, nodes)
    ]
    for inputs in product(*choices):
        yield [set(), *inputs]


@check("exact")
def check_small_graphs(branching):
    """Some user of the node reads it alone: all graphs of up to 6 nodes with one source."""
    for inputs in (graph for nodes in range(3, 7) for graph in graphs(nodes)):
        b = branching.find(inputs)
        if b is not None and {b} not in inputs:
            at = {"inputs": [sorted(parts) for parts in inputs], "node": b}
            return Evidence.refuted(Counterexample(at, "a user of it alone", "none"))
    return Evidence.holds("all graphs with one source of 3, 4, 5 and 6 nodes")


@dataclass(frozen=True)
class Branching:
    """How a branching node is chosen: `find` does it, `single(j, b)` are nodes with one user."""

    find: Callable[..., int | None] = first_branching
    single: Callable[[Any, Any], Any] = lambda j, b: j < b


i, j, b, users = reals("i j b users")


@check("proof")
def check_path(branching):
    """For i = 0, ..., b: node i + 1 reads node i and no other.

    Of j < i node j + 1 is a user by the induction, and i + 1 another one.
    """
    one_user = implies(branching.single(j, b), users == 1)
    reads = [j >= 0, j <= i, i <= b, (j == i) | (j <= i - 1), one_user]
    return all_of(
        {
            "i = 0": prove_for_all(j == i, assume=[*reads, i == 0]),
            "i": prove_for_all(j == i, assume=[*reads, implies(j <= i - 1, users >= 2)]),
        },
        "all graphs with one source",
        words=("induction over i, from all smaller ones: node j + 1 uses node j",),
    )


own_user = Claim(
    id="lsrl/case-4-exists",
    title="The first branching node has a user that reads nothing else",
    source=Source(PAPER, "App. A, case 4"),
    statement=r"\exists u:\ \mathrm{inputs}(u) = \{b\}",
    assumptions=("one source; nodes are numbered so that each reads nodes before it",),
    subject=Branching(),
    checks=(check_path, check_small_graphs),
    mutants=(
        Mutant("last", Branching(any_branching, lambda j, b: j > b), "the last branching node"),
    ),
    new=True,
    notes="So there is always a Concat for case 4 to replace. The preparation replaces it, too:"
    " where it is done again after each step, nothing is left to case 4.",
)
