"""What the sides of an inequality differ by, as a sum of what is not negative."""

import sympy as sp

from theorem_checks import AtMost, Equal, Less
from theorem_checks.deriving import order_steps
from theorem_checks.deriving.order_steps import ALONE, BY_HYPOTHESES, EQUAL, lines_of_order
from theorem_checks.statements.conclusions import All
from theorem_checks.statements.plain_text import plain_text

p, q = sp.symbols("p q", positive=True)
x, y, z = sp.symbols("x y z", real=True)
j, t = sp.symbols("j t", integer=True, positive=True)


def written(said, *hypotheses):
    """The lines in plain text, the last with why."""
    lines = lines_of_order(said, hypotheses)
    return [plain_text(line.latex) for line in lines], lines[-1].why if lines else ""


def test_a_square_is_seen_in_factors():
    lines, why = written(AtMost(2 * x * y, x**2 + y**2))
    assert lines == ["x² + y² - 2 x y", "(x - y)²"]
    assert why == ALONE


def test_what_hypotheses_bound_stands_with_factors_that_are_not_negative():
    said = AtMost(p * x + q * y, (p + q) * z)
    lines, why = written(said, All((AtMost(x, z), AtMost(y, z))))
    assert lines == ["z (p + q) - (p x + q y)", "p (- x + z) + q (- y + z)"]
    assert why == BY_HYPOTHESES
    assert lines_of_order(said, [AtMost(x, z)]) == ()


def test_a_power_stands_before_what_a_hypothesis_bounds():
    lines, _ = written(AtMost(x * p**j + p ** (j - 1), p ** (j - 1) * y), AtMost(x * p + 1, y))
    assert lines[1] == "p^(j - 1) (- p x + y - 1)"


def test_an_equation_has_any_factor():
    lines, why = written(AtMost(x * y * z, x * z + 1), Equal(y * z, z))
    assert lines[1] == "x (- y z + z) + 1"
    assert why == BY_HYPOTHESES


def test_what_a_hypothesis_defines_is_replaced_and_its_bounds_are_multiplied():
    a = sp.Function("a", real=True)
    step = Equal(a(j + 1), p * (y - a(j)) + a(j))
    said = AtMost(a(j + 1), y)
    lines, _ = written(said, All((step, AtMost(p, 1), AtMost(a(j), y))))
    assert lines == ["y - a_(j + 1)", "(1 - p) (y - a_j)"]
    assert lines_of_order(said, [step, AtMost(a(j), y)]) == ()
    assert lines_of_order(AtMost(a(j), y), [Equal(a(j), y)]) == ()


def test_a_line_that_the_engine_does_not_find_equal_is_not_told(monkeypatch):
    said = AtMost(2 * x * y, x**2 + y**2)
    assert lines_of_order(said, [])
    monkeypatch.setattr(order_steps, "_sum_of", lambda *_: (x - y) ** 2 + 1)
    assert lines_of_order(said, []) == ()


def test_numbers_and_functions_are_no_polynomials():
    assert lines_of_order(AtMost(0, sp.Max(0, 1 - (x - y) ** 2) * (p - q) ** 2), []) == ()
    assert lines_of_order(AtMost(0, sp.exp(x) * (p - q) ** 2), [AtMost(x, y)]) == ()
    assert lines_of_order(AtMost(x, 0), [AtMost(2, 1), Equal(x, -1)]) == ()


def test_a_short_difference_is_told_by_a_hypothesis_that_is_not_the_same():
    lines, why = written(Less(p**2, 1), Less(p * (p + 1), p + 1))
    assert lines == ["1 - p²", "(1 - p) (p + 1)"]
    assert why == BY_HYPOTHESES
    assert lines_of_order(Less(p, 2), [Less(p, 2)]) == ()


def test_a_factor_alone_has_no_1_beside_it():
    lines, _ = written(Less(j * t, t * (p + j)))
    assert lines[1] == "p t"


