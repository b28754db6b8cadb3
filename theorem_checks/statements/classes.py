"""Statements that no engine decides as a whole: for a class, with a probability, in words.

What they say is data all the same: it is printed, compared, and substituted in; some of it is run
at instances. `Described` says it in words, so that nothing with it in it is ever PROVED.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.conclusions import Conclusion, in_scope
from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.moments.statistics import as_statistic
from theorem_checks.statements.names_in_latex import text_latex
from theorem_checks.statements.terms import Term, term

__all__ = [
    "Described",
    "ExponentialMean",
    "FloatsWithin",
    "ForEvery",
    "ForFunctions",
    "WithProbability",
    "is_described",
    "within",
]

FORMATS = ("bfloat16", "binary16", "binary32", "binary64")
KINDS = ("Lipschitz", "bounded", "continuous", "measurable")


def is_described(conclusion: Conclusion) -> bool:
    """Whether a conclusion says some of it in words."""
    return any(isinstance(part, Described) for part in within(conclusion))


def within(conclusion: Conclusion) -> Iterator[Conclusion]:
    """A conclusion, and all that stand in it."""
    yield conclusion
    for field in fields(conclusion):  # pyright: ignore[reportArgumentType]
        value = getattr(conclusion, field.name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Conclusion):
                yield from within(part)


def _require_words(name: str, value: object, least: int = 1) -> None:
    if not isinstance(value, str) or len(value.split()) < least:
        raise ArgumentError(name, value, f"a text of {least} words or more")


@dataclass(frozen=True, eq=False)
class Described(Conclusion):
    """What is said in words alone. It can be ARGUED, and never PROVED."""

    words: str

    def __post_init__(self) -> None:
        _require_words("words", self.words, 3)

    @property
    def latex(self) -> str:  # noqa: D102
        return text_latex(self.words)


@dataclass(frozen=True, eq=False)
class ForEvery(Conclusion):
    """A conclusion for every member of a class that is named: programs, prompts, trees."""

    members: str
    body: Conclusion

    def __post_init__(self) -> None:
        _require_words("members", self.members)

    @property
    def latex(self) -> str:  # noqa: D102
        return rf"\text{{for every }} {text_latex(self.members)}:\; {self.body.latex}"


@dataclass(frozen=True, eq=False)
class ForFunctions(Conclusion):
    """A conclusion for all functions of a class: `kind`, with its constants, on a domain.

    **Fields**: `kind`, 'Lipschitz' (with the constant), 'bounded' (with the sup norm), 'continuous'
    or 'measurable'; `name`, what the function is called; `domain`, in words.
    """

    name: str
    kind: str
    constants: tuple[Term, ...]
    domain: str
    body: Conclusion

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ArgumentError("kind", self.kind, f"one of {', '.join(KINDS)}")
        if len(self.constants) != (self.kind in ("Lipschitz", "bounded")):
            raise ArgumentError("constants", self.constants, f"those of a {self.kind} function")
        _require_words("name", self.name)
        _require_words("domain", self.domain)
        object.__setattr__(self, "constants", tuple(term(c, "constants") for c in self.constants))

    @property
    def latex(self) -> str:  # noqa: D102
        by = "".join(rf"\text{{ with constant }} {latex_of(c)}" for c in self.constants)
        of = rf"{self.name} \;\text{{{self.kind}}}{by} \;\text{{on}}\; {text_latex(self.domain)}"
        return rf"\forall {of}:\; {in_scope(self.body, self.body.latex)}"


@dataclass(frozen=True, eq=False)
class WithProbability(Conclusion):
    """An event has at least some probability.

    The event is a relation of a statistic of random tensors and a number, or `All` of several:
    P(|S - 1| > e) <= p is `WithProbability(All((AtMost(1 - e, S), AtMost(S, 1 + e))), 1 - p)`.
    Where `at_least` is negative nothing is said, and where it is more than 1 what is false.
    """

    event: Conclusion
    at_least: Term

    def __post_init__(self) -> None:
        object.__setattr__(self, "at_least", term(self.at_least, "at_least"))

    @property
    def latex(self) -> str:  # noqa: D102
        return rf"\mathbb{{P}}\left[{self.event.latex}\right] \ge {latex_of(self.at_least)}"


@dataclass(frozen=True, eq=False)
class ExponentialMean(Conclusion):
    """The exponential of a statistic of random tensors has a mean, which is at most a number."""

    statistic: Term
    most: Term

    def __post_init__(self) -> None:
        object.__setattr__(self, "statistic", as_statistic(self.statistic))
        object.__setattr__(self, "most", term(self.most, "most"))

    @property
    def latex(self) -> str:  # noqa: D102
        exponent, most = latex_of(self.statistic), latex_of(self.most)
        return rf"\mathbb{{E}} \exp\left({exponent}\right) \le {most}"


@dataclass(frozen=True, eq=False)
class FloatsWithin(Conclusion):
    """A run in floating point of a format stays within a distance of the exact map."""

    run: str
    format: str
    distance: Term

    def __post_init__(self) -> None:
        _require_words("run", self.run)
        if self.format not in FORMATS:
            raise ArgumentError("format", self.format, f"one of {', '.join(FORMATS)}")
        object.__setattr__(self, "distance", term(self.distance, "distance"))

    @property
    def latex(self) -> str:  # noqa: D102
        what = rf"\left| \operatorname{{{self.format}}} - \text{{exact}} \right|"
        return rf"{what} \le {latex_of(self.distance)} \;\text{{for}}\; {text_latex(self.run)}"
