"""Section 4's relevant set: which states are in it, and how one takes the place of another."""

from itertools import permutations

from constructions.cells.relevancy_screening import Memory, Slot, screened_step
from proofs.sparse_attention.screening import TEXT, times
from theorem_checks import Claim, Control, Counterexample, Evidence, Mutant, Verdict, check


def every_admitted(betas, rho):
    """Return {i: C(i)}, C(i) saying that beta(i) is among the top rho of beta(1..i)."""
    return [
        i for i in range(len(betas)) if sorted(betas[: i + 1], reverse=True).index(betas[i]) < rho
    ]


def top_of_all(betas, rho):
    """Return the rho states of the highest relevance so far."""
    best = sorted(range(len(betas)), key=lambda i: -betas[i])[:rho]
    return sorted(best)


def arrivals(betas, rho):
    """Return which states are in R after they left the buffer in order, with these scores."""
    memory = Memory((Slot(0, 0, 0, 0),), (Slot(0, 0, 0, 0),) * rho)
    for i, beta in enumerate(betas):
        leaving = memory._replace(buffer=(Slot(i, i, beta, 1),))
        memory, _ = screened_step(leaving, 0, 0, lambda _: 1)
    return times(memory.relevant)


@check("exact")
def check_relevant_set(members):
    """All orders of up to four different scores: R of the cell after they have all arrived."""
    for rho in (1, 2, 3):
        for length in range(1, 5):
            for betas in permutations(range(1, length + 1)):
                stated, found = members(betas, rho), arrivals(betas, rho)
                if stated != found or len(stated) > rho:
                    values = {"rho": rho, "beta": list(betas)}
                    return Evidence.refuted(Counterexample(values, f"{stated}", f"{found}"))
    return Evidence.holds("rho <= 3, up to four states in every order")


relevant_set = Claim(
    id="sparse-attention/R-def",
    title="The relevant set is all states with C(i) = True, and has at most rho members",
    source=TEXT,
    statement=r"R_t = \{h_i: i < t \wedge C(i)\},\quad |R_t| \le \rho",
    subject=every_admitted,
    checks=(check_relevant_set,),
    controls=(Control("top", top_of_all, "the top rho of all that have left the buffer"),),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/R-def-repaired",
    notes="C(i) compares h_i with what came before it. With rising scores every C(i) is true, and"
    " the set so defined has t - 1 members. (Also, i <= t - nu: beta(i) needs nu"
    " steps.)",
)

relevant_set_repaired = Claim(
    id="sparse-attention/R-def-repaired",
    title="The relevant set is the top rho of all states that have left the buffer",
    source=TEXT,
    statement=r"R_t = \mathrm{top}_\rho \{\beta(i): i \le t - \nu\}",
    subject=top_of_all,
    checks=(check_relevant_set,),
    mutants=(
        Mutant("admitted-once", every_admitted, "never removed"),
        Mutant("latest", lambda b, rho: list(range(len(b)))[-rho:], "the last rho states"),
        Mutant("one-less", lambda b, rho: top_of_all(b, max(rho - 1, 1)), "rho - 1 states"),
    ),
    expect=Verdict.HOLDS,
    repairs=("sparse-attention/R-def",),
    notes="So 'C(i) is satisfied if beta(i) is in the top rho of all observed' does what it says:"
    " replacing the lowest whenever C(i) holds keeps the top rho. Of equals the earlier stays.",
)


def replace_printed(members, arriving, rho):
    """Return R after replaceWith as described: the lowest gives its place to the new state."""
    return sorted([*sorted(members)[1:], arriving]) if members else []


def replace_mended(members, arriving, rho):
    """Return R where a state is added while there is room, and replaces only a lower one."""
    return sorted([*members, arriving])[-rho:]


@check("exact")
def check_replacement(replace):
    """Let scores arrive in every order, and compare the scores in R after each."""
    for rho in (1, 2):
        for betas in permutations((1, 2, 3)):
            members: list = []
            for n in range(1, 4):
                members = replace(members, betas[n - 1], rho)
                found = sorted(betas[i] for i in arrivals(betas[:n], rho))
                if members != found:
                    values = {"rho": rho, "beta": list(betas[:n])}
                    return Evidence.refuted(Counterexample(values, f"R = {members}", f"{found}"))
    return Evidence.holds("rho <= 2, three states in every order")


replacement = Claim(
    id="sparse-attention/replaceWith",
    title="replaceWith puts the new state in the place of the one with the lowest relevance",
    source=TEXT,
    statement=r"R.\mathrm{replaceWith}(h) = R \setminus \{\arg\min \beta\} \cup \{h\}",
    subject=replace_printed,
    checks=(check_replacement,),
    controls=(Control("room", replace_mended, "adds while there is room"),),
    expect=Verdict.REFUTED,
    repaired_by="sparse-attention/replaceWith-repaired",
    notes="R_0 is empty, and an empty set has nothing to replace: R would stay empty.",
)

replacement_repaired = Claim(
    id="sparse-attention/replaceWith-repaired",
    title="A state enters R while there is room, and later in the place of the lowest",
    source=TEXT,
    statement=r"R' = \mathrm{top}_\rho (R \cup \{h\})",
    subject=replace_mended,
    checks=(check_replacement,),
    mutants=(
        Mutant("printed", replace_printed, "never adds"),
        Mutant("always", lambda R, h, rho: sorted([*sorted(R)[-(rho - 1) or len(R) :], h])[:rho]),
    ),
    expect=Verdict.HOLDS,
    repairs=("sparse-attention/replaceWith",),
)


def among_the_top(earlier, beta, rho):
    """Return C(i): whether beta is among the top rho of all scores so far, its own included."""
    return sum(other >= beta for other in earlier) < rho


@check("exact")
def check_who_enters(criterion):
    """Let scores arrive in every order: the last one is in R just then if C(i) holds."""
    for rho in (1, 2, 3):
        for betas in permutations((1, 2, 3, 4)):
            for n in range(1, 5):
                stated = criterion(betas[: n - 1], betas[n - 1], rho)
                if stated != (n - 1 in arrivals(betas[:n], rho)):
                    values = {"rho": rho, "beta": list(betas[:n])}
                    return Evidence.refuted(
                        Counterexample(values, f"C = {stated}", f"{not stated}")
                    )
    return Evidence.holds("rho <= 3, four states in every order")


criterion = Claim(
    id="sparse-attention/C-top-rho",
    title="A state enters R if and only if its relevance is in the top rho of all so far",
    source=TEXT,
    statement=r"C(i) \iff \beta(i) \in \mathrm{top}_\rho \{\beta(j): j \le i\}",
    subject=among_the_top,
    checks=(check_who_enters,),
    mutants=(
        Mutant("best-only", lambda b, beta, rho: among_the_top(b, beta, 1), "a new record"),
        Mutant("one-more", lambda b, beta, rho: among_the_top(b, beta, rho + 1), "top rho + 1"),
    ),
    expect=Verdict.HOLDS,
)
