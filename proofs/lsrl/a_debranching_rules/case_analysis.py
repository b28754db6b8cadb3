"""App. A: which case there is for which users of the branching node, and what comes next.

Which case is next depends on the kinds of users that the branching node has, and on nothing else: a
truth value for each kind. That some case holds for every non-empty set of kinds, and which of them
exclude each other, is then propositional, and decided by solvers; the compiler is run on a program
for each set. Two sentences about what comes after a case are refuted by a program.
"""

from itertools import combinations

import numpy as np

from constructions.lsrl import Concat, ForEach, Input, Lin, LinState, Multi, ReLU
from constructions.lsrl.compiler.rules.debranching import CASES, case_of
from constructions.lsrl.compiler.rules.edits import edited
from proofs.lsrl import PAPER
from theorem_checks import (
    All,
    Claim,
    Control,
    Counterexample,
    Evidence,
    ForReals,
    Mutant,
    Source,
    Verdict,
    all_hold,
    certificate,
    check,
    implies,
    proof_of,
)

SOURCE = Source(PAPER, "App. A")

SLICES = ("slice", "slice, then ReLU")
BEFORE_RELU = ("slice, then ReLU", "Lin, then ReLU")
LINS = ("slice", "slice, then ReLU", "Lin", "Lin, then ReLU")
USERS = (*LINS, "ReLU", "LinState", "Concat", "Multi")
"""What a user of the branching node may be; 'then ReLU': followed by one node, a ReLU."""


def negation(said):
    """Say that something is not so; of truth values and of formulas."""
    return implies(said, False)


class Users(dict):
    """For each kind whether there is such a user: a truth value, or a formula."""

    def some(self, *kinds):
        """Say that there is a user of one of these kinds."""
        first, *others = (self[kind] for kind in kinds)
        for other in others:
            first = first | other
        return first

    def none_but(self, *kinds):
        """Say that there are no others."""
        return negation(self.some(*(kind for kind in USERS if kind not in kinds)))


def only(*groups):
    """Say that the users are of these kinds, and that each of the kinds is there."""
    names = [LINS if group == "Lin" else (group,) for group in groups]

    def holds(users):
        said = users.none_but(*(kind for group in names for kind in group))
        for group in names:
            said = said & users.some(*group)
        return said

    return holds


def both(kind):
    """Say that there are users of a kind, and others."""
    return lambda users: users[kind] & users.some(*(other for other in USERS if other != kind))


def lins_all(*kinds):
    """Say that all Lins are of these kinds."""
    return lambda users: negation(users.some(*(kind for kind in LINS if kind not in kinds)))


def joined(first, second, negated=False):
    """Say both, or the first and not the second."""
    if negated:
        return lambda users: first(users) & negation(second(users))
    return lambda users: first(users) & second(users)


PRINTED = {
    "1A": only("Multi"),
    "1B": both("Multi"),
    "2": only("LinState"),
    "3": only("ReLU"),
    "4": only("Concat"),
    "5A": joined(only("Lin"), lins_all(*SLICES)),
    "5B": joined(only("Lin"), lins_all(*SLICES), negated=True),
    "6": both("LinState"),
    "7A": joined(only("Lin", "ReLU"), lins_all(*BEFORE_RELU)),
    "7B": joined(only("Lin", "ReLU"), lins_all(*BEFORE_RELU), negated=True),
    "8": only("Lin", "Concat"),
    "9": only("ReLU", "Concat"),
    "10": only("Lin", "ReLU", "Concat"),
}
"""The conditions as printed, in their order. A case holds if those before it do not."""


def first(conditions, kinds):
    """Return the case that is applied to users of these kinds, or None."""
    users = Users({kind: np.bool_(kind in kinds) for kind in USERS})
    return next((name for name, holds in conditions.items() if holds(users)), None)


def configurations():
    """Iterate over all sets of kinds of users, smallest first."""
    for number in range(1, len(USERS) + 1):
        yield from combinations(USERS, number)


def unknown_users(w):
    """Return users in a world, of which nothing is known but that there are some."""
    users = Users({kind: w.real(f"u{i}") > 0 for i, kind in enumerate(USERS)})
    w.assume(users.some(*USERS))
    return users


def says_cover(conditions, w):
    """There is a case for all users, whatever their kinds are.

    No two cases hold at once but 1B and 6: then LinStates are among the others of 1B.
    """
    users = unknown_users(w)
    some, *others = (holds(users) for holds in conditions.values())
    for other in others:
        some = some | other
    never = [
        negation(conditions[one](users) & conditions[other](users))
        for one, other in combinations(conditions, 2)
        if (one, other) != ("1B", "6")
    ]
    return All((ForReals(some), ForReals(all_hold(*never))))


def branching_on(kinds):
    """Return a program with a branching node whose users are of these kinds, and that node."""
    b = LinState(Input(2), A=[[1, 0], [1, 2]], B=[[1, -1], [0, 2]])
    nodes = {
        "slice": b[0],
        "slice, then ReLU": ReLU(b[1]),
        "Lin": Lin(b, [[1, 2]], 1),
        "Lin, then ReLU": ReLU(Lin(b, [[3, 1]])),
        "ReLU": ReLU(b),
        "LinState": LinState(b, 1, [[1, 1]]),
        "Concat": Concat(b, b),
        "Multi": Multi(b),
    }
    return ForEach(Concat([nodes[kind] for kind in kinds])), b


