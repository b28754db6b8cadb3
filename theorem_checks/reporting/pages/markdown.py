"""Text, mathematics and tables in Markdown (MyST: $ for mathematics)."""

import re
from collections.abc import Iterable, Sequence

from theorem_checks.reporting.authored import Words

__all__ = [
    "MADE",
    "anchor",
    "display",
    "folded",
    "headline",
    "link",
    "page",
    "prose",
    "quoted",
    "table",
]

MADE = "*Made from evidence by `theorem-checks pages`; do not edit.*"
SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")
MATHEMATICS = re.compile(r"(\$[^$]+\$)")
GREEK = (
    *("alpha", "beta", "gamma", "delta", "eta", "theta", "kappa", "lambda", "mu", "nu", "xi"),
    *("pi", "rho", "sigma", "phi", "Gamma", "Lambda", "Xi", "Omega"),
)
SHORT = {"eps": "varepsilon", "lam": "lambda"}
_BRACKETS = r"\((?P<inside>(?:[^()]|\([^()]*\))*)\)"
_POWER = r"\^(?P<above>-?\w+|\((?:[^()]|\([^()]*\))*\)|\{[^{}]*\})"
SYMBOL = re.compile(
    rf"(?<![\w$\\`])(?P<name>{'|'.join((*SHORT, *GREEK))}|[A-Za-z]|\d+(?=\^))"
    rf"(?:_(?P<below>\w+|\{{[^{{}}]*\}}))?(?:{_POWER}|(?P<star>\*)(?= ))?(?![\w^])"
)
SIGNS = {"(x)": "otimes", "*": "odot", ">=": "ge", "<=": "le", "!=": "ne"}
SIGN = re.compile(r"(?<= )(?:\(x\)(?= [A-Z]\b)|(?:\*|>=|<=|!=)(?= ))")
ROOT = re.compile(rf"\bsqrt(?: (?P<of>\w)\b|{_BRACKETS})")
CEILING = re.compile(rf"\bceil{_BRACKETS}(?:{_POWER})?")
OF_NORM = re.compile(r"(?<=\|)_(\w)\b")
BINOMIAL = re.compile(r"\bbinomial\((\w+), (\w+)\)")
SUM = re.compile(r"\bsum_(\w)\b")
DERIVATIVE = re.compile(r"\bd([a-z])_(\w|\{[^{}]*\})/d([a-z])_(\w)\b")
_SENTENCE = re.compile(r"\\text\{((?:[^{}\\$]|\\_)*)\}")
_TERM = r"(?:\$[^$]+\$|(?<![\w'$/-])(?:[B-HJ-Zb-z]|\d+(?:/\d+)?)(?![\w'$/^-]))"
_CHAIN = re.compile(rf"{_TERM}(?:(?: [+=/<>-])? {_TERM})+")
"""Terms beside each other, or with an operation between them; a letter alone is no article."""

_SQUARE, _TIMES = re.compile(r"(\S+) x \1(?!\S)"), r"\1 \\times \1"
_AS_WRITTEN = re.compile(r"(`[^`]+`|\*\*\w+\*\*)")
OF_BRACKETS = re.compile(rf"(?<=[)\]|]){_POWER}(?![\w^])")


def headline(text: str) -> str:
    """Return a title in which d^2, (d+1)^2, W_K and lambda are formulas; else like `prose`."""
    for pattern, formula in FORMULAS:
        parts = MATHEMATICS.split(text)
        parts[::2] = [pattern.sub(formula, part) for part in parts[::2]]
        text = "".join(parts)
    return prose(_CHAIN.sub(_together, text))


def _together(found: re.Match[str]) -> str:
    """One formula of terms beside each other, if one of them is one: $d^2$ + d is $d^2 + d$."""
    if "$" not in found[0]:
        return found[0]
    return f"${_SQUARE.sub(_TIMES, found[0].replace('$', ''))}$"


def _formula(found: re.Match[str]) -> str:
    name, below, above = found["name"], found["below"], found["above"]
    if not (below or above or found["star"] or name in GREEK or name in SHORT):
        return found[0]
    latex = f"\\{SHORT.get(name, name)}" if name in GREEK or name in SHORT else name
    if below:
        is_plain = len(below) == 1 or below.startswith("{")
        latex += f"_{{{_latex(below.strip('{}'))}}}" if is_plain else rf"_{{\text{{{below}}}}}"
    return f"${latex}{'^*' if found['star'] else _raised(above)}$"


def _power(found: re.Match[str]) -> str:
    """What stands raised after a bracket, which is no part of the formula."""
    return f"${{}}{_raised(found['above'])}$"


def _raised(above: str | None) -> str:
    if not above:
        return ""
    above = above[1:-1] if above[0] in "{(" else above
    return "^{" + (r"\top" if above == "T" else _latex(above)) + "}"


def _latex(text: str) -> str:
    """Return what stands inside of a formula: its Greek letters as such."""
    return LETTER.sub(lambda found: f"\\{SHORT.get(found[0], found[0])} ", text).replace(" )", ")")


LETTER = re.compile(rf"\b(?:{'|'.join((*SHORT, *GREEK))})\b")
FORMULAS = (
    (SIGN, lambda found: f"$\\{SIGNS[found[0]]}$"),
    (CEILING, lambda found: rf"$\lceil${found['inside']}$\rceil{_raised(found['above'])}$"),
    (ROOT, lambda found: rf"$\sqrt{{{_latex(found['of'] or found['inside'])}}}$"),
    (BINOMIAL, lambda found: rf"$\binom{{{found[1]}}}{{{found[2]}}}$"),
    (SUM, lambda found: rf"$\sum_{{{found[1]}}}$"),
    (DERIVATIVE, lambda found: f"${found[0]}$"),
    (SYMBOL, _formula),
    (OF_BRACKETS, _power),
    (OF_NORM, lambda found: f"${{}}_{found[1]}$"),
)


def folded(summary: str, *blocks: str) -> str:
    """Return blocks that are shown on demand."""
    inside = "\n\n".join(block for block in blocks if block)
    return f"<details><summary>{summary}</summary>\n\n{inside}\n\n</details>" if inside else ""


def prose(text: str) -> str:
    """Return a text on one line, in which only what stands between $ has a meaning."""
    parts = MATHEMATICS.split(" ".join(text.split()))
    escaped = (SPECIAL.sub(r"\\\1", part) for part in parts[::2])
    inside = (part.replace(r"\|", r"\Vert ").replace("|", r"\vert ") for part in parts[1::2])
    return "".join(a + b for a, b in zip(escaped, [*inside, ""], strict=True))


def quoted(words: Words) -> str:
    """Return an author's words as a quotation, with what they write as code."""
    paragraphs = []
    for text in re.split(r"\n\s*\n", words.text.strip()):
        parts = _AS_WRITTEN.split(" ".join(text.split()))
        parts[::2] = [
            re.sub(r"\S(?:.*\S)?", lambda found: headline(found[0]), p) for p in parts[::2]
        ]
        paragraphs.append("> " + "".join(parts))
    return f"{prose(words.name)}, in its author's words:\n\n" + "\n>\n".join(paragraphs)


def display(latex: str) -> str:
    """Return LaTeX as mathematics on lines of its own; a sentence alone as one that wraps."""
    if sentence := _SENTENCE.fullmatch(latex.strip()):
        return "> " + prose(sentence[1].replace(r"\_", "_"))
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
