"""The criterion of when products merge into one, against forms that are split into squares."""

from fractions import Fraction
from itertools import product

import numpy as np

from proofs.gated_rnn.b2_output_gating_weights.criterion import Form, sharp


def is_product(kernel: Form) -> bool:
    """Whether h^T K h is a product of two real linear forms, by looking for the forms.

    A product vanishes on a plane; a form that takes both signs, or is a square, with a discriminant
    that is not negative. By completing squares: S = sum of d_k u_k^2, one step after the other.
    """
    signs = _signs((kernel + kernel.T) * Fraction(1, 2))
    return len(signs) < 2 or (len(signs) == 2 and signs[0] != signs[1])


def _signs(S: Form) -> list[bool]:
    """The signs of the squares into which a form can be split (Lagrange's reduction)."""
    S = S.copy()
    size = len(S)
    for a in range(size):
        if S[a, a] != 0:
            row = S[a].copy()
            rest = S - np.multiply.outer(row, row) / S[a, a]
            return [bool(S[a, a] > 0), *_signs(rest)]
    for a, b in product(range(size), repeat=2):
        if S[a, b] != 0:  # no squares: put h_a + h_b for h_a
            change = np.array([[Fraction(int(i == j)) for j in range(size)] for i in range(size)])
            change[b, a] = Fraction(1)
            return _signs(change.T @ S @ change)
    return []


def _forms() -> list[Form]:
    """All integer 2 x 2 kernels with entries -1, 0, 1, and some of size 3."""
    small = [np.array(e).reshape(2, 2) for e in product((-1, 0, 1), repeat=4)]
    three = [np.array(e).reshape(3, 3) for e in product((-1, 1), repeat=9) if sum(e) in (1, 5)]
    diagonal = [np.diag(e) for e in product((-1, 0, 2), repeat=3)]
    exact = [[[Fraction(int(v)) for v in row] for row in form] for form in small + three + diagonal]
    return [np.array(form, dtype=object) for form in exact]


def test_the_criterion_is_met_where_a_form_is_a_product_of_two_linear_ones():
    forms = _forms()
    assert len(forms) > 100
    found = [is_product(kernel) for kernel in forms]
    assert [sharp(kernel) for kernel in forms] == found
    assert len(set(found)) == 2