@check("exact")
def check_compiler(conditions):
    """The compiler takes the same case, on a program for each of the sets."""
    for users in configurations():
        program, b = branching_on(users)
        taken = case_of(program.graph, program.graph.position(b))
        if first(conditions, users) != taken:
            at = {"users": sorted(users)}
            found = Counterexample(at, str(first(conditions, users)), taken)
            return Evidence.refuted(found)
    return Evidence.holds("a program for each set of the eight kinds of users")


def changed(**conditions):
    """Return the printed conditions with some replaced, or left out where None."""
    names = {name.removeprefix("case_"): holds for name, holds in conditions.items()}
    merged = {name: names.get(name, holds) for name, holds in PRINTED.items()}
    return {name: holds for name, holds in merged.items() if holds is not None}


def but_for_all(holds):
    """Say it, but not of users of all eight kinds."""

    def said(users):
        everything = users["Multi"]
        for kind in USERS:
            everything = everything & users[kind]
        return holds(users) & negation(everything)

    return said


x = Input(dim=2)


@check("exact")
def check_after_4(name):
    """The Concat that case 4 leaves is handled by the case of this name."""
    program = ForEach(Concat(ReLU(Concat(x, x)), x))
    after = ForEach(edited(program.graph, CASES["4"](program.graph, 0))).graph
    if case_of(after, 0) != name:
        return Evidence.refuted(
            Counterexample({"users": ["Lin", "Concat"]}, name, case_of(after, 0))
        )
    return Evidence.holds("a Lin and a Concat of the token")


def behind_lin(x):
    """Write case 1B as printed: the other nodes read slices of the new Lin."""
    row = [[1, 0], [0, 0], [0, 0], [0, 1], [1, 0], [0, 1]]
    wide = Lin(x, row, [0, 1, 1, 0, 0, 0])
    return Multi(wide)[0:1], wide[4:6]


def behind_multi(x):
    """Write case 1B with slices behind the Multi."""
    row = [[1, 0], [0, 0], [0, 0], [0, 1], [1, 0], [0, 1]]
    wide = Multi(Lin(x, row, [0, 1, 1, 0, 0, 0]))
    return wide[0:1], wide[1:3]


@check("exact")
def check_after_1b(write):
    """The value is that of Multi(x) and ReLU(x), and the next case is another one than 1B."""
    product_, rest = write(x)
    after = ForEach(Concat(product_, ReLU(rest)))
    before = ForEach(Concat(Multi(x), ReLU(x)))
    tokens = [[2, 3], [-1, 4]]
    if before(tokens).tolist() != after(tokens).tolist():
        told = (str(before(tokens)), str(after(tokens)))
        return Evidence.refuted(Counterexample({"xs": tokens}, *told))
    b = after.graph.branching[0]
    if (case := case_of(after.graph, b)) == "1B":
        at = {"node": repr(after.nodes[b]), "size": after.nodes[b].dim}
        return Evidence.refuted(Counterexample(at, "another case", f"case {case} again"))
    return Evidence.holds("a Multi and a ReLU of a node of size 2")


cases_cover = Claim(
    id="lsrl/cases-cover",
    title="The 13 cases cover all users that a branching node may have",
    source=SOURCE,
    statement=r"\forall U \ne \emptyset\ \exists \text{a case for } U",
    assumptions=(
        "users are Multi, LinState, ReLU, Concat, slices, other Lins, these two also followed by"
        " one node that is a ReLU: 255 sets",
    ),
    subject=PRINTED,
    says=says_cover,
    checks=(
        proof_of(says_cover),
        certificate(says_cover, proof="case_analysis.v", tier="deep").killing("without-10"),
        check_compiler,
    ),
    late=(
        Mutant(
            "all-eight",
            changed(case_1B=but_for_all(both("Multi")), case_6=but_for_all(both("LinState"))),
            "nothing for users of all eight kinds",
        ),
    ),
    mutants=(
        Mutant("without-9", changed(case_9=None), "nothing for ReLU and Concat"),
        Mutant("without-5b", changed(case_5B=None), "nothing for Lins that are no slices"),
        Mutant("without-10", changed(case_10=None), "nothing for Lin, ReLU and Concat"),
        Mutant("weak-7a", changed(case_7A=only("Lin", "ReLU")), "7A without its condition"),
        Mutant("weak-5a", changed(case_5A=only("Lin")), "5A for all Lins"),
    ),
    repairs=("lsrl/case-4-then-10",),
    notes="No two cases hold at once, except that Multi, LinState and perhaps others make both 1B"
    " and 6, of which 1B comes first.",
)

after_4 = Claim(
    id="lsrl/case-4-then-10",
    title="After case 4 the other Concats are handled by case 10",
    source=Source(PAPER, "App. A, case 4"),
    statement=r"\text{'The rest will be handled by the Lin and Concat case (Case 10)'}",
    subject="10",
    checks=(check_after_4,),
    controls=(Control("eight", "8"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/cases-cover",
    notes="The Lin and Concat case is case 8.",
)

printed_1b = Claim(
    id="lsrl/case-1B-slices",
    title="In case 1B the other nodes read slices of the new Lin",
    source=Source(PAPER, "App. A, case 1B"),
    statement=r"\text{'Slice operators between the new Lin layer and the non-Multi nodes'}",
    subject=behind_lin,
    checks=(check_after_1b,),
    controls=(Control("behind-multi", behind_multi),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/case-1B",
    notes="Then the new Lin, three times as wide, branches into a Multi and others, and case 1B is"
    " next again, for ever.",
)
