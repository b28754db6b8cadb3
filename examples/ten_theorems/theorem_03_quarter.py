"""The constant 1/4 in place of 1/2 is too small for the softmax."""

import sympy as sp

import theorem_checks as tc


def says(constant, w):
    d = w.size("d", least=2)
    x, y = w.array("x", d, small=True), w.array("y", d, small=True)
    return tc.AtMost(tc.norm_inf(tc.softmax(x) - tc.softmax(y)), tc.norm_inf(x - y) * constant)


QUARTER = tc.Claim(
    id="ten-theorems/softmax-quarter",
    title="|softmax(x) - softmax(y)| <= |x - y| / 4 in the largest entry",
    source=tc.Source("theorem 3, with the slope of the sigmoid", "a constant that is too small"),
    statement=r"\max_i |\sigma(x)_i - \sigma(y)_i| \le \tfrac14 \max_i |x_i - y_i|",
    says=says,
    subject=sp.Rational(1, 4),
    checks=(tc.instances_of(says),),
    controls=(tc.Control("half", sp.Rational(1, 2), "which is enough"),),
    expect=tc.Verdict.REFUTED,
    repaired_by="ten-theorems/softmax",
)
