"""Names and words in LaTeX: `nu_W` is a Greek letter with an index, `first` is one word."""

import re
from functools import cache

import sympy as sp

__all__ = ["UNIT_NAME", "name_latex", "text_latex", "with_plain_unit"]

UNIT_NAME = "unit'"
"""The name of the number of a unit of a layer, which no name of a world is."""

_WORD = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{2,}")
_UNIT, _PLAIN = "j'", "j"  # with a prime, no letter of a world
_GREEK = {"lam": "lambda", "eps": "varepsilon"}  # as they are called in code
_COMMAND = re.compile(r"\\[A-Za-z]+")


@cache
def name_latex(name: str) -> str:
    r"""A name in LaTeX.

    As SymPy has it, with indices behind `_` and Greek letters by their names (`lam` and `eps` as
    well); words of several letters stand upright, as the letters would be taken for a product.
    Several indices have commas between, and two numbers that end them, as those of a block, a
    semicolon before; an underscore that ends a name, as in `k_`, is a prime.
    """
    if name.startswith("index."):  # of a sum whose index has no name of its own
        name = f"i_{name.removeprefix('index.')}"
    if name == UNIT_NAME:
        return _UNIT
    plain = name.rstrip("_")
    if plain and plain != name:  # a name that was made new by what stands behind it
        primes = "'" * (len(name) - len(plain))
        return f"{{{name_latex(plain)}}}{primes}"
    letter, _, index = name.partition("_")
    if letter in _GREEK:
        name = f"{_GREEK[letter]}_{index}" if index else _GREEK[letter]
    return _apart(_WORD.sub(lambda word: rf"\mathrm{{{word[0]}}}", sp.latex(sp.Symbol(name))))


def _apart(latex: str) -> str:
    r"""A name whose indices have commas between; `W_{a;0,1}` where two numbers name a block."""
    head, sign, inner = latex.partition("_{")
    first, *others = inner.removesuffix("}").split(" ")
    if not others or not inner.endswith("}"):
        return latex
    is_block = len(others) > 1 and others[-2].isdigit() and others[-1].isdigit()
    words = ",".join([first, *(others[:-2] if is_block else others)])
    return f"{head}{sign}{words}{f';{others[-2]},{others[-1]}' if is_block else ''}}}"


def with_plain_unit(latex: str) -> str:
    """A formula with j as the number of a unit, instead of j', if nothing else in it is j."""
    others = _COMMAND.sub("", latex).replace(_UNIT, "")
    return latex if _PLAIN in others else latex.replace(_UNIT, _PLAIN)


def text_latex(words: str) -> str:
    r"""Words within a formula, `\text{...}`; what means something in LaTeX stands for itself."""
    said = re.sub(r"([_%&#$])", r"\\\1", words.replace("\\", "").replace("*", "·"))
    return rf"\text{{{said}}}"
