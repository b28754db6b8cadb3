"""The words for what a check found: verdict, kind, route, counterexample, evidence.

This module is a leaf: it imports nothing of the toolkit but its errors, and no engine. What writes
a derivation is loaded when somebody asks for one.
"""

import dataclasses
import hashlib
import json
import math
import numbers
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn

from theorem_checks.errors import ArgumentError, CheckError, ExactnessError, nearest

if TYPE_CHECKING:
    from theorem_checks.deriving.derivation import Derivation

__all__ = [
    "Condition",
    "Counterexample",
    "Engine",
    "ErrorRates",
    "Evidence",
    "Ground",
    "Kind",
    "Route",
    "Seal",
    "Stated",
    "Verdict",
    "aggregate",
    "all_of",
    "plain",
    "witnessed",
]

sys.set_int_max_str_digits(0)  # an exact number is written out, however many digits it has


class Verdict(StrEnum):
    """What is known of a statement after a check.

    `PROVED`: the statement, as data, follows by engines and rules. `ARGUED`: engines decided the
    obligations that are listed; that these give the statement is argued in words, which stand in
    the evidence. `HOLDS`: true on what was tried, to the stated discrepancy. `REFUTED`: false, with
    a counterexample. `UNDECIDED`: the budget ran out or an engine does not know. `VACUOUS`:
    nothing met the assumptions. `CONTRADICTION`: two witnesses of one statement disagree, so one of
    the engines is wrong.
    """

    PROVED = "PROVED"
    ARGUED = "ARGUED"
    HOLDS = "HOLDS"
    REFUTED = "REFUTED"
    UNDECIDED = "UNDECIDED"
    VACUOUS = "VACUOUS"
    CONTRADICTION = "CONTRADICTION"

    @property
    def passes(self) -> bool:
        """Whether this verdict can count in favour of a statement."""
        return self in (Verdict.PROVED, Verdict.ARGUED, Verdict.HOLDS)


class Kind(StrEnum):
    """How a check comes to its verdict; DESIGN: one meaning each."""

    CERTIFICATE = "certificate"
    PROOF = "proof"
    EXACT = "exact"
    SOLVER = "solver"
    BOUND = "bound"
    SEARCH = "search"
    SAMPLE = "sample"
    EXPERIMENT = "experiment"

    @property
    def can_prove(self) -> bool:
        """Whether a check of this kind may say `PROVED`; agreement of numbers may not."""
        return self in (Kind.CERTIFICATE, Kind.PROOF, Kind.SOLVER, Kind.BOUND)

    @property
    def draws(self) -> bool:
        """Whether a check of this kind takes a seed from the runner."""
        return self in (Kind.SAMPLE, Kind.EXPERIMENT)


def plain(value: object, name: str = "value", *, exact: bool = False) -> Any:
    """Turn a value into what JSON can hold without losing exactness.

    Rationals become strings such as '3/5', arrays become nested lists, anything else becomes
    its `str`. With `exact=True` a float raises `ExactnessError`; without, it stays a float
    (NaN and infinities become strings, which JSON has no numbers for).
    """
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, numbers.Rational):
        return _ratio_text(value.numerator, value.denominator)
    if isinstance(value, Mapping):
        return {str(k): plain(v, f"{name}[{k!r}]", exact=exact) for k, v in value.items()}
    if hasattr(value, "tolist"):  # NumPy and JAX arrays, and their scalars
        return plain(value.tolist(), name, exact=exact)  # pyright: ignore
    if isinstance(value, Sequence | set | frozenset):
        return [plain(v, f"{name}[{i}]", exact=exact) for i, v in enumerate(value)]
    if isinstance(value, float):
        if exact:
            raise ExactnessError(name, value)
        return value if math.isfinite(value) else str(value)
    if hasattr(value, "p") and hasattr(value, "q"):  # rationals of FLINT and SymPy
        return _ratio_text(value.p, value.q)  # pyright: ignore
    return str(value)


def _ratio_text(numerator: object, denominator: object) -> int | str:
    top, bottom = int(numerator), int(denominator)  # pyright: ignore
    return top if bottom == 1 else f"{top}/{bottom}"


