"""Statements about cells with ReLUs: proved for all sizes, refuted on numbers, or left open."""

import numpy as np
import pytest

from constructions.arrays import relu
from proofs.lsrl.any_size import Numbers, Stated, on_numbers, proved_for_all_sizes
from proofs.lsrl.weight_tables import filled, gru_cell, gru_relu, gru_table
from theorem_checks import ArgumentError, Verdict
from theorem_checks.statements.worlds.symbolic import Symbolic


def halves(w):
    """v = relu(v) - relu(-v), also behind a matrix and for an equal argument in another form."""
    A, v = w("A", "n m"), w("v", "m")
    return {
        "halves": (v, relu(v) - relu(-v)),
        "behind a matrix": (A @ v, relu(A @ v + A @ v - A @ v) - relu(-(A @ v))),
    }


def nonnegative(w):
    """relu(u) = u for ReLUs, declared entries, and what products and sums make of them."""
    u, v, A = w("u", "n", nonnegative=True), relu(w("v", "n")), w("A", "n n", nonnegative=True)
    return {
        "product": (u * v, relu(u * v)),
        "sum": (A @ u + v, relu(A @ u + v)),
        "both halves": (
            relu(w("v", "n")) * relu(-w("w", "n")),
            relu(relu(w("v", "n")) * relu(-w("w", "n"))),
        ),
        "of a negative": (w.zeros("n"), relu(-u - w.ones("n"))),
    }


def homogeneous(w):
    """relu(2 v) = 2 relu(v): true, and none of the rules."""
    v = w("v", "n")
    return {"twice": (2 * relu(v), relu(2 * v))}


@pytest.mark.parametrize("statement", [halves, nonnegative])
def test_rules_are_used(statement) -> None:
    found = proved_for_all_sizes(statement)
    assert found.verdict is Verdict.PROVED
    assert found.corroborated
    assert on_numbers(statement).verdict is Verdict.HOLDS


def test_no_more_is_known_than_the_rules() -> None:
    assert proved_for_all_sizes(homogeneous).verdict is Verdict.UNDECIDED
    assert on_numbers(homogeneous).verdict is Verdict.HOLDS


def test_what_is_false_is_refuted_by_small_numbers() -> None:
    def kept(w):
        return {"relu": (w("v", "n"), relu(w("v", "n")))}

    found = proved_for_all_sizes(kept)
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None
    assert found.counterexample.values["v"] == [-1]
    declared = proved_for_all_sizes(
        lambda w: {"relu": (w("v", "n", nonnegative=True), relu(w("v", "n", nonnegative=True)))}
    )
    assert declared.verdict is Verdict.PROVED


def test_an_undeclared_sign_is_not_assumed() -> None:
    def product(w):
        a, b = w("a", "n"), relu(w("b", "n"))
        return {"product": (a * b, relu(a * b))}

    assert proved_for_all_sizes(product).verdict is Verdict.REFUTED


def test_texts_are_read_as_blocks() -> None:
    w = Numbers(2)
    A, b = w("A", "n n"), w("b", "n")
    text = "I - A, 0; A A, 1"
    wanted = np.block([[np.eye(2) - A, np.zeros((2, 2))], [A @ A, np.ones((2, 2))]])
    assert (w.read(text, "n n", "n n", A=A) == wanted).all()
    assert (w.read("- b + A b; 0", "n n", A=A, b=b) == [*(A @ b - b), 0, 0]).all()
    assert (filled(w, "I", "n n", "n n") == np.eye(4)).all()
    assert (filled(w, "1", "n 1") == [1, 1, 1]).all()


def test_a_text_of_another_shape_is_refused() -> None:
    for world in (Numbers(1), Stated(Symbolic())):
        with pytest.raises(ArgumentError, match="a block for each"):
            world.read("0, 0; 0, 0", "n n", "n")


def test_a_table_has_each_weight_once() -> None:
    with pytest.raises(ArgumentError, match="each weight just once"):
        gru_table("m", "n", W_z="0")


def test_a_cell_of_a_table_puts_out_a_relu() -> None:
    w = Numbers(2)
    B, x, h = w("B", "n m"), w("x", "m"), w("h", "n")
    cell = gru_cell(gru_relu("m", "n", "B", "1"), w, B=B)
    assert (cell.step(h, x)[1] == [max(y, 0) for y in B @ x + 1]).all()
