"""Lemmas of Rocq that several proofs use: a script begins with them, as if they stood in it."""

from pathlib import Path

from theorem_checks.errors import ArgumentError, nearest

__all__ = ["FOLDER", "lemmas"]

FOLDER = Path(__file__).parent


def lemmas(name: str) -> Path:
    """The file of lemmas of a name, to be handed to `certificate` before a script of one's own.

    `totals` has what holds of `total`, the sum of f(a), ..., f(a + n - 1) over the reals;
    `binomials` of binomial coefficients that are 0 where they choose more than there are;
    `products_by_columns` how many products a matrix of linear forms takes. **Raises**
    `ArgumentError` for a name of which there is none.
    """
    known = sorted(path.stem for path in FOLDER.glob("*.v"))
    if name not in known:
        expected = f"one of {', '.join(known)}"
        raise ArgumentError("name", name, expected, nearest(name, known).strip())
    return FOLDER / f"{name}.v"
