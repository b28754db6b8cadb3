"""A number that the code gives is proved like any other, and printed by its name."""

import pytest
import sympy as sp

from theorem_checks import All, Equal, NamedEqual, Verdict, prove
from theorem_checks.errors import ArgumentError
from theorem_checks.judging.judge import at_instances, judged
from theorem_checks.proving.rules.derivations import terms_of_sums
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
