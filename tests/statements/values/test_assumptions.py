"""What conditions say of the signs of symbols."""

import sympy as sp

from theorem_checks.statements.values.assumptions import strengthening

x, y = sp.symbols("x y", real=True)


def test_symbols_get_the_signs_that_conditions_give_them():
    stronger = strengthening([x, y], [sp.Gt(x, 0), sp.Le(y, 0)])
    assert stronger[x].is_positive
    assert stronger[y].is_nonpositive
    assert not stronger[y].is_zero
    assert strengthening([x, y], [sp.Ge(x, -1), sp.Le(y, 1)]) == {}
    assert strengthening([x, y], [sp.Ge(x, 2)])[x].is_positive
    assert strengthening([x], [sp.Ne(x, 0)])[x].is_nonzero


def test_a_symbol_that_was_made_anew_is_the_same_one():
    """SymPy keeps only the last thousand symbols; equal ones made later are other objects."""
    again = sp.Symbol.__xnew__(sp.Symbol, "x", real=True)
    assert again is not x
    assert again == x
    for one, sign in ((sp.Gt(x, 0), "is_positive"), (sp.Lt(x, 0), "is_negative")):
        assert getattr(strengthening([again], [one])[again], sign)
