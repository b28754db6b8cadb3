"""What `docs/what-a-pass-does-not-show.md` says that nothing here can see is indeed not seen.

When a mend makes one of these fail, the sentence goes, and the case moves into the corpus.
"""

import sympy as sp

from theorem_checks import Verdict, array_of, family, prove_equal_arrays, zeros

d = sp.Symbol("d", integer=True, positive=True)
rows = family("rows", d)


def test_a_symbol_that_a_function_makes_itself_answers_as_sympy_does() -> None:
    entry = lambda _: 1 if sp.Symbol("d", integer=True, positive=True) == 3 else 0  # noqa: E731
    found = prove_equal_arrays(array_of({("rows",): entry}, rows), zeros((d,)))
    assert found.verdict is Verdict.PROVED


def test_so_do_the_sizes_in_an_object_of_the_toolkit() -> None:
    entry = lambda _: 1 if rows.sizes[0] == 3 else 0  # noqa: E731
    found = prove_equal_arrays(array_of({("rows",): entry}, rows), zeros((d,)))
    assert found.verdict is Verdict.PROVED
