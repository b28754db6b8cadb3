"""A counterexample in sentences, as the pages have it."""

import re

from theorem_checks.reporting.pages.markdown import headline
from theorem_checks.reporting.words import one_line
from theorem_checks.verdicts.counterexamples import Counterexample

__all__ = ["counterexample_said"]

_LETTER = re.compile(r"\\text\{(?P<part>parts? [^{}]*)\}")


def counterexample_said(found: Counterexample | None) -> str:
    """Return where a statement is false, which part of it, and what is found there; '' for none."""
    if found is None:
        return ""
    at = ", ".join(f"`{name} = {one_line(value, 400)}`" for name, value in found.written.items())
    at = ", and ".join(filter(None, [at, found.others]))
    said = [f"Counterexample{': ' if at else ''}{at}.", _false_part(found)]
    if found.claimed or found.found:
        claimed = f"${found.latex}$" if found.latex else f"`{one_line(found.claimed)}`"
        one, other = found.sides
        said.append(f"{one.capitalize()} {claimed}, {other} `{one_line(found.found)}`.")
    whole = " ".join(filter(None, said))
    if not found.explanation:
        return whole
    return f"{whole.removesuffix('.')}: {headline(found.explanation).removesuffix('.')}."


def _false_part(found: Counterexample) -> str:
    """The part that is false: its formula, or its letter, unless what explains it has that."""
    letter = _LETTER.fullmatch(found.part)
    if letter is None:
        return f"False is ${found.part}$." if found.part else ""
    part = letter["part"]
    if part in found.explanation:
        return ""
    return f"{part.capitalize()} {'are' if part.startswith('parts') else 'is'} false."