class Engine(StrEnum):
    """What did the arithmetic of a route: a library, or a module of the toolkit with its own."""

    FLINT = "python-flint"
    SYMPY = "sympy"
    FRACTIONS = "fractions"
    INTEGERS = "integers"
    INDEX_TERMS = "index terms"
    MOMENT_RECURSION = "moment recursion"
    PLACEMENTS = "placements"
    ENUMERATION = "enumeration"
    MULTIDEGREES = "multidegrees"
    PIECEWISE = "piecewise-linear forms"
    CYCLOTOMIC = "cyclotomic numbers"
    ROUNDING = "running error analysis"
    Z3 = "z3"
    CVC5 = "cvc5"
    HYPOTHESIS = "hypothesis"
    NUMPY = "numpy"
    MPMATH = "mpmath"
    JAX = "jax"
    ROCQ = "rocq"


@dataclass(frozen=True)
class Route:
    """One way by which a verdict was reached.

    `name` says what was done, in a phrase; `engines`, by what; `decides`, whether it is a decision
    for all that the statement is about (a canonical form, a solver, a recursion, an enclosure), or
    a test of it (values at points and small sizes).

    Use the constructors `Route.deciding` and `Route.testing`.
    """

    name: str
    engines: tuple[Engine, ...]
    decides: bool

    def __post_init__(self) -> None:
        engines = self.engines
        if isinstance(engines, str) or not engines:
            raise ArgumentError("Route.engines", engines, "a tuple of engines, at least one")
        for engine in engines:
            if engine not in list(Engine):
                known = f"one of {', '.join(Engine)}.{nearest(str(engine), Engine)}"
                raise ArgumentError("Route.engines", engine, known)
        object.__setattr__(self, "engines", tuple(map(Engine, engines)))
        if not isinstance(self.decides, bool):
            raise ArgumentError("Route.decides", self.decides, "True or False")

    @classmethod
    def deciding(cls, name: str, *engines: Engine) -> "Route":
        """A route that decides the whole statement."""
        return cls(name, engines, decides=True)

    @classmethod
    def testing(cls, name: str, *engines: Engine) -> "Route":
        """A route that tries the statement, and can only refute it."""
        return cls(name, engines, decides=False)

    def to_json(self) -> dict[str, Any]:
        """Return the route as JSON-ready data."""
        engines = [engine.value for engine in self.engines]
        return {"name": self.name, "engines": engines, "decides": self.decides}

    def __str__(self) -> str:
        return f"{self.name} ({'decides' if self.decides else 'tests'}; {', '.join(self.engines)})"


@dataclass(frozen=True)
class Condition:
    """A formula under which evidence speaks, such as n - 12 != 0 where something is divided by it.

    `text` says it to a reader; `formula` is the tree as nested tuples of strings, made and read by
    `theorem_checks.statements.formulas`.
    """

    text: str
    formula: tuple[Any, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.text, str) or not self.text:
            raise ArgumentError("Condition.text", self.text, "a formula in words")
        object.__setattr__(self, "formula", _nested(self.formula))

    def to_json(self) -> dict[str, Any]:
        """Return the condition as JSON-ready data."""
        return {"text": self.text, "formula": self.formula}


class Stated:
    """The statement that evidence decides, as data: what a proof concludes, and nothing more.

    `latex` says it to a reader; `data` is nested tuples of strings, as a conclusion writes itself
    (`theorem_checks.statements.conclusions`). Statements are compared by `key`.

    **Arguments**: `latex`, the formula, or a function that prints it; `data`, or a function that
    writes it and does not fail. Printing takes longer than many a proof, and is put off until
    somebody reads. `conclusion`, what it was made from, and `given`, what the rule was handed by
    which it was concluded: there where it was concluded, and not in what is kept or sent.
    """

    def __init__(
        self,
        latex: str | Callable[[], str],
        data: Any,
        conclusion: Any = None,
        given: Any = None,
    ) -> None:
        if not isinstance(latex, str) and not callable(latex):
            raise ArgumentError("Stated.latex", latex, "LaTeX, or a function that prints it")
        written = data if callable(data) else _nested(data)
        self.__dict__.update(_latex=latex, _data=written, _conclusion=conclusion, _given=given)

    @property
    def conclusion(self) -> Any:
        """What it was made from, where it was concluded; else None."""
        return self.__dict__["_conclusion"]

    @property
    def given(self) -> Any:
        """What the rule was handed by which it was concluded, where that was; else None."""
        return self.__dict__["_given"]

    @cached_property
    def data(self) -> tuple[Any, ...]:
        """Nested tuples of strings that say all of it."""
        data = self.__dict__["_data"]
        return _nested(data()) if callable(data) else data

    @cached_property
    def latex(self) -> str:
        """The formula, for a reader."""
        latex = self.__dict__["_latex"]
        return latex if isinstance(latex, str) else latex()

    @property
    def key(self) -> str:
        """A digest of the data."""
        return _digest(self.data)

    def to_json(self) -> dict[str, Any]:
        """Return the statement as JSON-ready data."""
        return {"latex": self.latex, "data": self.data}

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stated) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(self.data)

    def __repr__(self) -> str:
        return f"Stated({self.latex!r}, {self.data!r})"


