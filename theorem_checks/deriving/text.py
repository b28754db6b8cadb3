"""A derivation as lines of plain text, for a terminal, indented by what each is part of."""

from collections.abc import Callable, Iterator

from theorem_checks.deriving.proved_statement import ProvedStatement
from theorem_checks.deriving.rules_said import said_of
from theorem_checks.statements.plain_text import conjuncts, plain_text
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["in_text"]


def in_text(derivation: ProvedStatement, *, latex: bool = False) -> str:
    """Return a derivation as lines of text; its formulas in LaTeX if that is asked for."""
    return "\n".join(_lines(derivation, "", 0, _in_latex if latex else plain_text))


def _in_latex(formula: str) -> str:
    return " ".join(formula.split())


def _lines(
    one: ProvedStatement, number: str, depth: int, written: Callable[[str], str]
) -> Iterator[str]:
    pad = "  " * depth
    head = f"{number} {one.name}".strip()
    by = said_of(one.rule) + ("" if one.verdict is Verdict.PROVED else f" ({one.verdict})")
    first, *others = map(written, conjuncts(one.statement))
    yield f"{pad}{head + ': ' if head else ''}{first}"
    yield from (f"{pad}and {other}" for other in others)
    inner = pad + "  "
    yield f"{inner}[{by}]"
    for heading, said in (("where", one.definitions), ("invariant", one.invariant)):
        if said:
            yield f"{inner}{heading}"
            yield from (f"{inner}  {written(line)}" for line in said)
    if len(one.lines) > 1:
        for line in one.lines:
            sign = "= " if line is not one.lines[0] else "  "
            why = f"    ({line.why})" if line.why else ""
            yield f"{inner}{sign}{written(line.latex)}{why}"
    yield from (f"{inner}wherever {said}" for said in one.conditions)
    yield from (f"{inner}argued: {sentence}" for sentence in one.words)
    yield from (f"{inner}rests on {ground}" for ground in one.rests_on)
    for place, part in enumerate(one.parts, 1):
        yield from _lines(part, f"{number}{place}.", depth + 1, written)
