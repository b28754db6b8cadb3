r"""App. A, mended: a measure falls at every step of the rules, whatever the program.

The measure is a pair: the number of nodes other than Lin and Concat behind the first branching
node, and a weight that each node has by those that it reads. The rules for Lin and Concat lower the
weight of each node that they replace, and so that of every node that is computed from it, the sink
included; the rules that fuse lower the number.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from constructions.lsrl import Concat, ForEach, Lin
from constructions.lsrl.compiler.path_normal_form import path_normal_form
from constructions.lsrl.compiler.rules.fusing import FUSING, ready
from constructions.lsrl.compiler.rules.gathering import GATHERING
from constructions.lsrl.compiler.rules.measure import measure
from proofs.lsrl import PAPER
from proofs.lsrl.a_debranching_rules.termination import EXAMPLES, PROGRAMS
from proofs.lsrl.short_circuit import short_circuit
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


@check("proof")
def check_weights(measured):
    """The rules for Lin and Concat lower the weight of what they replace, and raise none.

    `part` is the weight of a node that is read, and `others` of the others that a Concat reads with
    it. Nodes that a replaced node is made of may be replaced, too, by `part_new` and `others_new`
    of no larger weights; `copies` is the weight of what a Concat reads once more.
    """
    lin, concat = measured.other, measured.concat
    part, part_new = reals("part part_new")
    others, others_new, copies = reals("others others_new copies")
    no_larger = [part_new >= 1, part_new <= part, others_new >= 0, others_new <= others]
    joined = concat(others_new + part_new)
    falls = {
        # on the right what stood there, on the left what the rule puts in its place
        "Lin then Lin, Lin then LinState": lin(part_new) < lin(lin(part)),
        "ReLU then ReLU": part_new < lin(part),
        "Lin then Concat": lin(joined) < concat(others + lin(part)),
        "Concat then Concat": joined < concat(others + concat(part)),
        "Concat of repeats": implies(copies >= 1, lin(joined) < concat(others + part + copies)),
        "Concat of one node": implies(copies >= 0, lin(part_new) < concat(part + copies)),
        # all nodes that are computed from it
        "what reads them": implies(
            part_new < part,
            (lin(part_new) < lin(part)) & (concat(others + part_new) < concat(others + part)),
        ),
        "what does not": (lin(part_new) <= lin(part)) & (concat(others_new) <= concat(others)),
    }
    decide = partial(prove_for_all, assume=no_larger)
    return short_circuit(
        {name: partial(decide, claim) for name, claim in falls.items()},
        "all programs",
        words=("weights of nodes fall one after the other; each leads to the sink",),
    )


@check("proof")
def check_counts(measured):
    """The rules for Lin and Concat do not raise the number, and those that fuse lower it.

    Of nodes but Lin and Concat, `all_` of them, `path` stand up to the first branching node.
    Gathering takes `gone` away, `gone_path` of these from the path. Fusing makes one of `ready`
    nodes, which stands on the path from then on.
    """
    all_, path, all_new, path_new = reals("all path all_new path_new")
    gone, gone_path, ready_ = reals("gone gone_path ready")
    first, then = measured.behind(all_, path), measured.behind(all_new, path_new)
    counts = [path >= 1, path <= all_, path_new <= all_new]
    gathers = [
        all_new <= all_ - gone,
        path_new >= path - gone_path,
        gone_path >= 0,
        gone_path <= gone,
    ]
    fuses = [
        ready_ >= 1,
        path + ready_ <= all_,
        all_new <= all_ - ready_ + 1,
        path_new >= path + 1,
    ]
    return short_circuit(
        {
            "gathering": partial(prove_for_all, then <= first, assume=counts + gathers),
            "fusing": partial(prove_for_all, then < first, assume=counts + fuses),
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
        result = path_normal_form(
            program, check=[[[1] * program.input.dim, [2] * program.input.dim]]
        )
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
