r"""App. A, mended: a measure falls at every step of the rules, whatever the program.

The measure is a pair: the number of nodes other than Lin and Concat behind the first branching
node, and a weight that each node has by those that it reads. The rules for Lin and Concat lower the
weight of each node that they replace, and so that of every node that is computed from it, the sink
included; the rules that fuse lower the number.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from constructions.lsrl import Concat, ForEach, Lin
from constructions.lsrl.compiler.rules.fusing import FUSING, ready
from constructions.lsrl.compiler.rules.gathering import GATHERING
from constructions.lsrl.compiler.rules.measure import measure
from constructions.lsrl.compiler.straightened import straightened
from proofs.lsrl import PAPER
from proofs.lsrl.a_debranching_rules.termination import EXAMPLES, PROGRAMS
from proofs.lsrl.in_turn import in_turn
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Ground,
    Mutant,
    Source,
    check,
    implies,
    prove_for_all,
    reals,
)


@dataclass(frozen=True)
class Measure:
    """Weights, and what is counted.

    **Fields**: `concat(total)`, the weight of a Concat of nodes of this total weight; `other(v)`,
    that of any other node of one of weight v; `behind(total, before)`, what is counted of all nodes
    but Lin and Concat, and of those up to the first branching node.
    """

    concat: Callable[[Any], Any] = lambda total: 2 + 2 * total
    other: Callable[[Any], Any] = lambda v: 1 + v
    behind: Callable[[Any, Any], Any] = lambda total, before: total - before

    def of(self, program: ForEach) -> tuple[int, int]:
        """Return the measure of a program."""
        graph, weights = program.graph, []
        for node, inputs in zip(graph.nodes, graph.inputs, strict=True):
            total = sum(weights[i] for i in inputs)
            weights.append((self.concat if isinstance(node, Concat) else self.other)(total))
        return self.behind(*counted(program)), weights[-1]


def counted(program):
    """Return how many nodes are no Lin and no Concat: all, and up to the first branching one.

    On a path all of them are.
    """
    graph = program.graph
    until = len(graph) if graph.is_path else graph.branching[0] + 1
    other = [not isinstance(node, Lin | Concat) for node in graph.nodes]
    return sum(other), sum(other[:until])


rest, rest_new, v, v_new, repeats = reals("R R_new v v_new D")
total, before, total_new, before_new = reals("N P N_new P_new")
gone, gone_before, fused = reals("g g_P r")


@check("proof")
def check_weights(measured):
    """The rules for Lin and Concat lower the weight of what they replace, and raise none.

    Nodes that a replaced node is made of may be replaced, too: v' <= v and R' <= R. One Lin or
    Concat of those that a Concat reads is taken by itself; R is the weight of all the others.
    """
    w, c = measured.other, measured.concat
    later = [v >= 1, rest >= 0, rest_new >= 0, v_new >= 1, v_new <= v, rest_new <= rest]
    falls = {
        "Lin then Lin, Lin then LinState": w(v_new) < w(w(v)),
        "ReLU then ReLU": v_new < w(v),
        "Lin then Concat": w(c(rest_new + v_new)) < c(rest + w(v)),
        "Concat then Concat": c(rest_new + v_new) < c(rest + c(v)),
        "Concat of repeats": implies(repeats >= 1, w(c(rest_new + v_new)) < c(rest + v + repeats)),
        "Concat of one node": implies(repeats >= 0, w(v_new) < c(v + repeats)),
        "what reads them": implies(v_new < v, (w(v_new) < w(v)) & (c(rest + v_new) < c(rest + v))),
        "what does not": (w(v_new) <= w(v)) & (c(rest_new) <= c(rest)),
    }
    parts = {
        name: lambda claim=claim: prove_for_all(claim, assume=later)
        for name, claim in falls.items()
    }
    return in_turn(
        parts,
        "all programs",
        words=("weights of nodes fall one after the other; each leads to the sink",),
    )


def gathers(g, g_before):
    """Say what gathering does to the counts: g nodes go, g_P of them up to the branch."""
    return [
        total_new <= total - g,
        before_new >= before - g_before,
        g_before <= g,
        g_before >= 0,
    ]


@check("proof")
def check_counts(measured):
    """The rules for Lin and Concat do not raise the number, and those that fuse lower it.

    Fusing r ready nodes makes one of them, which is not behind the first branching node.
    """
    first, then = measured.behind(total, before), measured.behind(total_new, before_new)
    some = [before >= 1, before <= total, before_new <= total_new]
    fuses = [total_new <= total - fused + 1, before_new >= before + 1, fused >= 1]
    return in_turn(
        {
            "gathering": lambda: prove_for_all(
                then <= first, assume=[*some, *gathers(gone, gone_before)]
            ),
            "fusing": lambda: prove_for_all(
                then < first, assume=[*some, before + fused <= total, *fuses]
            ),
        },
        "all programs",
        words=(
            "up to the first branching node a program is a path: lsrl/case-4-exists",
            "no rule lets another node read what is on that path",
            "where no rule for Lin and Concat applies, some node is ready",
        ),
        rests_on=(Ground.claim("lsrl/case-4-exists"),),
    )


@cache
def steps():
    """Return the steps of the rules on programs, with the names of the programs."""
    found = []
    others = {f"{case}, {i}": node for case in EXAMPLES for i, node in enumerate(EXAMPLES[case])}
    for name, program in (PROGRAMS | {name: ForEach(n) for name, n in others.items()}).items():
        result = straightened(program, check=[[[1] * program.input.dim, [2] * program.input.dim]])
        assert result.path.graph.is_path
        found += [(name, step) for step in result.steps]
    return found


@check("exact")
def check_measure(measured):
    """It is the measure of the compiler, and falls at each step; no step changes an output."""
    for name, step in steps():
        found = [measured.of(step.before), measured.of(step.after)]
        wanted = [tuple(measure(step.before)), tuple(measure(step.after))]
        if found != wanted or not found[1] < found[0]:
            at = {"program": name, "rule": step.rule}
            return Evidence.refuted(Counterexample(at, f"falling, {wanted}", str(found)))
    return Evidence.holds(", ".join(PROGRAMS) + "; one to four programs for each case")


@check("exact")
def check_counts_on_programs(measured):
    """The counts change at each step as the proof has it, and the number does not rise."""
    for name, step in steps():
        (all_, some), (all_new, some_new) = counted(step.before), counted(step.after)
        if step.rule in GATHERING:
            right = all_new <= all_ and all_ - all_new >= some - some_new
        else:
            graph = step.before.graph
            number = len(ready(graph, graph.branching[0], FUSING[step.rule][0]))
            right = number >= 1 and all_new <= all_ - number + 1 and some_new >= some + 1
        rises = measured.behind(all_new, some_new) > measured.behind(all_, some)
        if not right or rises:
            at = {"program": name, "rule": step.rule}
            told = (f"from {all_}, {some}", f"to {all_new}, {some_new}")
            return Evidence.refuted(Counterexample(at, *told))
    return Evidence.holds(", ".join(PROGRAMS) + "; one to four programs for each case")


MEASURE = Measure()

mended = Claim(
    id="lsrl/new-mended-rules",
    title="With bypass and fusion in one step the rules end: a measure falls at each step",
    source=Source(PAPER, "App. A"),
    statement=r"\mu = (\#\{\text{nodes but Lin, Concat behind the first branch}\}, w),\ "
    r" \mu_{k+1} < \mu_k",
    assumptions=(
        r"$w = 2 + 2 \sum w$ of a Concat, $1 + w$ of any other node; pairs in lexicographic order",
    ),
    subject=MEASURE,
    checks=(
        check_weights.killing("single"),
        check_counts.killing("all", "before"),
        check_measure,
        check_counts_on_programs.killing("before"),
    ),
    mutants=(
        Mutant("single", replace(MEASURE, concat=lambda total: 2 + total), "2 + sum of w"),
        Mutant("all", replace(MEASURE, behind=lambda total, before: total), "all such nodes"),
        Mutant("before", replace(MEASURE, behind=lambda total, before: before), "those before it"),
    ),
    new=True,
    notes="In this order of pairs of natural numbers nothing falls for ever. What the rules do to"
    " the weights is read off their definitions, and what they do to the counts argued beside them,"
    " in constructions.lsrl.compiler; both are compared with runs.",
)
