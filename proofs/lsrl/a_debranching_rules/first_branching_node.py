r"""App. A, case 4: the first branching node has a user that reads nothing else.

Nodes have numbers, and read nodes with smaller ones. Up to the first branching node b the program
is a path, by induction: a node i + 1 that reads some j < i makes j branch, which j + 1 reads, too.
So node b + 1 reads b alone. `first_branching_node.v` is this proof, about the code of `Graph` that
finds branching nodes, which is read.
"""

from typing import TypeAlias

from constructions.lsrl.language.graphs import branching_nodes
from proofs.lsrl import PAPER
from proofs.lsrl.s3_language.layer_by_layer import PROGRAMS
from theorem_checks import (
    All,
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    SameValues,
    Source,
    certificate,
    check,
    pure,
)

Positions: TypeAlias = tuple[int, ...]
Lists: TypeAlias = tuple[Positions, ...]


def inputs_of(choices: Lists) -> Lists:
    """Return what the nodes of a graph read, for each node but the source any list of numbers."""
    return ((), *(read_by(i, some) for i, some in enumerate(choices)))


def read_by(i: int, some: Positions) -> Positions:
    """Return what node i + 1 reads, one node at least: i for a number beyond i, or for none."""
    return tuple(j if j <= i else i for j in some) if len(some) > 0 else (i,)


def users_of(inputs: Lists) -> Lists:
    """Return for each node its users, with repetition, from what each one reads."""
    return tuple(
        tuple(i for i, parts in enumerate(inputs) for j in parts if j == node)
        for node in range(len(inputs))
    )


def begins_with_the_first(users: Lists, found: Positions) -> bool:
    """Whether the first of the nodes found is the first that has two uses or more.

    If there is none, none is found.
    """
    uses = tuple(len(its_users) for its_users in users)
    if len(found) == 0:
        return all(n <= 1 for n in uses)
    return all(
        any(i == b and n > 1 for i, n in enumerate(uses)) and all(n <= 1 for n in uses[:b])
        for b in found[:1]
    )


def has_a_user_of_its_own(inputs: Lists, found: Positions) -> bool:
    """Whether some node reads the first of the nodes found, if there is one, and nothing else."""
    return all(
        any(len(parts) > 0 and all(j == b for j in parts) for parts in inputs) for b in found[:1]
    )


def always(choices: Lists) -> bool:
    """Return that it is so."""
    return True


def says_own_user(branching, w):
    """The subject finds the first branching node of every graph, and a node reads it alone.

    Every graph is one with one source, node 0; each other node reads one node before it, or more.
    """
    inputs = pure(inputs_of, "choices")
    users = pure(users_of, inputs)
    found = pure(branching, users)
    true = pure(always, "choices")
    return All(
        (
            SameValues(pure(begins_with_the_first, users, found), true),
            SameValues(pure(has_a_user_of_its_own, inputs, found), true),
        )
    )


@check("exact")
def check_programs(branching):
    """So it is in graphs of programs, whose users and inputs are those of the statement."""
    for name, program in PROGRAMS.items():
        graph = program.graph
        if len(graph) > 200:
            continue
        assert graph.inputs == inputs_of(graph.inputs[1:])
        assert graph.users == users_of(graph.inputs)
        found = branching(graph.users)
        if not has_a_user_of_its_own(graph.inputs, found):
            at = {"program": name, "node": found[0]}
            return Evidence.refuted(Counterexample(at, "a user of it alone", "none"))
    return Evidence.holds(", ".join(PROGRAMS))


def last_branching(users: Lists) -> Positions:
    """Return the last node that is used more than once."""
    found = branching_nodes(users)
    return found[len(found[1:]) :]


def read_by_several(users: Lists) -> Positions:
    """Return the nodes that are used by two nodes or more, each counted once."""
    return tuple(
        i
        for i, its_users in enumerate(users)
        if any(one != other for one in its_users for other in its_users)
    )


def used(users: Lists) -> Positions:
    """Return the nodes that are used."""
    return tuple(i for i, its_users in enumerate(users) if len(its_users) > 0)


def late_in_nodes(users: Lists) -> Positions:
    """Return the branching nodes; in a graph of over 1,000 nodes the last one."""
    return branching_nodes(users) if len(users) <= 1000 else last_branching(users)


def late_in_users(users: Lists) -> Positions:
    """Return the nodes that are used more than once, and not 1,000 times or more."""
    return tuple(i for i, parts in enumerate(users) if len(parts) > 1 if len(parts) < 1000)


own_user = Claim(
    id="lsrl/case-4-exists",
    title="The first branching node has a user that reads nothing else",
    source=Source(PAPER, "App. A, case 4"),
    statement=r"b = \min \{i : |\mathrm{users}(i)| \ge 2\} \implies"
    r" \exists u:\ \mathrm{inputs}(u) = \{b\}",
    assumptions=("one source; nodes are numbered so that each reads nodes before it",),
    subject=branching_nodes,
    says=says_own_user,
    checks=(
        certificate(says_own_user, proof="first_branching_node.v").killing(
            "last", "several", "used"
        ),
        check_programs.killing("last"),
    ),
    mutants=(
        Mutant("last", last_branching, "the last branching node"),
        Mutant("several", read_by_several, "a user that reads a node twice is one user"),
        Mutant("used", used, "nodes with one user, too"),
    ),
    late=(
        Mutant("nodes", late_in_nodes, "the last branching node of graphs of over 1,000 nodes"),
        Mutant("users", late_in_users, "no nodes that are used 1,000 times"),
    ),
    new=True,
    notes="So there is always a Concat for case 4 to replace. The preparation replaces it, too:"
    " where it is done again after each step, nothing is left to case 4.",
)
