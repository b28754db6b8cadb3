"""Names and words in LaTeX: `nu_W` is a Greek letter with an index, `first` is one word."""

import re
from functools import cache

import sympy as sp

__all__ = ["name_latex", "text_latex"]

_WORD = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{2,}")


@cache
def name_latex(name: str) -> str:
    r"""A name in LaTeX.

    As SymPy has it, with indices behind `_` and Greek letters by their names (`lam` as well); words
    of several letters stand upright, as the letters would be taken for a product.
    """
    if name.startswith("index."):  # of a sum whose index has no name of its own
        name = f"i_{name.removeprefix('index.')}"
    letter, _, index = name.partition("_")
    if letter == "lam":
        name = f"lambda_{index}" if index else "lambda"
    return _WORD.sub(lambda word: rf"\mathrm{{{word[0]}}}", sp.latex(sp.Symbol(name)))


def text_latex(words: str) -> str:
    r"""Words within a formula, `\text{...}`; what means something in LaTeX stands for itself."""
    said = re.sub(r"([_%&#$])", r"\\\1", words.replace("\\", "").replace("*", "·"))
    return rf"\text{{{said}}}"
