"""Letters of indices, where terms are printed entry by entry."""

import pytest
import sympy as sp

from theorem_checks import All, Equal, ForAll, Implies, Index, Sum, Tensor
from theorem_checks.statements.arrays.index_expressions import exponential, positive
from theorem_checks.statements.arrays.index_families import block_name
from theorem_checks.statements.arrays.index_relations import Lag, at_most, delta
from theorem_checks.statements.arrays.symbolic_arrays import family
from theorem_checks.statements.latex import Called, block_latex, latex_of

N = sp.Symbol("N", integer=True, positive=True)
s = sp.Symbol("s", real=True)
T = Tensor("T", 3)
i = Index("s", N)


def test_an_index_of_a_sum_keeps_its_letter():
    assert latex_of(Sum(T[i, i, i], i)) == r"\sum_{s < N} {T}_{sss}"


def test_an_index_of_a_sum_is_not_called_as_a_number_beside_it():
    for term in (Sum(s * T[i, i, i], i), s * Sum(T[i, i, i], i)):
        assert r"\sum_{i < N}" in latex_of(term)
        assert "{T}_{iii}" in latex_of(term)


def test_an_index_of_a_sum_is_not_called_as_what_stands_elsewhere_in_a_statement():
    called = Called()
    called.reserved = frozenset({"s"})
    assert latex_of(Sum(T[i, i, i], i), called) == r"\sum_{i < N} {T}_{iii}"


def test_powers_that_are_kept_as_an_array_are_written_as_powers():
    t, s_, j, k = (Index(name, N) for name in "tsjk")
    assert latex_of(Tensor("A.before", 4)[t, s_, j, k]) == r"\big(A^{(t-1-s)}\big)_{jk}"
    assert latex_of(Tensor("d.before", 2)[t, s_]) == "d^{(t-1-s)}"


def test_a_strict_order_is_written_as_one():
    j, k = Index("j", N), Index("k", N)
    strict, x = at_most(j, k) - delta(j, k), Tensor("x", 1)
    assert latex_of(strict) == "[j < k]"
    assert latex_of(at_most(j, k) - delta(k, j)) == "[j < k]"
    assert latex_of(Sum(strict * x[k], k)) == r"\sum_{k < N} [j < k]\, {x}_{k}"
    assert latex_of(at_most(j, k) - 2 * delta(j, k)) != "[j < k]"
    assert latex_of(at_most(j, k) + delta(j, k)) == r"[j \le k] + \delta_{jk}"


def test_a_successor_is_written_as_one():
    j, k = Index("j", N), Index("k", N)
    one = Index("o", 2)
    follows = Sum(Lag(j, k, one), one) - delta(j, k)
    assert latex_of(follows) == "[j = k + 1]"
    assert latex_of(2 * follows) == r"[j = k + 1] \cdot 2"
    three = Index("three", 3)
    for other in (
        Sum(Lag(j, k, one), one) + delta(j, k),
        Sum(Lag(j, k, one), one) - delta(j, j),
        Sum(Lag(j, k, three), three) - delta(j, k),
    ):
        assert "k + 1" not in latex_of(other)


m29, m30, m, n = sp.symbols("m_29 m_30 m n", integer=True)
a = sp.Function("a", integer=True)


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (sp.Sum(a(m29), (m29, 0, n)), r"\sum_{m=0}^{n} a_{m}"),
        (sp.Sum(a(m29), (m29, 0, m)), r"\sum_{i=0}^{m} a_{i}"),
        (
            sp.Sum(a(m29) * sp.Sum(a(m30 + m29), (m30, 0, n)), (m29, 0, n)),
            r"\sum_{m=0}^{n} a_{m} \sum_{i=0}^{n} a_{m + i}",
        ),
        (sp.Product(a(m29), (m29, 0, n)), r"\prod_{m=0}^{n} a_{m}"),
        (m29, "m_{29}"),
    ],
)
def test_what_a_sum_runs_over_has_a_letter_for_a_number(number, written):
    assert latex_of(number) == written


