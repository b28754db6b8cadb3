"""App. A: the printed rules need not end, and what they do to the number of branches.

Programs are debranched by the rules as printed, and the trace is looked at: one program comes back
after four steps, so that the rules need not end, with or without the preparation between cases.
What is true of all cases is a book: how many nodes and edges a case adds, by the numbers of users,
from which $E - V + 1$ changes only in case 4. How large the path gets is proved on a family in
which each round doubles the value, by the rounds' own structure.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

import sympy as sp

from constructions.lsrl import Concat, ForEach, Input, Lin, LinState, Multi, Node, ReLU
from constructions.lsrl.compiler.levelised import levelised
from constructions.lsrl.compiler.path_normal_form import path_normal_form
from constructions.lsrl.compiler.rules.debranching import (
    CASES,
    EndlessRewritingError,
    case_of,
    debranched,
)
from constructions.lsrl.compiler.rules.edits import edited, followers
from constructions.lsrl.compiler.rules.preparation import PREPARATION
from constructions.lsrl.programs.majority import majority_of_ones
from proofs.lsrl import PAPER
from proofs.lsrl.a_debranching_rules.size_of_paths import entries
from theorem_checks import (
    Claim,
    Control,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    Verdict,
    all_of,
    check,
    prove_identity,
    prove_recurrence,
)

SOURCE = Source(PAPER, "App. A")

token, pair = Input(dim=1), Input(dim=2)
PROGRAMS = {
    "(x, x^2)": ForEach(Concat(token, Multi(Concat(token, token)))),
    "(x1 x2, relu(x1))": ForEach(Concat(pair[0] * pair[1], ReLU(pair[0]))),
    "a state and a product": ForEach(Concat(LinState(pair[0], 2, 1), Multi(pair[[1, 0]]))),
    "Figure 1": majority_of_ones(),
}


def by_rules(program):
    """Apply the printed rules, preparation included, as long as there is a branching node."""
    return debranched(program).path


def by_mended_rules(program):
    """Apply the mended rules until nothing is left, each of which lowers the measure."""
    return path_normal_form(program, check=True).path


@check("exact")
def check_ends(compile_):
    """It returns a path with the same outputs for each of four programs, and for that path."""
    for name, program in PROGRAMS.items():
        try:
            path = compile_(program)
            again = compile_(path)
        except EndlessRewritingError as error:
            at = {"program": name}
            return Evidence.refuted(Counterexample(at, "a path", "a circle", str(error)))
        xs = [[i - 1] * program.input.dim for i in range(4)]
        for one in (path, again):
            if not one.graph.is_path or one(xs).tolist() != program(xs).tolist():
                return Evidence.refuted(Counterexample({"program": name}, "its path", repr(one)))
    return Evidence.holds(f"{', '.join(PROGRAMS)}, and their paths")


def prepared(program):
    """Apply the preparation as long as it applies."""
    graph = program.graph
    for i, rule in product(range(len(graph)), PREPARATION.values()):
        edits = rule(graph, i)
        if edits is not None:
            return prepared(ForEach(edited(graph, edits)))
    return program


def by_cases(program):
    """Prepare once, and then return the programs after 0, 1, ..., 24 cases, or up to a path."""
    programs = [prepared(program)]
    while not programs[-1].graph.is_path and len(programs) < 25:
        graph = programs[-1].graph
        first = graph.branching[0]
        rule = CASES[case_of(graph, first)]
        programs.append(ForEach(edited(graph, rule(graph, first))))
    return programs


def at_once(program):
    """Return the program and its levelised path."""
    return [program, levelised(program)]


@check("exact")
def check_ends_without_preparation(run):
    """The last of the programs is a path, or at least the last two steps made something new.

    A program that is as it was two steps before, but for Lins in a row, has the same cases again.
    """
    for name, program in PROGRAMS.items():
        *_, before, _, after = [None, *run(program)]
        if not after.graph.is_path and prepared(before) == prepared(after):
            at = {"program": name, "steps": 24}
            more = len(after.nodes) - len(before.nodes)
            found = f"what there was two steps before, with {more} Lins more"
            return Evidence.refuted(Counterexample(at, "a path", found))
    return Evidence.holds(", ".join(PROGRAMS))


def branches_at_first(graph):
    """Return how many nodes read the first branching node; 1 on a path."""
    return max((len(graph.users[i]) for i in graph.branching[:1]), default=1)


def branches_in_all(graph):
    """Return E - V + 1, the ways beyond one, added up over all nodes."""
    return sum(map(len, graph.inputs)) - len(graph) + 1


def branches_there(graph):
    """Return how many nodes read the node b of the examples."""
    return len(graph.users[graph.position(b)])


READINGS: dict[str, Callable[..., int]] = {
    "the users of the first branching node": branches_at_first,
    "the users of that node": branches_there,
    "the users beyond one of all nodes": branches_in_all,
    "the branching nodes": lambda graph: len(graph.branching),
}

b = LinState(pair, A=[[1, 0], [1, 2]], B=[[1, -1], [0, 2]])
half = b[0]
state, other_state = LinState(b, 2, [[1, 1]], 1), LinState(b, 1, [[0, 1]])
lin, other_lin = Lin(b, [[1, 2]], 1), Lin(b, [[0, 3], [1, 1]])
EXAMPLES: dict[str, tuple[Node, ...]] = {
    "1A": (Concat(Multi(b), Multi(b)), Concat(Multi(b), ReLU(Multi(b)), Multi(b))),
    "1B": (Concat(Multi(b), ReLU(b)), Concat(Multi(b), ReLU(b), ReLU(b), Multi(b))),
    "2": (Concat(state, other_state), Concat(state, ReLU(state), other_state)),
    "3": (Concat(ReLU(b), ReLU(b)), Concat(ReLU(b), ReLU(ReLU(b)), ReLU(b))),
    "4": (Concat(Concat(b, b), b), Concat(b, b, b)),
    "5A": (
        Concat(b[0], b[1]),
        Concat(ReLU(b[0]), Lin(b[1], [[2]]), Multi(b[[0, 1]]), Multi(b[[1, 1]])),
        Concat(ReLU(b[0]), b[1], b[0]),
        Concat(ReLU(half), ReLU(half), ReLU(b[1])),
    ),
    "5B": (Concat(ReLU(lin), other_lin), Concat(lin, lin, b[0])),
    "6": (Concat(state, ReLU(b), b), Concat(state, b, b)),
    "7A": (Concat(ReLU(lin), ReLU(b)), Concat(ReLU(b), ReLU(lin), ReLU(other_lin))),
    "7B": (Concat(lin, ReLU(b)), Concat(lin, ReLU(lin), ReLU(b))),
    "8": (Concat(lin, b), Concat(lin, b, b[0], b)),
    "9": (Concat(ReLU(b), b), Concat(ReLU(b), b, b)),
    "10": (Concat(ReLU(b), b, lin, ReLU(other_lin)),),
}
"""Programs for each case, with more users of a kind and with users that branch themselves."""

PRINTED: dict[str, Callable[[int], bool]] = {
    "1A": lambda change: change == -1,
    "1B": lambda change: change == 0,
    "2": lambda change: change == 0,
    "3": lambda change: change == -1,
    "5A": lambda change: change >= 0,
}
"""'This removes one branch', 'keeps the number of branches unchanged', 'does not reduce'."""

REPAIRED: dict[str, Callable[[int], bool]] = dict.fromkeys(PRINTED, lambda change: change == 0)


@dataclass(frozen=True)
class Statement:
    """What the cases do to the number of branches, in one reading or, if None, in some one."""

    changes: dict[str, Callable[[int], bool]]
    reading: str | None = None


def applied(node, case):
    """Return the graphs before and after one application of a case at b."""
    graph = ForEach(node).graph
    position = graph.position(b)
    assert case_of(graph, position) == case
    return graph, ForEach(edited(graph, CASES[case](graph, position))).graph


@check("exact")
def check_changes(statement):
    """There is a reading in which the statement is right of all examples."""
    failures = {}
    for name, count in READINGS.items():
        if statement.reading in (None, name):
            failure = first_failure(statement.changes, count)
            if failure is None:
                return Evidence.holds(f"{name}, on two or three programs for each case")
            failures[name] = failure
    told = "as stated in one of these readings", "it is so in none"
    return Evidence.refuted(Counterexample(failures, *told))


def first_failure(changes, count):
    """Return where a statement about changes is wrong, in words, or None."""
    for case, allowed in changes.items():
        for node in EXAMPLES[case]:
            before, after = map(count, applied(node, case))
            if not allowed(after - before):
                kinds = [part.kind for part in ForEach(node).nodes]
                return f"case {case} on {', '.join(kinds)} makes {after} of {before}"
    return None


p, q, r, s, k, m, e, f = sp.symbols("p q r s k m e f", integer=True, nonnegative=True)


@dataclass(frozen=True)
class Book:
    """By how much the numbers of nodes and of edges change.

    p users are merged, and q uses by others go through a bypass. In case 5A there are s slices,
    and behind them r ReLUs, k Concats and m Multis; e and f are 1 if there are ReLUs and Multis.
    """

    nodes: Any
    edges: Any


BOOKS = {
    "1A": Book(nodes=-p + 1, edges=-p + 1),
    "1B": Book(nodes=-p + 4, edges=-(p + q) + 4 + q),
    "2": Book(nodes=-p + 1 + p, edges=-p + 1 + p),
    "3": Book(nodes=-p + 1, edges=-p + 1),
    "5A": Book(
        nodes=-s + (-r + e + r) + k + (-m + 2 * f + m),
        edges=-s + (-r + e + r) + k + (-m + 2 * f + m),
    ),
    "5B": Book(nodes=-p + 1 + p, edges=-p + 1 + p),
    "6": Book(nodes=1, edges=-q + 1 + q),
    "7A": Book(nodes=1, edges=-q + 1 + q),
    "7B": Book(nodes=3, edges=-q + 3 + q),
    "8": Book(nodes=1, edges=-q + 1 + q),
    "9": Book(nodes=3, edges=-q + 3 + q),
    "10": Book(nodes=3, edges=-q + 3 + q),
}
"""What each case takes away and adds."""

MERGED = {"1A": "Multi", "1B": "Multi", "3": "ReLU"}


@check("proof")
def check_books(books):
    """The edges change by as many as the nodes, for any number of users."""
    parts = {case: prove_identity(book.edges, book.nodes) for case, book in books.items()}
    return all_of(parts, "any number of users of each kind")


def counts(graph, case):
    """Return what the books count, of the users of b."""
    readers = followers(graph, graph.position(b))
    kinds = [graph.nodes[i].kind for i in readers]
    behind = {j for i in readers for j in graph.users[i]}
    kinds_behind = [graph.nodes[j].kind for j in behind]
    own = {p: kinds.count(MERGED.get(case, "")), s: len(readers), k: kinds_behind.count("Concat")}
    present = {e: int("ReLU" in kinds_behind), f: int("Multi" in kinds_behind)}
    return own | present


@check("exact")
def check_books_on_programs(books):
    """The numbers of nodes and edges change as the books say, on the examples."""
    for case, book in books.items():
        for node in EXAMPLES[case]:
            before, after = applied(node, case)
            at = counts(before, case)
            wanted = [int(sp.expand(number).subs(at)) for number in (book.nodes, book.edges)]
            found = [len(after) - len(before), edges(after) - edges(before)]
            if wanted != found:
                users = [before.nodes[i].kind for i in followers(before, before.position(b))]
                where = {"case": case, "users": users}
                return Evidence.refuted(Counterexample(where, str(wanted), str(found)))
    return Evidence.holds("one to four programs for each case")


def edges(graph):
    """Return the number of edges, a node's use by another counted as often as it occurs."""
    return sum(map(len, graph.inputs))