class Seal:
    """A digest of what a verdict stood on when it was concluded, made when somebody reads it."""

    __slots__ = ("_stood_on",)

    def __init__(self, stood_on: tuple[Any, ...]) -> None:
        self._stood_on = stood_on

    def fits(self, stands_on: tuple[Any, ...]) -> bool:
        """Whether a verdict stands on the same now."""
        return _is_one(self._stood_on, stands_on) or str(self) == _content(stands_on)

    def __str__(self) -> str:
        return _content(self._stood_on)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str | Seal) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __repr__(self) -> str:
        return repr(str(self))


def _is_one(one: Any, other: Any) -> bool:
    """Whether two trees of tuples have the same objects at their leaves."""
    if one is other:
        return True
    if type(one) is not tuple or type(other) is not tuple or len(one) != len(other):
        return False
    return all(map(_is_one, one, other))


def _content(stands_on: tuple[Any, ...]) -> str:
    """A digest of what `Evidence.stands_on` lists."""
    verdict, rule, words, rests_on, statement, conditions, routes, parts = stands_on
    said = [str(verdict), rule, list(words), list(map(str, rests_on))]
    said += [statement.to_json() if statement else None]
    said += [[c.to_json() for c in conditions], [r.to_json() for r in routes]]
    return _digest([*said, [_content(part) for part in parts]])


def _digest(data: Any) -> str:
    """A digest of what JSON can hold."""
    return hashlib.blake2b(json.dumps(data).encode(), digest_size=16).hexdigest()


def _nested(data: Any) -> Any:
    """A tree of strings as tuples."""
    if isinstance(data, str):
        return data
    if not isinstance(data, list | tuple) or not data:
        raise ArgumentError("Condition.formula", data, "nested tuples of strings")
    return tuple(map(_nested, data))


@dataclass(frozen=True)
class Ground:
    """What evidence takes from elsewhere: a fact, another claim, or a certificate that is kept.

    `of` says which of these, `name` is the fact's name, the claim's id, or the digest of what the
    kernel was handed where it was run. Use the constructors `Ground.fact`, `Ground.claim` and
    `Ground.certificate`; `Ground.read` takes 'fact:NAME' or 'claim:PAPER/PLACE'.
    """

    of: str
    name: str

    def __post_init__(self) -> None:
        if self.of not in _GROUNDS:
            raise ArgumentError("Ground.of", self.of, f"one of {', '.join(_GROUNDS)}")
        pattern, expected = _GROUNDS[self.of]
        if not isinstance(self.name, str) or not re.fullmatch(pattern, self.name):
            raise ArgumentError("Ground.name", self.name, expected)

    @classmethod
    def claim(cls, name: str) -> "Ground":
        """Another claim, by its id, or by one that it covers."""
        return cls("claim", name)

    @classmethod
    def fact(cls, name: str) -> "Ground":
        """A fact of `theorem_checks.facts`, by its name."""
        return cls("fact", name)

    @classmethod
    def certificate(cls, digest: str) -> "Ground":
        """A certificate that a kernel accepted elsewhere, by the digest of what it was handed."""
        return cls("certificate", digest)

    @classmethod
    def read(cls, text: str) -> "Ground":
        """What `str` of a ground says, read back."""
        of, _, name = text.partition(":")
        return cls(of, name)

    def __str__(self) -> str:
        return f"{self.of}:{self.name}"


_GROUNDS = {
    "claim": (r"[a-z][a-z0-9-]*/[A-Za-z0-9.+-]+", "an id such as 'paper/theorem-1'"),
    "fact": (r"[a-z][a-z0-9-]*", "a fact's name"),
    "certificate": (r"[0-9a-f]{32}", "a digest in 32 digits of base 16"),
}


