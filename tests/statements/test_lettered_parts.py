"""Parts of a statement have letters in the order in which they are read, those of parts as well."""

import pytest
import sympy as sp

from theorem_checks import All, AtMost, Equal, ForAll, Implies, prove
from theorem_checks.deriving.from_evidence import derivation_of
from theorem_checks.deriving.labels import Labels
from theorem_checks.statements.lettered_parts import count_of_parts, part_by_letter

x = sp.Symbol("x", real=True)
n = sp.Symbol("n", integer=True, nonnegative=True)
A, B, C, D, E = (Equal((x + k) ** 2, x**2 + 2 * k * x + k**2) for k in range(1, 6))
NESTED = All((A, All((B, All((C, D)))), E))


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ((1,), "part (a) of (a)–(e)"),
        ((2,), "parts (b)–(d) of (a)–(e)"),
        ((2, 1), "part (b) of (a)–(e)"),
        ((2, 2), "parts (c)–(d) of (a)–(e)"),
        ((2, 2, 2), "part (d) of (a)–(e)"),
        ((3,), "part (e) of (a)–(e)"),
        ((3, 7), "part (e) of (a)–(e)"),
    ],
)
def test_a_part_of_a_part_is_counted_on(place, said):
    assert part_by_letter(NESTED, place) == said
    assert part_by_letter(Implies(AtMost(0, x), NESTED), place) == said


def test_what_is_no_conjunction_or_one_of_all_integers_is_one_part():
    inside = ForAll(n, 0, All((AtMost(0, n), AtMost(0, n + 1))))
    assert count_of_parts(inside) == 1
    assert part_by_letter(inside, (1,)) == ""
    assert part_by_letter(All((A,)), (1,)) == ""
    assert part_by_letter(All((A, inside)), (2, 1)) == "part (b) of (a)–(b)"


def test_derivations_have_the_same_letters():
    made = derivation_of(prove(NESTED))
    rows = Labels.of(made).letters(made).rows
    assert [row.partition("}")[0].removeprefix(r"\text{") for row in rows] == [
        part_by_letter(NESTED, place).split()[1]
        for place in ((1,), (2, 1), (2, 2, 1), (2, 2, 2), (3,))
    ]
