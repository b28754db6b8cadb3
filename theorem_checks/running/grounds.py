"""What claims rest on: that it is there, that it is as strong, and that nothing rests on itself."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from theorem_checks.running.grounding import STRONGEST_FIRST, Grounding
from theorem_checks.running.ledger import Ledger, LedgerError
from theorem_checks.running.outcome import ClaimOutcome
from theorem_checks.verdicts.kinds import Verdict, aggregate

if TYPE_CHECKING:
    import networkx as nx  # which takes longer to import than most claims need

__all__ = ["by_ledger", "grounded", "grounds_graph"]


def grounds_graph(outcomes: Iterable[ClaimOutcome]) -> "nx.DiGraph[str]":
    """The graph with an edge from each claim to every one that it rests on, by id.

    A claim that covers the id that is named stands for it; ids of no claim stand as they are.
    """
    return _graph(_rests_on(tuple(outcomes)))


def grounded(
    outcomes: Iterable[ClaimOutcome],
    *,
    known: Collection[str] | None = None,
    elsewhere: Callable[[str], Verdict | None] = lambda _: None,
) -> tuple[ClaimOutcome, ...]:
    """Judge claims by what they rest on; the order in which they come does not matter.

    **Arguments**: `known`, the ids of all claims that there are, None where that is not known;
    `elsewhere`, the verdict of a claim that is not among these, by its id, None where it has none.
    """
    outcomes = tuple(outcomes)
    by_id = {outcome.claim.id: outcome for outcome in outcomes}
    rests_on = _rests_on(outcomes)
    circles, names = _circles_and_order(rests_on) if rests_on else ({}, ())
    judge = _Judge(by_id, rests_on, circles, known, elsewhere)
    for name in names:
        judge.judge(name)
    return tuple(
        replace(outcome, grounding=judge.of(outcome.claim.id, outcome)) for outcome in outcomes
    )


def by_ledger(ledger: Ledger | None) -> Callable[[str], Verdict | None]:
    """The verdicts of claims by what a ledger has of them, which may be of earlier code."""

    def elsewhere(name: str) -> Verdict | None:
        if ledger is None:
            return None
        try:
            kept = [k.evidence.verdict for k in ledger.latest(name) if k.variant == "claim"]
        except LedgerError:
            return None
        return aggregate(kept) if kept else None

    return elsewhere


def _rests_on(outcomes: Sequence[ClaimOutcome]) -> dict[str, list[str]]:
    """Of each claim that rests on others, their ids, without those that are covered."""
    named = {name: o.claim.id for o in outcomes for name in (*o.claim.covers, o.claim.id)}
    found: dict[str, list[str]] = {}
    for outcome in outcomes:
        for name in sorted(ground.name for ground in outcome.grounds if ground.of == "claim"):
            found.setdefault(outcome.claim.id, []).append(named.get(name, name))
    return found


def _graph(rests_on: Mapping[str, Iterable[str]]) -> "nx.DiGraph[str]":
    import networkx as nx

    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_edges_from((name, ground) for name, all_ in rests_on.items() for ground in all_)
    return graph


def _circles_and_order(
    rests_on: Mapping[str, Iterable[str]],
) -> tuple[dict[str, tuple[str, ...]], list[str]]:
    """Of each claim in a circle all that are in it; and all that are named, grounds first."""
    import networkx as nx

    graph = _graph(rests_on)
    circles = {
        name: tuple(sorted(circle))
        for circle in nx.strongly_connected_components(graph)
        for name in circle
        if len(circle) > 1 or graph.has_edge(name, name)
    }
    condensed = nx.condensation(graph)
    nodes = reversed(list(nx.topological_sort(condensed)))
    return circles, [name for node in nodes for name in sorted(condensed.nodes[node]["members"])]


@dataclass
class _Judge:
    """Judges one claim after the other, those first on which others rest."""

    by_id: Mapping[str, ClaimOutcome]
    rests_on: Mapping[str, Sequence[str]]
    circles: Mapping[str, tuple[str, ...]]
    known: Collection[str] | None
    elsewhere: Callable[[str], Verdict | None]
    found: dict[str, Grounding] = field(default_factory=dict)

    def of(self, name: str, outcome: ClaimOutcome) -> Grounding:
        """What was found for a claim; one that rests on no other may still use facts."""
        return self.found[name] if name in self.found else self._grounding(name, outcome)

    def judge(self, name: str) -> None:
        """Judge a claim whose grounds have been judged."""
        if outcome := self.by_id.get(name):
            self.found[name] = self._grounding(name, outcome)

    def _grounding(self, name: str, outcome: ClaimOutcome) -> Grounding:
        if not outcome.own or outcome.verdict not in STRONGEST_FIRST:
            return Grounding()  # a refutation stands by itself
        facts = {ground.name for ground in outcome.grounds if ground.of == "fact"}
        failures = [f"rests on the fact {fact}, which there is not" for fact in _unknown(facts)]
        remarks: list[str] = []
        weakest = Verdict.PROVED
        if name in self.circles:
            way = " and ".join(self.circles[name])
            failures.append(f"rests on itself, in the circle of {way}")
        for ground in sorted(set(self.rests_on.get(name, ()))):
            if ground in self.circles.get(name, ()):
                continue
            verdict, said, fails = self._verdict(ground)
            facts |= set(self._facts(ground))
            if fails:
                failures.append(said)
            elif said:
                remarks.append(said)
            if verdict is not None and verdict in STRONGEST_FIRST:
                weakest = max(weakest, verdict, key=STRONGEST_FIRST.index)
        given, more = _without_certified(facts)
        return Grounding(weakest, given, tuple(failures), (*remarks, *more))

    def _facts(self, ground: str) -> tuple[str, ...]:
        outcome = self.by_id.get(ground)
        return self.of(ground, outcome).facts if outcome else ()

    def _verdict(self, ground: str) -> tuple[Verdict | None, str, bool]:
        """The verdict of a ground; what there is to say of it; and whether that is a failure."""
        outcome = self.by_id.get(ground)
        if outcome is None:
            verdict = self.elsewhere(ground)
            if verdict is None and self.known is not None and ground not in self.known:
                return None, f"rests on {ground}, which is no claim", True
            if verdict is None:
                return None, f"rests on {ground}, which was not run", False
            said = f"rests on {ground}, which was not run; the ledger has {verdict} of it"
            return verdict, said, not verdict.passes
        grounding = self.of(ground, outcome)
        verdict = grounding.weakened(outcome.verdict)
        if grounding.failures:
            return None, f"rests on {ground}, which itself {grounding.failures[0]}", True
        if verdict is None or outcome.proof_not_run:
            return None, f"rests on {ground}, whose proof was not run", False
        if not verdict.passes:
            return verdict, f"rests on {ground}, which is {verdict}", True
        return verdict, "", False


def _without_certified(facts: Collection[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The facts that are taken for granted; and what there is to say of the others."""
    if not facts:
        return (), ()
    from theorem_checks.certifying.certified_facts import certified
    from theorem_checks.facts import FACTS

    entries = {name: certified(name) for name in sorted(facts) if name in FACTS}
    said = (f"uses the fact {name}, {one.words}" for name, one in entries.items() if one)
    return tuple(name for name in sorted(facts) if not entries.get(name)), tuple(said)


def _unknown(facts: Iterable[str]) -> list[str]:
    if not (names := sorted(facts)):
        return []
    from theorem_checks.facts import FACTS  # it imports engines, and few claims need it

    return [name for name in names if name not in FACTS]
