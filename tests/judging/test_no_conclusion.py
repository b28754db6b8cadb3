"""What an author reads whose statement cannot be made: what is wrong, where, and what to write."""

import math
import re
import subprocess
import sys

import numpy as np
import pytest

from theorem_checks import AtMost, CheckError, Equal, Verdict, instances_of, proof_of, sin

HERE = r"\(tests/judging/test_no_conclusion\.py:\d+\)"


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (lambda x: None, "returns None, and no conclusion. End it with `return`"),
        (lambda x: x * x, "returns a SymbolicScalar, .* Claim it as data: Equal"),
        (lambda x: (x * x) >= 0, r"returns True, .* AtMost\(a, b\) for a <= b"),
        (lambda x: (Equal(x, x), Equal(x, x)), r"returns a tuple, .* All\(\(a, b\)\)"),
        (lambda x: lambda: Equal(x, x), "returns a function, .* Call the function"),
    ],
)
@pytest.mark.parametrize("made_check", [proof_of, instances_of])
def test_what_is_no_conclusion_is_told_with_what_to_write(made, told, made_check):
    def says(subject, w):
        return made(w.call(subject, w.number("x")))

    with pytest.raises(CheckError, match=rf"says {HERE} {told}"):
        made_check(says)(lambda x: x)


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (lambda w, A, x: AtMost(sin(x), 1), "there are exp, sigmoid, tanh"),
        (lambda w, A, x: Equal(w.sum(lambda k: x[k], "k", 0, 0), 0), r"is x\.sum\(\)"),
        (lambda w, A, x: Equal(w.scalar("s"), 0), "A world has no 'scalar'"),
        (lambda w, A, x: Equal(w.nubmer("s"), 0), "Did you mean number"),
        (lambda w, A, x: A @ x == x, r"To claim a == b write Equal\(a, b\)"),
        (lambda w, A, x: AtMost(0, x.norm()), "Claim it of the square"),
    ],
)
def test_what_cannot_be_said_of_arrays_is_told_with_its_line_and_what_to_write(made, told):
    def says(_, w):
        n = w.size("n")
        return made(w, w.array("A", n, n), w.array("x", n))

    for found in (proof_of(says)(None), instances_of(says)(None)):
        assert found.verdict is Verdict.UNDECIDED
        assert re.search(rf"{HERE}: .*({told})", found.reason)


def test_of_a_product_that_does_not_fit_line_and_shapes_are_told_and_what_fits():
    def says(_, w):
        A, x = w.array("A", w.size("n"), w.size("m")), w.array("x", w.size("k"))
        return Equal(A @ x, A @ x)

    def says_turned(_, w):
        n = w.size("n")
        A, x = w.array("A", n, w.size("m")), w.array("x", n)
        return Equal(A @ x, A @ x)

    for said, told in ((says, r"what fits \(\d, \d\)"), (says_turned, "transpose fits, A.T @ x")):
        assert re.search(rf"{HERE}: .*{told}", proof_of(said)(None).reason)


def test_a_statistic_of_an_array_of_a_world_is_told_what_to_write():
    asked = "from theorem_checks.statements.worlds.concrete import Concrete as C; "
    asked += "import theorem_checks as t; w = C({'n': 2}); t.trace(w.array('A', 2, 2))"
    done = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=False
    )
    assert "ArgumentError: matrix=" in done.stderr
    assert "of arrays of a world write A.trace()" in done.stderr.replace("Of", "of")


@pytest.mark.parametrize("function", [np.exp, np.linalg.norm])
def test_a_function_of_numpy_is_told_at_the_authors_line(function):
    def says(subject, w):
        return AtMost(0, w.call(subject, w.array("x", w.size("n"))))

    found = proof_of(says)(lambda x: function(x) + 0)
    assert found.verdict is Verdict.UNDECIDED
    assert f"at {__file__}:" in found.reason
    assert "exp, relu, outer, ... of constructions.arrays" in found.reason
    assert "ufunc" not in found.reason


def test_a_function_that_a_module_does_not_have_refutes_nothing():
    def says(subject, w):
        return AtMost(0, w.call(subject, w.number("x")))

    with pytest.raises(AttributeError, match="has no attribute 'abs'"):
        proof_of(says)(lambda x: math.abs(x) + 0)  # pyright: ignore[reportAttributeAccessIssue]


def test_sides_of_other_shapes_are_told_with_these():
    def says(_, w):
        n = w.size("n", least=2)
        return Equal(w.array("A", n, n), w.array("x", n))

    found = instances_of(says)(None)
    assert found.counterexample is not None
    assert found.counterexample.explanation == "the shapes of the sides differ, (2, 2) and (2,)"
