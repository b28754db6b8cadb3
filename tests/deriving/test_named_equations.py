"""An equation with a name is derived like one without."""

from constructions.arrays import concatenate
from theorem_checks import Equal, NamedEqual, prove
from theorem_checks.deriving.from_evidence import derivation_of
from theorem_checks.statements.worlds.symbolic import Symbolic


def test_an_equation_with_a_name_has_the_lines_of_one_without():
    w = Symbolic()
    d, n = w.size("d"), w.size("n")
    sides = d * (d + n), d * d + n * d
    named = derivation_of(prove(NamedEqual(*sides, "entries", "what is claimed")))
    bare = derivation_of(prove(Equal(*sides)))
    assert named.lines == bare.lines
    assert len(bare.lines) > 1
    assert named.rule == bare.rule == "prove_identity"


def test_an_array_with_a_name_is_told_block_by_block():
    w = Symbolic()
    x, y = w.array("x", w.size("d")), w.array("y", w.size("n"))
    sides = concatenate([x + x, y]), concatenate([2 * x, y])
    named = derivation_of(prove(NamedEqual(*sides, "the output", "eq. (7)")))
    bare = derivation_of(prove(Equal(*sides)))
    assert named.rule == bare.rule == "prove_equal_arrays"
    assert [one.name for one in named.parts] == [one.name for one in bare.parts]
