r"""App. A, case 8: which case comes after the bypass of a Lin before the Concats.

The Concats now read b from one more Lin, the identity, which is a slice. So all users are Lins, and
case 5A or 5B is next: 5A exactly when the Lins that were there are slices, too.
"""

from constructions.lsrl import ForEach
from constructions.lsrl.compiler.rules.debranching import CASES, case_of
from constructions.lsrl.compiler.rules.edits import edited
from proofs.lsrl import PAPER
from proofs.lsrl.a_debranching_rules.case_analysis import (
    LINS,
    PRINTED,
    SLICES,
    USERS,
    Users,
    branching_on,
    configurations,
    first,
    negation,
    unknown_users,
)
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
    check,
    iff,
    implies,
    proof_of,
)

CASE_8 = Source(PAPER, "App. A, case 8")


def after(users):
    """Return the users after case 8: no Concat, and a slice more."""
    no_concat = negation(users["Concat"])
    none, some = users["Concat"] & no_concat, users["Concat"] | no_concat
    return Users(users | {"Concat": none, "slice": some})


def always_5b(users):
    """Say that case 5B is next, as the text does."""
    return users["Concat"] | negation(users["Concat"])


def by_other_lins(users):
    """Say that case 5B is next if some Lin is no slice, and else case 5A."""
    return users.some(*(kind for kind in LINS if kind not in SLICES))


def by_slices(users):
    """Say that case 5B is next if no Lin is a slice."""
    return negation(users.some(*SLICES))


def by_bare_lins(users):
    """Say that case 5B is next if some Lin is no slice, and is not before a ReLU."""
    return users["Lin"]


def says_next(merged, w):
    """For all users of which case 8 holds: 5B holds next exactly when said to, and else 5A."""
    users = unknown_users(w)
    then, now = after(users), PRINTED["8"](users)
    return All(
        (
            ForReals(implies(now, iff(PRINTED["5B"](then), merged(users)))),
            ForReals(implies(now, iff(PRINTED["5A"](then), negation(merged(users))))),
        )
    )


@check("exact")
def check_on_programs(merged):
    """The compiler takes that case after case 8, on a program for each of the 15 sets."""
    for kinds in configurations():
        if first(PRINTED, kinds) != "8":
            continue
        program, b = branching_on(kinds)
        graph = program.graph
        position = graph.position(b)
        found = case_of(ForEach(edited(graph, CASES["8"](graph, position))).graph, position)
        users = Users({kind: kind in kinds for kind in USERS})
        wanted = "5B" if holds(merged, users) else "5A"
        if wanted != found:
            return Evidence.refuted(Counterexample({"users": sorted(kinds)}, wanted, found))
    return Evidence.holds("a program for each set of the four kinds of Lins, and Concats")


def holds(merged, users):
    """Evaluate a rule at truth values."""
    import numpy as np

    return bool(merged(Users({kind: np.bool_(there) for kind, there in users.items()})))


printed = Claim(
    id="lsrl/case-8-then-5B",
    title="After the bypasses of case 8 the Lins are merged by case 5B",
    source=CASE_8,
    statement=r"8 \to 5B",
    subject=always_5b,
    checks=(check_on_programs,),
    controls=(Control("some-other", by_other_lins),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-after-case-8",
    notes="The bypass is itself a slice. If the other Lins are slices, case 5A is next, and it puts"
    " the bypass behind the Concat again: lsrl/termination.",
)

AS_CASE_8_LEAVES_THEM = (
    "That case 8 takes the Concats from the users, and adds one Lin that is a slice, is a model of"
    " the compiler's rule: the rule itself is run on a program for each set of kinds."
)

repaired = Claim(
    id="lsrl/new-after-case-8",
    title="After case 8 comes case 5B if some Lin of the node was no slice, and else 5A",
    source=CASE_8,
    statement=r"8 \to 5B \iff \text{some Lin of } b \text{ is no slice}, \quad"
    r" 8 \to 5A \text{ otherwise}",
    assumptions=("the users of the branching node are of the kinds of lsrl/cases-cover",),
    subject=by_other_lins,
    says=says_next,
    expect=Verdict.ARGUED,
    checks=(proof_of(says_next, words=AS_CASE_8_LEAVES_THEM), check_on_programs),
    late=(
        Mutant(
            "asks",
            lambda users: by_other_lins(users) if users["Lin"] else by_bare_lins(users),
            "asks whether there is a Lin",
        ),
    ),
    mutants=(
        Mutant("always", always_5b, "always 5B"),
        Mutant("no-slice", by_slices, "5B if no Lin is a slice"),
        Mutant("bare", by_bare_lins, "a Lin before a ReLU does not count"),
    ),
    repairs=("lsrl/case-8-then-5B",),
    new=True,
    notes="So the sentence is true of all programs but those whose Lins are slices, and of these"
    " it is never true.",
)
