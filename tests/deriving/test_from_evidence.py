"""Which parts of evidence stand in a derivation."""

import sympy as sp

from constructions.arrays import concatenate
from theorem_checks import All, AtMost, Equal, ForAll, NamedEqual, prove, prove_by_induction
from theorem_checks.deriving.from_evidence import derivation_of
from theorem_checks.deriving.text import in_text
from theorem_checks.proving.rules.arithmetic import sum_of_squares
from theorem_checks.statements.plain_text import plain_text
from theorem_checks.statements.worlds.symbolic import Symbolic


def parts_of(known):
    w = Symbolic()
    v, factor = w.array("v", w.size("n")), w.number("c", positive=True) if known is None else known
    found = sum_of_squares(AtMost(0, v @ v * factor), (factor, v))
    assert found.verdict.passes
    return [part.name for part in derivation_of(found).parts]


def test_that_a_number_is_not_negative_is_seen_without_a_line():
    assert parts_of(3) == ["the difference"]
    assert parts_of(None) == ["factor 1 is not negative", "the difference"]


def two_vectors():
    w = Symbolic()
    n = w.size("n")
    return (w.array(name, n) for name in "xy")


def told(*parts):
    return in_text(derivation_of(prove(All(parts)))).splitlines()


def test_parts_of_which_both_sides_are_one_term_are_told_in_words():
    x, y = two_vectors()
    same = Equal(x + y, x + y), Equal(0 * x, 0)
    lines = told(same[0], Equal(2 * (x + y), 2 * x + 2 * y), same[1])
    assert lines[1:3] == ["(a) x + y = x + y", "  and (b) 2 (x + y) = 2 x + 2 y"]
    assert "  [each part by itself, but for those of which both sides are the same term]" in lines
    assert [line for line in lines if line.startswith("  1. ")] == [
        "  1. (b): 2 (x + y) = 2 x + 2 y"
    ]
    assert not any(line.startswith("  2. ") for line in lines)


def test_where_both_sides_of_all_parts_are_one_term_nothing_is_told_part_by_part():
    x, _ = two_vectors()
    lines = told(Equal(x, x), NamedEqual(2 * x, 2 * x, "the output", "eq. (7)"))
    assert lines[1:] == [
        "(a) x = x",
        "  and (b) the output = 2 x = eq. (7)",
        "  [the code comes to the same term on both sides as it is run on symbols]",
    ]


def test_a_side_that_has_a_name_is_proved_as_it_is_written():
    x, y = two_vectors()
    named = NamedEqual(2 * (x + y), 2 * x + 2 * y, "the output", "eq. (7)")
    lines = told(Equal(x, x), named)
    assert "  1. (b): the output = 2 (x + y) = 2 x + 2 y = eq. (7)" in lines
    assert any(line.startswith("    = 2 x + 2 y") for line in lines)


def test_an_array_of_one_block_that_is_itself_is_told_in_words_too():
    w = Symbolic()
    n, m = w.size("n"), w.size("m")
    x, y = w.array("x", n), w.array("y", m)
    blocks = concatenate([x, 0 * y])
    lines = told(Equal(blocks, blocks), Equal(2 * (x + x), 2 * x + 2 * x))
    assert not any(line.startswith("  1. (a)") for line in lines)


def test_lines_about_sums_have_the_letters_of_the_statement():
    n, k = sp.symbols("n k", integer=True, positive=True)
    said = ForAll(n, 1, AtMost(sp.Sum(1 / k**2, (k, 1, n)), 2 - 1 / n))
    _, step = derivation_of(prove_by_induction(said)).parts
    first, *_, last = (plain_text(line.latex) for line in step.lines)
    assert first == "2 - 1/(n + 1) - Σ_(k=1)^(n + 1) 1/k²"
    assert last == "(2 - 1/n - Σ_(k=1)^n 1/k²) + 1/(n (n + 1)²)"
