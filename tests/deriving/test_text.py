"""Derivations as plain text: the names of summed indices."""

import pytest

from theorem_checks.deriving.text import _unnumbered


@pytest.mark.parametrize(
    ("formula", "written"),
    [
        (r"\sum_{m_{29}=0}^{n - 1} a_{m_{29}}", r"\sum_{m=0}^{n - 1} a_{m}"),
        (r"\sum_{m_{29}=0}^{m} a_{m_{29}}", r"\sum_{m_{29}=0}^{m} a_{m_{29}}"),
        (
            r"\sum_{m_{29}=0}^{n} b_{m_{29}} \sum_{m_{30}=0}^{n} a_{m_{30},m_{29}}",
            r"\sum_{m=0}^{n} b_{m} \sum_{m'=0}^{n} a_{m',m}",
        ),
        (r"m_{29} + \sum_{j_{31}=0}^{n} a_{j_{31}}", r"m_{29} + \sum_{j=0}^{n} a_{j}"),
        (
            r"\sum_{\substack{0 \leq m_{27} \leq n \\0 \leq j_{26} \leq k}} a_{m_{27},j_{26}}",
            r"\sum_{\substack{0 \leq m \leq n \\0 \leq j \leq k}} a_{m,j}",
        ),
        (r"x_{10} + x_{11}", r"x_{10} + x_{11}"),
    ],
)
def test_summed_indices_lose_their_numbers_where_nothing_else_is_called_so(formula, written):
    assert _unnumbered(formula) == written
