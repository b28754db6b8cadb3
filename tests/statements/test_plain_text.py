"""LaTeX as plain text, of the commands that statements and derivations are written in."""

import re

import pytest

from tests.shipped import claims
from theorem_checks.statements.plain_text import conjuncts, plain_text

WRITTEN = {
    r"\sum_{i<t} c (2i+1)": "Σ_(i<t) c (2i+1)",
    r"W_{\ge} + \mathbf{1}_{\le}": "W_≥ + 1_≤",
    r"\text{for all bounded } x\iff n < 1": "for all bounded x ⟺ n < 1",
    r"(a \implies b)": "(a ⟹ b)",
    r"\sum_{s \le t} W_{q}^{\top} x_s": "Σ_(s ≤ t) W_qᵀ x_s",
    r"{\big(\mathrm{xs} W_{k} + D_{k}\big)}^{\top}": "(xs W_k + D_k)ᵀ",
    r"{A B}^{\top}": "(A B)ᵀ",
    r"\frac{1}{c_{\mathrm{in}}} - 1": "1/c_in - 1",
    r"\tfrac{a + b}{2 c}": "(a + b)/(2 c)",
    r"x^{12} + y^{-1} + z^{n - 1} + {h'}_{t-1}": "x¹² + y⁻¹ + z^(n - 1) + h'_(t-1)",
    r"\sum_{t=1}^T x_t^{T-1}": "Σ_(t=1)^T x_t^(T-1)",
    r"\sum_{i=0}^{-1} x_i^{-1} + \prod_{k=1}^{2} y_k": "Σ_(i=0)^(-1) x_i⁻¹ + Π_(k=1)^2 y_k",
    r"\nabla_{h_t} L": "∇_(h_t) L",
    r"W_k_{i'l}": "W_k_i'l",
    r"\beta^{2t} + \nu_{W}^{2j} + 2^{2n} + x_{in}": "β^(2t) + ν_W^(2j) + 2^(2n) + x_in",
    r"h_t^{[\text{n\_rows}]} = \lambda_{1} \odot x": "h_t^[n_rows] = λ_1 ⊙ x",
    r"\big(a + b\big)^{[2, \text{kv}]}": "(a + b)^[2, kv]",
    r"\mathbf{1}_{\ge} \odot \mathrm{xs}W": "1_≥ ⊙ xsW",
    r"\mathrm{xs}\lambda": "xs λ",
    r"\left|\hat x - \bar{y}\right|": "|x̂ - ȳ|",
    r"\overline{VW},\; \sqrt{d}/\sqrt{a + b}": "overline(VW), √d/√(a + b)",
    r"\{n \in \mathbb N : n \ne 0\}": "{n ∈ ℕ : n ≠ 0}",
    r"\begin{cases} 1 & t = 0 \\ 0 & t > 0 \end{cases}": "{ 1 t = 0; 0 t > 0 }",
    r"\begin{pmatrix} 0 & 1 \\ 1 & 0 \end{pmatrix}": "[0 1; 1 0]",
    r"\binom{n}{k} \cdot \left. f \right|_{x = 0}": "C(n, k) · f |_(x = 0)",
    r"\xi \varphi \Omega \Lambda \epsilon": "ξ φ Ω Λ ε",
    r"\sum_{\substack{0 \le m \le n \\ 0 \le j}} D_{jm}": "Σ_(0 ≤ m ≤ n; 0 ≤ j) D_jm",
    r"x \ge \kappa^{-d}\text{ for all } d": "x ≥ κ^(-d) for all d",
    r"2^{\left(c + g\right) \left(t + 1\right)} x^{(t)}": "2^((c + g) (t + 1)) x^(t)",
    r"\strange{x}": "strangex",
    "": "",
    "x^": "x^",
    "}{": "",
}


def test_a_word_among_places_is_no_further_away_than_they_are():
    assert plain_text(r"P_{t,i,\mathrm{column}}") == "P_(t,i,column)"
    assert plain_text(r"a,\mathrm{column}") == "a, column"


@pytest.mark.parametrize("latex", WRITTEN)
def test_it_is_written_as_one_would_type_it(latex):
    assert plain_text(latex) == WRITTEN[latex]


def test_parts_stand_apart_where_the_and_is_in_no_brackets():
    both = r"a = b\quad\text{and}\quad \big(c\quad\text{and}\quad d\big)"
    assert [plain_text(part) for part in conjuncts(both)] == ["a = b", "(c and d)"]
    assert conjuncts("a = b") == ["a = b"]
    implied, for_all = r"a \implies b", r"\forall n:\; a \implies b"
    assert conjuncts(rf"{implied}\quad\text{{and}}\quad c") == [
        rf"{implied}\quad\text{{and}}\quad c"
    ]
    told = map(plain_text, conjuncts(rf"c\quad\text{{and}}\quad {for_all}"))
    assert [one.strip() for one in told] == ["c", "∀ n: a ⟹ b"]
    assert conjuncts("") == [""]
    assert [*map(plain_text, conjuncts(r"(a\quad\text{and}\quad b"))] == ["(a and b"]


def test_no_command_is_left_of_any_statement_that_ships():
    left = {claim.id: plain_text(claim.statement) for claim in claims()}
    assert not {name: text for name, text in left.items() if re.search(r"\\|\b(frac|left)\b", text)}
