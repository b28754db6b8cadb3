"""How far the mean of traces of powers of Gaussian matrices is from a number."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.latex import latex_of
from theorem_checks.statements.moments.powers import Factor, GaussianMatrix, Traces, Word
from theorem_checks.statements.terms import Term, data_of, free_symbols, term

__all__ = ["MeanWithin"]


@dataclass(frozen=True, eq=False)
class MeanWithin(Conclusion):
    """The mean of a polynomial in traces is within a distance of a number: |E X - about| <= within.

    **Fields**: `statistic`, X; `about` and `within`, numbers; with `within` 0 it is the mean.
    """

    statistic: Traces
    about: Term
    within: Term

    def __post_init__(self) -> None:
        if not _is_own(self.statistic):
            raise ArgumentError("statistic", self.statistic, "a polynomial in traces of words")
        for name in ("about", "within"):
            object.__setattr__(self, name, term(getattr(self, name), name))
        bound = {a.name for a in self.statistic.bound}
        names = [matrix.name for matrix in self.statistic.matrices]
        if len(set(names)) < len(names):
            raise ArgumentError("statistic", names, "one matrix for each name")
        if self._of_what_is_bound:
            expected = "sums over what stands in coefficients and exponents alone"
            raise ArgumentError("statistic", self.statistic.bound, expected)
        if taken := sorted({s.name for s in self._free} & {*bound, *names}):
            raise ArgumentError("statistic", taken, "names that only matrices and sums have")

    @property
    def _free(self) -> set[sp.Symbol]:
        found: set[Any] = set()
        seen = lambda part: found.update(free_symbols(part)) or part  # noqa: E731
        self.statistic.mapped(seen)
        found |= free_symbols(self.about) | free_symbols(self.within)
        return found - set(self.statistic.bound)

    @property
    def _of_what_is_bound(self) -> bool:
        """Whether a size, a variance or a range depends on what is summed over."""
        found = [side for m in self.statistic.matrices for side in (m.rows, m.columns, m.variance)]
        found += [size for _, ranges, _ in self.statistic.summands for _, size in ranges]
        bound = set(self.statistic.bound)
        return any(part.free_symbols & bound for part in (*found, self.about, self.within))

    @property
    def data(self) -> Any:  # noqa: D102
        def word(one: Word, names: Any) -> Any:
            return (
                "word",
                *(
                    (f.matrix.name, str(f.transposed), data_of(f.exponent.xreplace(names)))
                    for f in one.factors
                ),
            )

        def summand(one: Any) -> Any:
            coefficient, ranges, words = one
            names = {a: sp.Symbol(f"_{k}", integer=True) for k, (a, _) in enumerate(ranges)}
            sizes = ("ranges", *(data_of(size) for _, size in ranges))
            said = ("words", *(word(w, names) for w in words))
            return ("summand", data_of(coefficient.xreplace(names)), sizes, said)

        matrices = (
            (m.name, data_of(m.rows), data_of(m.columns), data_of(m.variance))
            for m in self.statistic.matrices
        )
        said = ("sum", *map(summand, self.statistic.summands))
        ends = data_of(self.about), data_of(self.within)
        return ("MeanWithin", ("matrices", *matrices), said, *ends)

    def mapped(self, change: Callable[[Any], Any]) -> "MeanWithin":  # noqa: D102
        changed = self.statistic.mapped(change)
        return MeanWithin(changed, change(self.about), change(self.within))

    def substituted(self, symbols: Any) -> "MeanWithin":  # noqa: D102
        bound = self.statistic.bound
        free = {old: new for old, new in dict(symbols).items() if old not in bound}
        changed = super().substituted(free)
        assert isinstance(changed, MeanWithin)
        return changed

    @property
    def latex(self) -> str:  # noqa: D102
        letters = (sp.Symbol(a) for a in "abcdefghpquvxyz")
        taken = {s.name for s in self._free} | {m.name for m in self.statistic.matrices}
        names = dict(zip(self.statistic.bound, (a for a in letters if a.name not in taken)))  # noqa: B905
        said = " + ".join(_summand_latex(one, names) for one in self.statistic.summands) or "0"
        mean = rf"\mathbb{{E}} \left[{said}\right]"
        if self.within == 0:
            claimed = rf"{mean} = {latex_of(self.about)}"
        else:
            off = mean if self.about == 0 else rf"{mean} - \left({latex_of(self.about)}\right)"
            claimed = rf"\left|{off}\right| \le {latex_of(self.within)}"
        laws = (
            rf"{m.name} \in \mathbb{{R}}^{{{latex_of(m.rows)} \times {latex_of(m.columns)}}}"
            rf" \sim N\left(0, {latex_of(m.variance)}\right)"
            for m in self.statistic.matrices
        )
        return r",\; ".join((claimed, *laws))


def _is_own(statistic: Any) -> bool:
    """Whether a statistic is made of the toolkit's classes, and of no author's."""
    if type(statistic) is not Traces:
        return False
    words = [word for _, _, words in statistic.summands for word in words]
    if any(type(word) is not Word for word in words):
        return False
    factors = [factor for word in words for factor in word.factors]
    return all(type(f) is Factor and type(f.matrix) is GaussianMatrix for f in factors)


def _summand_latex(summand: Any, names: Any) -> str:
    coefficient, ranges, words = summand
    factor = coefficient.xreplace(names)
    said = "" if factor == 1 and words else latex_of(factor)
    if isinstance(factor, sp.Add) and words:
        said = rf"\left({said}\right)"
    sums = "".join(rf"\sum_{{{names.get(a, a)} < {latex_of(size)}}} " for a, size in ranges)
    traces = " ".join(rf"\operatorname{{tr}}\left({_word_latex(w, names)}\right)" for w in words)
    return f"{sums}{said} {traces}".strip()


def _word_latex(word: Word, names: Any) -> str:
    found = []
    for factor in word.factors:
        exponent = factor.exponent.xreplace(names)
        base = rf"{{{factor.matrix.name}^\top}}" if factor.transposed else factor.matrix.name
        power = "" if exponent == 1 else f"^{{{latex_of(exponent)}}}"
        found.append(f"{base}{power}")
    return " ".join(found)
