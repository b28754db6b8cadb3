"""A derivation as lines of text, for a terminal: LaTeX, indented by what it is part of."""

from collections.abc import Iterator

from theorem_checks.deriving.proved_statement import ProvedStatement
from theorem_checks.deriving.rules_said import said_of
from theorem_checks.verdicts.kinds import Verdict

__all__ = ["in_text"]


def in_text(derivation: ProvedStatement) -> str:
    """Return a derivation as lines of text."""
    return "\n".join(_lines(derivation, "", 0))


def _lines(one: ProvedStatement, number: str, depth: int) -> Iterator[str]:
    pad = "  " * depth
    head = f"{number} {one.name}".strip()
    by = said_of(one.rule) + ("" if one.verdict is Verdict.PROVED else f" ({one.verdict})")
    yield f"{pad}{head + ': ' if head else ''}{' '.join(one.statement.split())}"
    inner = pad + "  "
    yield f"{inner}[{by}]"
    for heading, said in (("where", one.definitions), ("invariant", one.invariant)):
        if said:
            yield f"{inner}{heading}"
            yield from (f"{inner}  {line}" for line in said)
    if len(one.lines) > 1:
        for line in one.lines:
            sign = "= " if line is not one.lines[0] else "  "
            why = f"    ({line.why})" if line.why else ""
            yield f"{inner}{sign}{line.latex}{why}"
    yield from (f"{inner}wherever {said}" for said in one.conditions)
    yield from (f"{inner}argued: {sentence}" for sentence in one.words)
    yield from (f"{inner}rests on {ground}" for ground in one.rests_on)
    for place, part in enumerate(one.parts, 1):
        yield from _lines(part, f"{number}{place}.", depth + 1)