def test_nothing_is_said_of_what_is_not_seen():
    assert lines_of_order(Less(x, y + p + q), [AtMost(y, x)]) == ()  # by the wrong hypothesis
    assert lines_of_order(AtMost(2 * x * y * z, x**2 + y**2 * z), []) == ()
    assert lines_of_order(AtMost(1, 2 ** (j + t)), []) == ()  # 2^j 2^t - 1 tells nothing
    assert lines_of_order(AtMost(0, j), []) == ()
    assert lines_of_order(AtMost(x * y, y * x), [AtMost(x, y), Equal(y, z)]) == ()
    assert lines_of_order(AtMost(x * (y + z), x * y + x * z), [AtMost(x, y)]) == ()
    assert lines_of_order(AtMost(2 * x * y, x**2 + y**2), [AtMost(x, x)])[1].why == ALONE
    assert lines_of_order(Equal(x * y + x * z, x * (y + z)), []) == ()


k = sp.Symbol("k", integer=True, positive=True)
a = sp.Function("a", real=True)


def test_a_sum_up_to_the_next_integer_is_told_by_the_one_before():
    before, after = (sp.Sum(1 / k**2, (k, 1, end)) for end in (j, j + 1))
    grown = Equal(sp.Sum(1 / t**2, (t, 1, j + 1)), before + 1 / (j + 1) ** 2)
    lines, why = written(AtMost(after, 2 - 1 / (j + 1)), grown, AtMost(before, 2 - 1 / j))
    assert lines == [
        "2 - 1/(j + 1) - Σ_(k=1)^(j + 1) 1/k²",
        "(2 - 1/j - Σ_(k=1)^j 1/k²) + (- 1/(j + 1) - 1/((j + 1)²) + 1/j)",
        "(2 - 1/j - Σ_(k=1)^j 1/k²) + 1/(j (j + 1)²)",
    ]
    assert why == BY_HYPOTHESES
    too_much = AtMost(after, 2 - 1 / (2 * (j + 1)))
    assert lines_of_order(too_much, [grown, AtMost(before, 2 - 1 / (2 * j))]) == ()


def test_two_hypotheses_stand_side_by_side():
    before, after = (sp.Sum(a(k), (k, 1, end)) for end in (j, j + 1))
    given = [Equal(after, before + a(j + 1)), AtMost(a(j + 1), p), AtMost(before, j * p)]
    lines, _ = written(AtMost(after, (j + 1) * p), *given)
    assert lines[1] == "(j p - Σ_(k=1)^j a_k) + (p - a_(j + 1))"


def test_what_cancels_in_two_hypotheses_is_told_by_a_multiple_of_both():
    c = sp.Symbol("c", real=True, nonzero=True)
    given = [AtMost(c**2 * p, c * a(j)), AtMost(c * a(j), c**2 * q * j)]
    lines, _ = written(AtMost(p / q, j), *given)
    assert lines[1] == "1/(c² q) (c a_j - c² p) + 1/(c² q) (c² j q - c a_j)"


def test_a_hypothesis_that_is_never_so_has_any_factor():
    c = sp.Symbol("c", real=True, nonzero=True)
    lines = lines_of_order(AtMost(p / q, 0), [Equal(a(0), x)], [AtMost(c**2 * p, c * (a(0) - x))])
    assert plain_text(lines[1].latex) == "1/(c² q) (c (- x + a_0) - c² p)"


def test_what_needs_no_words_is_told_where_it_is_asked():
    said, given = AtMost(0, y * (a(0) - x)), [Equal(a(0), x)]
    assert lines_of_order(said, given) == ()
    lines = lines_of_order(said, given, short=True)
    assert [plain_text(line.latex) for line in lines] == ["y (- x + a_0)", "0"]
    assert lines[-1].why == EQUAL
    (_, last) = lines_of_order(AtMost(y * (a(0) - x), y**2), given, short=True)
    assert plain_text(last.latex) == "y²"