@pytest.mark.parametrize(
    ("name", "other", "written"),
    [
        ("k_before", "k", r"\forall k' \ge 0:\; k' = k"),
        ("t_D", "t", r"\forall i \ge 0:\; i = t"),
        ("t_D", "n", r"\forall t \ge 0:\; t = n"),
        ("k", "n", r"\forall k \ge 0:\; k = n"),
    ],
)
def test_what_is_said_for_all_has_a_letter_that_nothing_else_has(name, other, written):
    variable, value = (sp.Symbol(x, integer=True, nonnegative=True) for x in (name, other))
    assert ForAll(variable, 0, Equal(variable, value)).latex == written


def test_a_block_is_called_by_the_families_of_axes_that_have_several():
    one, other, plain = (family(name, n) for name in ("ee", "fh", "axis0"))
    assert block_latex(((one, other), (plain,)), (1, 0)) == r"^{[\text{fh}]}"
    assert block_latex(((plain, plain),), (1,)) == r"^{[\text{2}]}"
    assert block_latex(((one,), (other,)), (0, 0)) == ""


def test_a_block_without_a_name_is_called_by_its_size_in_the_letters_of_the_paper():
    one, small, large = (
        family("one"),
        family("axis1", n),
        family("axis1.2", n, sp.Symbol("d_k", integer=True)),
    )
    assert block_latex(((small, one), (large,)), (0, 0)) == r"^{[n]}"
    assert block_latex(((small, large),), (1,)) == r"^{[n \times d_{k}]}"
    assert block_name(((small, one), (large,)), (0, 0)) == "n, n x d_k"


def test_what_is_said_of_all_of_something_stands_in_brackets():
    k, x = sp.Symbol("k", integer=True), sp.Symbol("x")
    one, two = Equal(k, k), Equal(x, k)
    both = ForAll(k, 0, All((one, two))).latex
    assert both == r"\forall k \ge 0:\; \big(k = k\quad\text{and}\quad x = k\big)"
    assert ForAll(k, 0, All((one,))).latex == r"\forall k \ge 0:\; k = k"
    under = ForAll(k, 0, Implies(one, All((one, two)))).latex
    assert under.startswith(r"\forall k \ge 0:\; \big(k = k \implies k = k\quad")


def test_no_letter_is_given_that_a_sum_within_binds():
    variable, bound, j = sp.symbols("i_1 i j", integer=True)
    said = ForAll(variable, 0, Equal(variable * sp.Sum(bound, (bound, 0, variable)), j))
    assert said.latex.startswith(r"\forall k \ge 0:")
    assert r"\sum_{i=0}^{k}" in said.latex


def test_what_stands_in_a_product_again_is_a_power():
    j = Index("j", N)
    a, b = T[j, j, j], Tensor("b", 1)[j]
    assert latex_of(Sum(a * b * a, j)) == r"\sum_{j < N} {T}_{jjj}^{2}\, {b}_{j}"
    squared = latex_of(Sum(b * (a - b) * (a - b), j))
    assert squared == r"\sum_{j < N} {b}_{j}\, \Big({T}_{jjj} - {b}_{j}\Big)^{2}"


def test_numbers_side_by_side_are_one_number():
    a = Tensor("a", 1)
    j = Index("j", N)
    assert latex_of(positive(a[j] + 1 - 8)) == r"\mathrm{relu}\big({a}_{j} - 7\big)"


def test_a_factor_with_a_sign_behind_others_stands_in_brackets():
    t, j = Index("t", N), Index("j", N)
    eps = sp.Symbol("eps", positive=True)
    assert r"\frac{1}{\varepsilon}\, \big(-2\big)" in latex_of(Sum(T[t, j, j] * (1 / eps) * -2, j))


def test_what_contributes_nothing_is_not_written():
    j, k = Index("j", N), Index("k", N)
    x = Tensor("x", 1)
    assert latex_of(at_most(j, k) * at_most(j, k) * x[k]) == latex_of(at_most(j, k) * x[k])
    assert latex_of(x[j] - x[j] + x[k]) == latex_of(x[k])
    assert latex_of(x[j] + x[j] - x[j]) == latex_of(x[j])
    assert latex_of(positive(positive(x[j]))) == latex_of(positive(x[j]))
    assert latex_of(x[j] / (exponential(0) + 1)) == latex_of(x[j] * sp.Rational(1, 2))
