"""What a check found, with all that it rests on; and that of a whole from that of its parts."""

import dataclasses
import importlib
import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn

from theorem_checks.errors import ArgumentError, CheckError
from theorem_checks.verdicts.counterexamples import Counterexample
from theorem_checks.verdicts.error_rates import ErrorRates
from theorem_checks.verdicts.grounds import Ground, as_ground
from theorem_checks.verdicts.kinds import WORST_FIRST, Kind, Verdict, aggregate
from theorem_checks.verdicts.plain import plain
from theorem_checks.verdicts.routes import Engine, Route
from theorem_checks.verdicts.seals import Condition, Seal, Stated, content_of

if TYPE_CHECKING:
    from theorem_checks.deriving.derivation import Derivation

__all__ = ["Evidence", "all_of", "witnessed"]


@dataclass(frozen=True)
class Evidence:
    """What a check found, and on what that rests.

    **Fields**

    - `verdict`; `kind` of the check (set by the check itself).
    - `scope`: for which sizes and under which assumptions, in words. `conditions`: the formulas
      that are assumed besides, such as that a divisor is not 0.
    - `reason`: why, for UNDECIDED and VACUOUS; a summary otherwise.
    - `counterexample`: where there is one. `routes`: how it was reached. `parts`: the evidence
      of each obligation (base and step, say).
    - `words`: the sentences of the argument by which the parts give the statement, for ARGUED.
    - `rests_on`: facts of `theorem_checks.facts` and other claims, each a `Ground`, from which the
      statement follows, and which are not proved here.
    - `statement`: what was decided, as data; `rule`: the engine or the rule of composition that
      concluded it; `seal`: a digest of all that the verdict stands on, which only these set.
    - `figures`: named numbers (estimate, interval, samples, a Schwartz-Zippel bound).
    - `error_rates`: of a statistical check. `seed`, `seconds`, `versions`: set by the runner.

    Use the constructors `argued`, `holds`, `refuted`, `undecided`, `vacuous`; `proved` is for
    engines. Frozen, and `Evidence.from_json(e.to_json()) == e`.
    """

    verdict: Verdict
    scope: str = ""
    reason: str = ""
    kind: Kind | None = None
    counterexample: Counterexample | None = None
    routes: tuple[Route, ...] = ()
    parts: tuple["Evidence", ...] = ()
    conditions: tuple[Condition, ...] = ()
    words: tuple[str, ...] = ()
    rests_on: tuple[Ground, ...] = ()
    statement: Stated | None = None
    rule: str = ""
    seal: str | Seal = ""
    figures: Mapping[str, Any] = field(default_factory=dict)
    error_rates: ErrorRates = field(default_factory=ErrorRates)
    seed: int | None = None
    seconds: float | None = None
    versions: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.verdict not in list(Verdict):
            raise ArgumentError("Evidence.verdict", self.verdict, f"one of {', '.join(Verdict)}")
        object.__setattr__(self, "verdict", Verdict(self.verdict))
        self._require_types()
        figures = plain(dict(self.figures), "Evidence.figures")
        object.__setattr__(self, "figures", MappingProxyType(figures))
        object.__setattr__(self, "versions", MappingProxyType(dict(self.versions)))
        if self.verdict in (Verdict.UNDECIDED, Verdict.VACUOUS) and not self.reason:
            raise ArgumentError("Evidence.reason", self.reason, f"why it is {self.verdict}")

    def _require_types(self) -> None:
        for name, members in _SEQUENCES.items():
            value = getattr(self, name)
            if isinstance(value, str) or not isinstance(value, Iterable):
                raise ArgumentError(f"Evidence.{name}", value, "a sequence", "Wrap it in a tuple.")
            listed = tuple(map(as_ground, value)) if members is Ground else tuple(value)
            for member in listed:
                if not isinstance(member, members):
                    raise ArgumentError(f"Evidence.{name}", member, f"a {members.__name__} each")
            object.__setattr__(self, name, listed)
        for name, (kinds, expected) in _FIELDS.items():
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, kinds):
                raise ArgumentError(f"Evidence.{name}", value, expected)
        if self.seconds is not None and not 0 <= self.seconds < math.inf:
            raise ArgumentError("Evidence.seconds", self.seconds, "a number of seconds, or None")

    def __bool__(self) -> NoReturn:
        raise TypeError(
            "Evidence has no truth value: `a and b` would drop a. Join obligations by"
            " all_of({'first': a, 'second': b}, scope), and ask `evidence.verdict is"
            " Verdict.PROVED`, or `evidence.verdict.passes`."
        )

    @classmethod
    def proved(
        cls, scope: str, *, routes: Iterable[Route] = (), reason: str = "", **more: Any
    ) -> "Evidence":
        """Evidence that what an engine was asked is true in `scope`. For engines only.

        A check that returns it without the claim's statement has ARGUED the claim.
        """
        return cls(Verdict.PROVED, scope, reason, routes=tuple(routes), **more)

    @classmethod
    def argued(
        cls,
        words: str | Iterable[str],
        *,
        scope: str = "",
        parts: "Mapping[str, Evidence] | None" = None,
        routes: Iterable[Route] = (),
        **more: Any,
    ) -> "Evidence":
        """Evidence of a statement that follows, by an argument in `words`, from what was decided.

        **Arguments**

        - `words`: the argument, a sentence or several.
        - `parts`: the obligations that were decided, by name; `routes`: what was decided here.

        **Returns** ARGUED; HOLDS where a part only HOLDS, and the worst of the parts where one of
        them does not pass.
        """
        said = (words,) if isinstance(words, str) else tuple(words)
        if not said or not all(isinstance(s, str) and len(s.split()) > 2 for s in said):
            raise ArgumentError("words", words, "the argument, in a sentence")
        more |= {"words": (*said, *more.pop("words", ())), "routes": tuple(routes)}
        if not parts:
            return cls(Verdict.ARGUED, scope, **more)
        whole = all_of(parts, scope, **more)
        if whole.verdict is not Verdict.PROVED:
            return whole
        return dataclasses.replace(whole, verdict=Verdict.ARGUED)

    @classmethod
    def holds(cls, scope: str, **more: Any) -> "Evidence":
        """Evidence that a statement is true on what was tried, as `scope` says."""
        return cls(Verdict.HOLDS, scope, **more)

    @classmethod
    def refuted(
        cls, counterexample: Counterexample | None = None, *, reason: str = "", **more: Any
    ) -> "Evidence":
        """Evidence that a statement is false: a counterexample, or for statistics a reason."""
        if counterexample is None and not reason:
            raise ArgumentError(
                "counterexample", None, "a Counterexample, or a reason for a statistical check"
            )
        return cls(Verdict.REFUTED, reason=reason, counterexample=counterexample, **more)

    @classmethod
    def undecided(cls, reason: str, **more: Any) -> "Evidence":
        """Evidence that a check does not know, and why."""
        return cls(Verdict.UNDECIDED, reason=reason, **more)

    @classmethod
    def vacuous(cls, reason: str, **more: Any) -> "Evidence":
        """Evidence that nothing met the assumptions."""
        return cls(Verdict.VACUOUS, reason=reason, **more)

    @property
    def engines(self) -> frozenset[Engine]:
        """The engines on which this evidence stands, those of its parts included."""
        own = {engine for route in self.routes for engine in route.engines}
        return frozenset(own).union(*(part.engines for part in self.parts))

    @property
    def corroborated(self) -> bool:
        """Whether a route that decides and another one carry it, here or in every part.

        The other one tests, or decides by other engines.
        """
        ways = {(route.decides, frozenset(route.engines)) for route in self.routes}
        if len(ways) > 1 and any(route.decides for route in self.routes):
            return True
        return bool(self.parts) and all(part.corroborated for part in self.parts)

    @property
    def grounds(self) -> frozenset[Ground]:
        """What this evidence rests on, that of its parts included."""
        return frozenset(self.rests_on).union(*(part.grounds for part in self.parts))

    @property
    def stands_on(self) -> tuple[Any, ...]:
        """What the verdict stands on: all but bookkeeping and what is said of it."""
        return self.standing_on(self.rule, self.statement, self.conditions)

    def standing_on(
        self, rule: str, statement: Stated | None, conditions: tuple[Condition, ...]
    ) -> tuple[Any, ...]:
        """What the verdict would stand on with another statement, which a rule concludes."""
        parts = tuple(part.stands_on for part in self.parts)
        said = self.verdict, rule, self.words, self.rests_on
        return (*said, statement, conditions, self.routes, parts)

    @property
    def content(self) -> str:
        """A digest of what the verdict stands on."""
        return content_of(self.stands_on)

    @property
    def is_sealed(self) -> bool:
        """Whether an engine or a rule concluded the statement, and nothing was changed since."""
        if isinstance(self.seal, Seal):
            return self.seal.fits(self.stands_on)
        return bool(self.seal) and self.seal == self.content

    def derivation(self) -> "Derivation":
        """The proof as mathematics, to be read: what it concluded, step by step.

        **Raises** `CheckError` where nothing is concluded, and for evidence that was read from a
        ledger or a file, which keeps statements and rules: run the check again.
        """
        made = importlib.import_module(
            "theorem_checks.deriving.from_evidence"
        )  # no check rests on it
        return made.derivation_of(self)

    @property
    def said(self) -> str:
        """The scope with its conditions, in words."""
        return "; wherever ".join([self.scope, *(c.text for c in self.conditions)])

    def to_json(self) -> dict[str, Any]:
        """Return the evidence as JSON-ready data; `from_json` is its inverse."""
        return {
            "verdict": self.verdict.value,
            "kind": self.kind.value if self.kind else None,
            "scope": self.scope,
            "reason": self.reason,
            "counterexample": self.counterexample.to_json() if self.counterexample else None,
            "routes": [route.to_json() for route in self.routes],
            "parts": [part.to_json() for part in self.parts],
            "conditions": [condition.to_json() for condition in self.conditions],
            "words": list(self.words),
            "rests_on": list(map(str, self.rests_on)),
            "statement": self.statement.to_json() if self.statement else None,
            "rule": self.rule,
            "seal": str(self.seal),
            "figures": dict(self.figures),
            "error_rates": dataclasses.asdict(self.error_rates),
            "seed": self.seed,
            "seconds": self.seconds,
            "versions": dict(self.versions),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Evidence":
        """Rebuild evidence from `to_json`; unknown or missing fields raise `ArgumentError`."""
        fields = {f.name for f in dataclasses.fields(cls)}
        if set(data) != fields:
            odd = sorted(set(data) ^ fields)
            raise ArgumentError("data", odd, "exactly the fields of Evidence")
        found = data["counterexample"]
        return cls(
            **{
                **data,
                "kind": Kind(data["kind"]) if data["kind"] else None,
                "counterexample": Counterexample(**found) if found else None,
                "routes": tuple(Route(**route) for route in data["routes"]),
                "parts": tuple(cls.from_json(part) for part in data["parts"]),
                "conditions": tuple(Condition(**condition) for condition in data["conditions"]),
                "rests_on": tuple(map(Ground.read, data["rests_on"])),
                "statement": Stated(**data["statement"]) if data["statement"] else None,
                "error_rates": ErrorRates(**data["error_rates"]),
            }
        )

    def __hash__(self) -> int:
        return hash(json.dumps(self.to_json(), sort_keys=True))

    def __str__(self) -> str:
        kind = f" ({self.kind})" if self.kind else ""
        said = self.counterexample or self.reason or self.said
        return f"{self.verdict}{kind}: {said}" if str(said) else f"{self.verdict}{kind}"

    def _repr_markdown_(self) -> str:
        lines = [f"**{self.verdict}**" + (f" ({self.kind})" if self.kind else "")]
        if self.statement is not None and self.is_sealed:
            lines += [f"$$\n{self.statement.latex}\n$$", f"by *{self.rule}*"]
        lines += [text for text in (self.said, self.reason) if text]
        if self.counterexample:
            lines.append(f"Counterexample: {self.counterexample}")
        lines += [f"- {route}" for route in self.routes]
        lines += self._parts_in_markdown(0)
        lines += [f"- argued: {sentence}" for sentence in self.words]
        lines += [f"- rests on: {fact}" for fact in self.rests_on]
        lines += [f"- {name} = `{value}`" for name, value in self.figures.items()]
        return "\n\n".join(lines)

    def _parts_in_markdown(self, depth: int) -> list[str]:
        """A list of the parts, and of theirs where they conclude a statement."""
        lines = []
        for part in self.parts:
            if part.statement is None or not part.is_sealed:
                lines.append(f"{'  ' * depth}- {part}")
                continue
            head = f"{'  ' * depth}- {part.verdict}: ${part.statement.latex}$"
            lines.append(f"{head}, by *{part.rule}*; {part.said}".removesuffix("; "))
            lines += part._parts_in_markdown(depth + 1)
        return lines


_SEQUENCES: dict[str, type] = {
    "routes": Route,
    "parts": Evidence,
    "conditions": Condition,
    "words": str,
    "rests_on": Ground,
}


_FIELDS: dict[str, tuple[tuple[type, ...], str]] = {
    "scope": ((str,), "a text: for which sizes, and under which assumptions"),
    "reason": ((str,), "a text"),
    "rule": ((str,), "a text"),
    "seal": ((str, Seal), "a text"),
    "kind": ((Kind, str, type(None)), "a Kind, or None"),
    "counterexample": ((Counterexample, type(None)), "a Counterexample, or None"),
    "statement": ((Stated, type(None)), "a Stated, or None"),
    "figures": ((Mapping,), "figures by name, a mapping"),
    "versions": ((Mapping,), "versions by name, a mapping"),
    "error_rates": ((ErrorRates,), "ErrorRates"),
    "seed": ((int, type(None)), "an integer, or None"),
    "seconds": ((int, float, type(None)), "a number of seconds, or None"),
}


def all_of(obligations: Mapping[str, Evidence], scope: str, **more: Any) -> Evidence:
    """Evidence for a statement that follows from all of several named obligations.

    PROVED only if each is PROVED, ARGUED if each is one of the two, HOLDS if each passes; else as
    the worst of them, with its counterexample. The obligations are kept as `parts`.
    """
    if not obligations:
        return Evidence.vacuous("There is no obligation to meet.")
    parts = tuple(
        dataclasses.replace(part, scope=f"{name}: {part.scope}" if part.scope else name)
        for name, part in obligations.items()
    )
    given = (*more.pop("conditions", ()), *(c for part in parts for c in part.conditions))
    more["conditions"] = tuple(dict.fromkeys(given))  # a part's are never lost
    verdicts = [part.verdict for part in parts]
    worst = next((v for v in WORST_FIRST if v in verdicts), None)
    if worst is None:
        weakest = (Verdict.HOLDS, Verdict.ARGUED, Verdict.PROVED)
        verdict = next(v for v in weakest if v in verdicts)
        return Evidence(verdict, scope, parts=parts, **more)
    name, part = next((n, p) for n, p in obligations.items() if p.verdict is worst)
    reason = f"{name}: {part.reason or part.counterexample}"
    return Evidence(worst, scope, reason, counterexample=part.counterexample, parts=parts, **more)


def witnessed(*witnesses: Evidence) -> Evidence:
    """Evidence of one statement by several witnesses.

    One PROVED and the others passing is PROVED by all their routes; PROVED beside REFUTED is
    CONTRADICTION; else the worst counts. Raises `CheckError` if one says PROVED and no route of it
    decides: tests do not add up to a proof.
    """
    if not witnesses:
        raise ArgumentError("witnesses", witnesses, "at least one Evidence")
    routes = tuple(route for w in witnesses for route in _as_routes(w))
    verdict = aggregate(w.verdict for w in witnesses)
    if verdict is Verdict.PROVED and not any(route.decides for route in routes):
        raise CheckError("No route of what is PROVED decides it; a test alone supports HOLDS.")
    lead = next((w for w in witnesses if w.verdict is verdict), witnesses[0])
    reason = "; ".join(w.reason for w in witnesses if w.reason)
    if verdict is Verdict.CONTRADICTION:
        reason = "Two witnesses disagree: " + "; ".join(str(w) for w in witnesses)
        lead = next(w for w in witnesses if w.verdict is Verdict.REFUTED)
    return Evidence(
        verdict,
        lead.scope,
        reason,
        counterexample=lead.counterexample,
        routes=routes,
        parts=tuple(part for w in witnesses for part in w.parts),
        conditions=tuple(dict.fromkeys(c for w in witnesses for c in w.conditions)),
        words=tuple(dict.fromkeys(sentence for w in witnesses for sentence in w.words)),
        rests_on=tuple(dict.fromkeys(fact for w in witnesses for fact in w.rests_on)),
        figures={k: v for w in witnesses for k, v in w.figures.items()},
        error_rates=sum((w.error_rates for w in witnesses), ErrorRates()),
    )


def _as_routes(evidence: Evidence) -> tuple[Route, ...]:
    """The routes of evidence; where only its parts have them, one that stands for theirs."""
    if evidence.routes or not evidence.parts:
        return evidence.routes
    decides = evidence.verdict is Verdict.PROVED and all(map(_is_decided, evidence.parts))
    return (Route(evidence.scope or "its obligations", tuple(sorted(evidence.engines)), decides),)


def _is_decided(evidence: Evidence) -> bool:
    """Whether a route that decides carries it, here or in every part."""
    if any(route.decides for route in evidence.routes):
        return True
    return bool(evidence.parts) and all(map(_is_decided, evidence.parts))
