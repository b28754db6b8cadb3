"""A number that the code gives is proved like any other, and printed by its name."""

import pytest
import sympy as sp

from theorem_checks import All, Equal, Implies, NamedEqual, Verdict, prove
from theorem_checks.errors import ArgumentError
from theorem_checks.judging.judge import at_instances, judged
from theorem_checks.proving.rules.derivations import terms_of_sums
from theorem_checks.statements.named_equal import without_names
from theorem_checks.statements.plain_text import plain_text
from theorem_checks.statements.worlds.symbolic import Symbolic


def says(layers, w):
    d = w.size("d")
    return All((Equal(d + d, 2 * d), NamedEqual(len(layers), 2, "number of layers")))


def said_by(evidence):
    assert evidence.statement is not None
    return plain_text(evidence.statement.latex)


def test_it_is_printed_by_its_name():
    found = judged(says, prove, ["LSTM", "LSTM"])
    assert found.verdict is Verdict.PROVED
    assert "number of layers = 2" in said_by(found)


def test_a_proof_has_its_name_also_where_the_numbers_were_proved_before():
    def says_both(layers, w):
        return All((Equal(len(layers), 2), NamedEqual(len(layers), 2, "number of layers")))

    bare, named = prove(says_both(["LSTM", "LSTM"], Symbolic({}))).parts
    assert bare.rule == "prove_identity"
    assert said_by(bare) == "2 = 2"
    assert named.rule == "reading"
    assert said_by(named) == "number of layers = 2"


def test_it_is_the_equation_whatever_its_name():
    one, other = (NamedEqual(3, 3, name) for name in ("layers", "rows"))
    assert one.is_same(other)
    assert one.is_same(Equal(3, 3))
    assert not one.is_same(NamedEqual(4, 3, "layers"))


def test_another_number_is_refuted():
    assert judged(says, prove, ["LSTM"]).verdict is not Verdict.PROVED
    found = at_instances(says, ["LSTM"])
    assert found.verdict is Verdict.REFUTED


def test_it_keeps_its_name_where_it_is_changed():
    changed = NamedEqual(3, 3, "layers").mapped(lambda side: side + 1)
    assert plain_text(changed.latex) == "layers = 4"


def test_where_both_sides_have_names_they_stand_about_what_the_sides_are():
    w = Symbolic({})
    n = w.size("n")
    x, y = (w.array(name, n) for name in "xy")
    same = NamedEqual(x + y, x + y, "the output", "eq. (7)")
    other = NamedEqual(2 * (x + y), 2 * x + 2 * y, "the output", "eq. (7)")
    assert plain_text(same.latex) == "the output = x + y = eq. (7)"
    assert plain_text(other.latex) == "the output = 2 (x + y) = 2 x + 2 y = eq. (7)"
    assert other.is_same(Equal(2 * (x + y), 2 * x + 2 * y))
    assert prove(other).verdict is Verdict.PROVED
    doubled = same.mapped(lambda side: 2 * side)
    assert plain_text(doubled.latex).startswith("the output = 2 ")
    assert plain_text(doubled.latex).endswith(" = eq. (7)")


def test_without_names_it_is_an_equation_wherever_it_stands():
    named, bare = NamedEqual(3, 3, "layers", "eq. (7)"), Equal(3, 3)
    whole = without_names(All((bare, Implies(named, All((named,))))))
    assert whole.latex == All((bare, Implies(bare, All((bare,))))).latex
    assert without_names(bare) is bare


@pytest.mark.parametrize("name", ["", "  "])
def test_it_has_a_name(name):
    with pytest.raises(ArgumentError, match="in words"):
        NamedEqual(1, 1, name)


def test_it_is_a_number_like_others_where_terms_of_sums_are_compared():
    n, k, i = sp.symbols("n k i", integer=True, nonnegative=True)
    sums = sp.Sum(k + k, (k, 0, n)), sp.Sum(2 * k, (k, 0, n))
    each = terms_of_sums(NamedEqual(*sums, "entries"), i)
    bare = terms_of_sums(Equal(*sums), i)
    assert each.is_same(bare)