def _as_ground(value: object) -> Ground:
    """A ground, or that of a fact."""
    ground = getattr(value, "ground", value)
    if not isinstance(ground, Ground):
        raise ArgumentError(
            "Evidence.rests_on",
            value,
            "a fact of theorem_checks.facts, or Ground.claim('paper/theorem-1')",
            "A sentence belongs to words=.",
        )
    return ground


@dataclass(frozen=True)
class ErrorRates:
    """The probabilities, at most, of a wrong verdict of a statistical check.

    `false_alarm`: REFUTED though true. `false_pass`: HOLDS though off by more than the stated
    discrepancy.
    """

    false_alarm: float = 0.0
    false_pass: float = 0.0

    def __post_init__(self) -> None:
        for name in ("false_alarm", "false_pass"):
            rate = getattr(self, name)
            if isinstance(rate, bool) or not isinstance(rate, int | float) or not 0 <= rate <= 1:
                raise ArgumentError(f"ErrorRates.{name}", rate, "a probability, from 0 to 1")

    def __add__(self, other: "ErrorRates") -> "ErrorRates":
        """The rates of two tests together, by the union bound."""
        return ErrorRates(
            min(1.0, self.false_alarm + other.false_alarm),
            min(1.0, self.false_pass + other.false_pass),
        )


@dataclass(frozen=True)
class Counterexample:
    """An instance on which a statement fails, in exact numbers.

    `values` maps each symbol to its value (exact; a float is an error); `claimed` is what the
    statement says there, `found` what is true; `explanation` says in words what is wrong.
    """

    values: Mapping[str, Any]
    claimed: str = ""
    found: str = ""
    explanation: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.values, Mapping):
            raise ArgumentError("Counterexample.values", self.values, "values by name, a mapping")
        if not isinstance(self.explanation, str):
            raise ArgumentError("Counterexample.explanation", self.explanation, "a text")
        values = plain(dict(self.values), "Counterexample.values", exact=True)
        object.__setattr__(self, "values", MappingProxyType(values))
        object.__setattr__(self, "claimed", str(self.claimed))
        object.__setattr__(self, "found", str(self.found))

    def to_json(self) -> dict[str, Any]:
        """Return the counterexample as JSON-ready data."""
        return {
            "values": dict(self.values),
            "claimed": self.claimed,
            "found": self.found,
            "explanation": self.explanation,
        }

    def __str__(self) -> str:
        at = ", ".join(f"{k} = {_brief(v)}" for k, v in self.values.items())
        parts = [f"at {at}" if at else ""]
        if self.claimed or self.found:
            parts.append(f"claimed {self.claimed}, found {self.found}")
        parts.append(self.explanation)
        return "; ".join(p for p in parts if p)


def _brief(value: object) -> str:
    return str(value).replace("'", "")


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
    error_rates: ErrorRates = ErrorRates()
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
            listed = tuple(map(_as_ground, value)) if members is Ground else tuple(value)
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
        return _content(self.stands_on)

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
        from theorem_checks.deriving.made import derivation_of

        return derivation_of(self)

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

_WORST_FIRST = (
    Verdict.CONTRADICTION,
    Verdict.REFUTED,
    Verdict.UNDECIDED,
    Verdict.VACUOUS,
)


def aggregate(verdicts: Iterable[Verdict]) -> Verdict:
    """The verdict on a statement for which several checks spoke.

    PROVED beside REFUTED is CONTRADICTION. Otherwise the worst counts (REFUTED, UNDECIDED,
    VACUOUS, in this order), and where all pass, PROVED if any check proves it, else ARGUED if any
    argues it, else HOLDS: what proves it is about the whole statement, so that lemmas beside it
    which are only argued take nothing away. Nothing at all is VACUOUS.
    """
    seen = set(verdicts)
    if {Verdict.PROVED, Verdict.REFUTED} <= seen:
        return Verdict.CONTRADICTION
    for verdict in _WORST_FIRST:
        if verdict in seen:
            return verdict
    if not seen:
        return Verdict.VACUOUS
    return next(v for v in (Verdict.PROVED, Verdict.ARGUED, Verdict.HOLDS) if v in seen)


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
    worst = next((v for v in _WORST_FIRST if v in verdicts), None)
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