def doubling(k):
    """Return a program of k rounds y = relu((y, relu(y))), whose values have size 2^k."""
    y: Node = Input(1)
    for _ in range(k):
        y = ReLU(Concat(y, ReLU(y)))
    return ForEach(y)


@check("proof")
def check_doubling_always(size):
    """It is so for every k: a round from m = 2^k values adds one Lin, 2 m times m, with its vector.

    From the second round on y is a ReLU. There relu(y) is y by the preparation, which comes before
    all cases; then the Concat is of y alone, and becomes a Lin. It stands between two ReLUs, so
    that nothing else applies, and the first round is rewritten as for k = 1, to 14 entries.
    """

    def one_more(m):
        return 2 * m * m + 2 * m

    k = sp.Symbol("k", integer=True, positive=True)
    total = prove_recurrence(size, lambda found, j: found + one_more(2**j), (1, 14), k)
    words = ("the rules of the preparation look at two nodes alone, whatever their sizes",)
    return all_of({"rounds": total}, "every k", words=words)


@check("exact")
def check_doubling(size):
    """The path that the printed rules make of k rounds has so many entries: k = 1, ..., 5."""
    for k in range(1, 6):
        found = entries(by_rules(doubling(k)))
        if found != size(k):
            return Evidence.refuted(Counterexample({"k": k}, str(size(k)), str(found)))
    return Evidence.holds("k = 1, ..., 5")


