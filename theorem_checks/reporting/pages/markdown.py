"""Text, mathematics and tables in Markdown (MyST: $ for mathematics)."""

import re
from collections.abc import Iterable, Sequence

__all__ = [
    "MADE",
    "anchor",
    "display",
    "folded",
    "headline",
    "link",
    "page",
    "prose",
    "table",
]

MADE = "*Made from evidence by `theorem-checks pages`; do not edit.*"
SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")
MATHEMATICS = re.compile(r"(\$[^$]+\$)")
GREEK = (
    *("alpha", "beta", "gamma", "delta", "eta", "theta", "kappa", "lambda", "mu", "nu", "xi"),
    *("rho", "sigma", "phi", "Lambda", "Omega"),
)
SHORT = {"eps": "varepsilon"}
_POWER = r"\^(?P<above>-?\w+|\([^()]*\)|\{[^{}]*\})"
SYMBOL = re.compile(
    rf"(?<![\w$\\`])(?P<name>{'|'.join((*SHORT, *GREEK))}|[A-Za-z]|\d+(?=\^))"
    rf"(?:_(?P<below>\w+|\{{[^{{}}]*\}}))?(?:{_POWER})?(?![\w^])"
)
OF_BRACKETS = re.compile(rf"(?<=[)\]|]){_POWER}(?![\w^])")


def headline(text: str) -> str:
    """Return a title in which d^2, (d+1)^2, W_K and lambda are formulas; else like `prose`."""
    for pattern, formula in ((SYMBOL, _formula), (OF_BRACKETS, _power)):
        parts = MATHEMATICS.split(text)
        parts[::2] = [pattern.sub(formula, part) for part in parts[::2]]
        text = "".join(parts)
    return prose(text)


def _formula(found: re.Match[str]) -> str:
    name, below, above = found["name"], found["below"], found["above"]
    if not (below or above or name in GREEK or name in SHORT):
        return found[0]
    latex = f"\\{SHORT.get(name, name)}" if name in GREEK or name in SHORT else name
    if below:
        is_plain = len(below) == 1 or below.startswith("{")
        latex += f"_{{{below.strip('{}')}}}" if is_plain else rf"_{{\text{{{below}}}}}"
    return f"${latex}{_raised(above)}$"


def _power(found: re.Match[str]) -> str:
    """What stands raised after a bracket, which is no part of the formula."""
    return f"${{}}{_raised(found['above'])}$"


def _raised(above: str | None) -> str:
    if not above:
        return ""
    above = above.strip("{}" if above.startswith("{") else "()")
    return "^{" + (r"\top" if above == "T" else above) + "}"


def folded(summary: str, *blocks: str) -> str:
    """Return blocks that are shown on demand."""
    inside = "\n\n".join(block for block in blocks if block)
    return f"<details><summary>{summary}</summary>\n\n{inside}\n\n</details>" if inside else ""


def prose(text: str) -> str:
    """Return a text on one line, in which only what stands between $ has a meaning."""
    parts = MATHEMATICS.split(" ".join(text.split()))
    escaped = (SPECIAL.sub(r"\\\1", part) for part in parts[::2])
    inside = (part.replace("|", r"\vert ") for part in parts[1::2])
    return "".join(a + b for a, b in zip(escaped, [*inside, ""], strict=True))


def display(latex: str) -> str:
    """Return LaTeX as mathematics on lines of its own."""
    return f"$$\n{latex.strip()}\n$$"


def anchor(claim_id: str) -> str:
    """Return the name by which other pages point to a claim."""
    return re.sub(r"[^a-z0-9]+", "-", claim_id.lower()).strip("-")


def link(claim_id: str, file: str) -> str:
    """Return a link to a claim in a page."""
    return f"[`{claim_id}`]({file}#{anchor(claim_id)})"


def table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; its cells are Markdown already."""
    lines = [heading, ["---"] * len(heading), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def page(*blocks: str) -> str:
    """Return blocks, one after the other, as the text of a file."""
    return "\n\n".join(block for block in blocks if block) + "\n"
