"""Texts of expressions are what `str` gives, each made once."""

import sympy as sp

from theorem_checks.statements import texts
from theorem_checks.statements.texts import text_of


def test_a_text_is_that_of_str_and_is_made_once(monkeypatch):
    k = sp.Symbol("k", integer=True)
    f = sp.Function("f")
    for made in (f(k + 1) * 2, sp.Sum(f(k), (k, 0, 3)), sp.Dummy("k"), sp.Rational(1, 3)):
        assert text_of(made) == str(made)
    monkeypatch.setattr(texts, "str", lambda _: "made again", raising=False)
    assert text_of(f(1 + k) * 2) == "2*f(k + 1)"