@check("exact")
def check_smaller(size):
    """The levelised path has fewer entries: k = 1, ..., 5."""
    for k in range(1, 6):
        found = entries(levelised(doubling(k)))
        if found >= size(k):
            return Evidence.refuted(Counterexample({"k": k}, f"fewer than {size(k)}", str(found)))
    return Evidence.holds("k = 1, ..., 5")


def without(case, **numbers):
    """Return the books with one entry wrong."""
    book = BOOKS[case]
    changed = Book(
        book.nodes + numbers.get("nodes", 0),
        book.edges + numbers.get("edges", 0),
    )
    return BOOKS | {case: changed}


termination = Claim(
    id="lsrl/termination",
    title="After repeated application the rules reduce any program to a path",
    source=SOURCE,
    statement=r"\forall\ \text{programs}\ \exists n:\ n \text{ steps give a path}",
    subject=by_rules,
    checks=(check_ends,),
    controls=(Control("mended", by_mended_rules), Control("levelised", levelised)),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-mended-rules",
    notes="The program x -> (x, x^2) comes back after four steps. Case 8 gives the Concat a slice"
    " of the whole token beside the slice before the Multi; now all are slices, and case 5A puts"
    " this one behind the Concat; the two Lins that are left there are fused.",
)

prepared_once = Claim(
    id="lsrl/termination-prepared-once",
    title="The cases alone reduce any prepared program to a path",
    source=SOURCE,
    statement=r"\text{'Before we even start debranching we first pre-process the graph'}",
    assumptions=("the preparation is done before the cases, and not again",),
    subject=by_cases,
    checks=(check_ends_without_preparation,),
    controls=(Control("levelised", at_once),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-mended-rules",
    notes="Cases 8 and 5A take turns, and leave two more Lins in rows of Lins each time.",
)

printed = Claim(
    id="lsrl/branch-monotone",
    title="Cases 1A and 3 remove a branch, 1B and 2 keep their number, 5A does not reduce it",
    source=SOURCE,
    statement=r"\Delta_{1A} = \Delta_3 = -1,\ \Delta_{1B} = \Delta_2 = 0,\ \Delta_{5A} \ge 0",
    assumptions=("in one of four readings of the number of branches",),
    subject=Statement(PRINTED),
    checks=(check_changes,),
    controls=(Control("unchanged", Statement(REPAIRED, "the users beyond one of all nodes")),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/branch-number",
    notes="What read the merged nodes reads the one that is left, so that the branch moves there:"
    " (Multi(b), Multi(b)) has two branches before and after. No reading makes all five sentences"
    " true.",
)

number = Claim(
    id="lsrl/branch-number",
    title="No case but 4 changes the number E - V + 1 of branches",
    source=SOURCE,
    statement=r"\Delta E = \Delta V \text{ in all cases but 4}",
    assumptions=("E edges, V nodes: E - V + 1 is the number of users beyond one, of all nodes",),
    subject=BOOKS,
    checks=(check_books, check_books_on_programs),
    mutants=(
        Mutant("lost-edge", without("1B", edges=-1), "an edge less in case 1B"),
        Mutant("removes", without("1A", edges=-1), "case 1A removes a branch"),
        Mutant("no-relu", without("5A", nodes=-e), "the new ReLU of 5A not counted"),
    ),
    repairs=("lsrl/branch-monotone",),
    notes="So branches become fewer only where a Concat of c copies of one node becomes a Lin, by"
    " c - 1. A measure that shows that rules end has to weigh what moves, too.",
)

printed_size = Claim(
    id="lsrl/size-printed",
    title="On a family on which the rules end, the path has (2 4^k + 6 2^k + 22)/3 entries",
    source=SOURCE,
    statement=r"\tfrac13 (2 \cdot 4^k + 6 \cdot 2^k + 22)",
    assumptions=(
        "k rounds y = relu((y, relu(y))) from a token of size 1",
        "that the levelised path is smaller: k = 1, ..., 5",
    ),
    subject=lambda k: (2 * 4**k + 6 * 2**k + 22) * sp.Rational(1, 3),
    checks=(check_doubling_always, check_doubling, check_smaller.killing("linear")),
    mutants=(
        Mutant("doubling", lambda k: 10 * 2**k - 6, "grows by 2^k"),
        Mutant("linear", lambda k: 2 * k, "grows by a constant"),
    ),
    new=True,
    notes="These programs have 2k + 1 nodes, and values of size 2^k: the printed rules copy with"
    " dense square matrices what the levelised compiler knows to be equal.",
)
