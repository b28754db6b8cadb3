r"""LaTeX as plain text, for a terminal: `\sum_{s \le t} W_{q}^{\top} x_s` is `Σ_(s ≤ t) W_qᵀ x_s`.

It reads the LaTeX that statements and derivations are written in. A command that it does not know
stands by its name; nothing is left out but spacing, sizes of brackets and alignment.
"""

import re
import unicodedata
from functools import lru_cache

__all__ = ["AND", "conjuncts", "plain_text"]

SYMBOLS = {
    "le": "≤",
    "leq": "≤",
    "ge": "≥",
    "geq": "≥",
    "ne": "≠",
    "neq": "≠",
    "ll": "≪",
    "gg": "≫",
    "equiv": "≡",
    "approx": "≈",
    "sim": "~",
    "succeq": "⪰",
    "preceq": "⪯",
    "mid": "|",
    "in": "∈",
    "notin": "∉",
    "subseteq": "⊆",
    "supseteq": "⊇",
    "cup": "∪",
    "cap": "∩",
    "setminus": "∖",
    "emptyset": "∅",
    "forall": "∀",
    "exists": "∃",
    "nexists": "∄",
    "nmid": "∤",
    "wedge": "∧",
    "land": "∧",
    "vee": "∨",
    "lor": "∨",
    "neg": "¬",
    "lnot": "¬",
    "implies": "⟹",
    "iff": "⟺",
    "to": "→",
    "mapsto": "↦",
    "leftarrow": "←",
    "leftrightarrow": "↔",
    "infty": "∞",
    "ell": "ℓ",
    "cdot": "·",
    "times": "×",
    "odot": "⊙",
    "otimes": "⊗",
    "oplus": "⊕",
    "pm": "±",
    "circ": "∘",
    "sum": "Σ",
    "prod": "Π",
    "partial": "∂",
    "nabla": "∇",
    "top": "ᵀ",
    "dots": "…",
    "cdots": "…",
    "ldots": "…",
    "langle": "⟨",
    "rangle": "⟩",
    "lceil": "⌈",
    "rceil": "⌉",
    "lfloor": "⌊",
    "rfloor": "⌋",
    "bmod": "mod",
    "pmod": "mod",
    "quad": "  ",
    "qquad": "  ",
    "varepsilon": "ε",
    "lvert": "|",
    "rvert": "|",
    "lVert": "‖",
    "rVert": "‖",
    "varphi": "φ",
    "prime": "′",
    **dict.fromkeys(("|", "Vert"), "‖"),
    **dict.fromkeys((",", ";", ":", " ", "&", "\n"), " "),
    **dict.fromkeys(("left", "right", "displaystyle", "textstyle", "!", "limits"), ""),
    **dict.fromkeys(("big", "Big", "bigl", "bigr", "Bigl", "Bigr", "bigg", "Bigg"), ""),
    "\\": "; ",
}
SAME = frozenset(
    ["mathrm", "text", "mathcal", "mathbf", "texttt", "operatorname", "mathrel", "textbf"]
) | {"mathit", "substack"}
AROUND = {"cases": ("{ ", " }")} | dict.fromkeys(("pmatrix", "bmatrix", "matrix"), ("[", "]"))
ACCENTS = {"bar": "\u0304", "overline": "\u0304", "tilde": "\u0303", "hat": "\u0302"}
DOUBLE = {"R": "ℝ", "N": "ℕ", "Z": "ℤ", "C": "ℂ", "Q": "ℚ", "E": "E", "P": "P", "1": "1"}
RAISED = dict(zip("0123456789+-ᵀ", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ᵀ", strict=True))

_PIECE = re.compile(r"\\[A-Za-z]+|\\.|[{}^_&~]|\s+|[^\\{}^_&~\s]", re.DOTALL)
_RANGE = r"[ΣΠ]_\([^()]*(?:\([^()]*\)[^()]*)*\)\s*$"
"""A sum or product with the beginning of its range."""

_BETWEEN_PLACES = "\ue000"
"""Stands for a comma between the places of an entry, behind which a word has no space."""

AND = r"\quad\text{and}\quad"
"""What stands between the parts of a conjunction."""


@lru_cache(maxsize=10_000)
def plain_text(latex: str) -> str:
    """Return a formula in LaTeX on one line of plain text."""
    text = _Reader(latex).group(until="")
    text = re.sub(r"\s+", " ", text).strip()
    text = re.sub(r"([(\[¬]) ", r"\1", text)
    text = re.sub(r"(?<=[^\s(])(?=[⟹⟺])|(?<=[⟹⟺])(?=[^\s)])", " ", text)
    text = re.sub(r",(?=[A-Za-z]{2})", ", ", text).replace(_BETWEEN_PLACES, ",")
    return unicodedata.normalize("NFC", re.sub(r" ([)\],;])", r"\1", text))


def conjuncts(latex: str) -> list[str]:
    """The parts of a conjunction, between those 'and' that stand in no braces and no brackets.

    An implication is one part, as its sides are what such an 'and' joins; but 'for all' reaches to
    the next 'and', with an implication that stands there.
    """
    pieces = _pieces(latex, AND)
    is_joined = all(p.lstrip().startswith(r"\forall") for p in pieces if _is_implication(p))
    return pieces if is_joined else [latex]


def _is_implication(latex: str) -> bool:
    return len(_pieces(latex, r"\implies")) > 1


def _pieces(latex: str, sign: str) -> list[str]:
    """What stands between a sign, where that is in no braces and no brackets."""
    found, part = [], ""
    for piece in latex.split(sign):
        part = f"{part}{sign}{piece}" if part else piece
        if all(part.count(left) == part.count(right) for left, right in ("{}", "()", "[]")):
            found.append(part)
            part = ""
    return [*found, part] if part or not found else found


class _Reader:
    """Reads LaTeX piece by piece."""

    def __init__(self, latex: str) -> None:
        self._pieces = _PIECE.findall(latex)
        self._place = 0

    def group(self, until: str) -> str:
        """All up to a piece, or to the end."""
        text = ""
        while self._place < len(self._pieces):
            piece = self._take()
            if piece == until:
                break
            if piece in "^_" and piece:
                is_end = re.search(_RANGE, text) is not None
                text = _scripted(text, piece, self.argument(), is_end=piece == "^" and is_end)
            else:
                written = self._written(piece)
                text += _apart(text, piece) + written
        return text

    def argument(self) -> str:
        """What a command or a script is given: a group in braces, or the next piece."""
        return self._given().strip()

    def _given(self) -> str:
        """The same with the spaces round it."""
        while self._place < len(self._pieces) and self._pieces[self._place].isspace():
            self._place += 1
        if self._place >= len(self._pieces):
            return ""
        piece = self._take()
        return self.group("}") if piece == "{" else self._written(piece)

    def _take(self) -> str:
        self._place += 1
        return self._pieces[self._place - 1]

    def _written(self, piece: str) -> str:
        if piece == "{":
            text = self.group("}")
            scripted = self._place < len(self._pieces) and self._pieces[self._place] in "^_"
            return _in_brackets(text) if scripted and " " in text.strip() else text
        if piece.startswith("\\"):
            return self._command(piece[1:])
        return {"}": "", "&": " ", "~": " "}.get(piece, " " if piece.isspace() else piece)

    def _command(self, name: str) -> str:
        if name in ("frac", "tfrac", "dfrac"):
            over, under = (_in_brackets(self.argument(), r"[\w′'∞]*") for _ in range(2))
            return f"{over}/{under}"
        if name in ("binom", "tbinom"):
            return f"C({self.argument()}, {self.argument()})"
        if name == "sqrt":
            return f"√{_in_brackets(self.argument())}"
        if name in ("begin", "end"):
            first, last = AROUND.get(self.argument(), (" ", " "))
            return first if name == "begin" else last
        if name in ACCENTS:
            inner = self.argument()
            return f"{inner}{ACCENTS[name]}" if len(inner) == 1 else f"{name}({inner})"
        if name == "mathbb":
            inner = self.argument()
            return DOUBLE.get(inner, inner)
        if name in SAME:
            return self._given() if name == "text" else self.argument()
        if name in ("left", "right") and self._pieces[self._place : self._place + 1] == ["."]:
            self._place += 1
        if name in SYMBOLS:
            return SYMBOLS[name]
        return _letter(name) or name


def _scripted(text: str, sign: str, script: str, *, is_end: bool) -> str:
    """A text with a script; `is_end`: the end of a range, which looks like a power if raised."""
    if sign == "^" and script and not is_end and all(character in RAISED for character in script):
        return text.rstrip() + "".join(RAISED[character] for character in script)
    if sign == "^" and script and not script.strip("′'"):
        return text.rstrip() + script
    if sign == "_" and ", " not in script:
        script = script.replace(",", _BETWEEN_PLACES)
    return f"{text.rstrip()}{sign}{_in_brackets(script)}"


def _in_brackets(
    text: str, plain: str = r"\[[^]]*\]|[≤≥<>]?(?:\d*|[^\W\d_](?:[^\W_]|['′])*)['′∞*]*"
) -> str:
    """A text that stands for itself as it is, as what is `plain` does, or else in brackets."""
    text = text.strip()
    return text if re.fullmatch(plain, text) or _is_closed(text) else f"({text})"


def _is_closed(text: str) -> bool:
    """Whether a text begins with a bracket that closes at its end."""
    depth = 0
    for place, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return character == ")" and place == len(text) - 1
    return False


def _apart(text: str, piece: str) -> str:
    """A space between two words that the LaTeX tells apart by a command alone."""
    is_word = re.fullmatch(r"\\[A-Za-z]+", piece) and piece[1:] not in SYMBOLS
    return " " if is_word and re.search(r"[A-Za-z]{2}$", text) else ""


def _letter(name: str) -> str:
    """The Greek letter of a name; '' for other names."""
    case = "CAPITAL" if name[:1].isupper() else "SMALL"
    try:
        return unicodedata.lookup(f"GREEK {case} LETTER {name.upper().replace('LAMBDA', 'LAMDA')}")
    except KeyError:
        return ""
