"""The gated RNN: its two readings, its gates, its shapes."""

import dataclasses

import pytest

from constructions.arrays import EXACT, FLOAT, equal, jax_floats, polynomials
from constructions.cells.gated_rnn import GatedRNN
from constructions.errors import ArgumentError, ShapeError

SHAPES = {
    "lam": (3,),
    "W_in_m": (3, 2),
    "W_in_x": (3, 2),
    "W_out_m": (4, 3),
    "W_out_x": (4, 3),
    "D": (1, 4),
}
RING = polynomials(x=(3, 2), **SHAPES)


def general(**choices):
    return GatedRNN(*map(RING.symbols, SHAPES), **choices)


def by_definition():
    """y_1, y_2, y_3 entry by entry, from h_t = lam h_{t-1} + g_in(x_t) and y_t = D g_out(h_t)."""
    w = {name: RING.symbols(name) for name in [*SHAPES, "x"]}

    def gated(m, x, vector):
        rows = zip(w[m], w[x], strict=True)
        return [dot(row_m, vector) * dot(row_x, vector) for row_m, row_x in rows]

    def dot(row, vector):
        return sum(a * b for a, b in zip(row, vector, strict=True))

    hidden, outputs = [0] * 3, []
    for x in w["x"]:
        new = gated("W_in_m", "W_in_x", x)
        hidden = [a * h + g for a, h, g in zip(w["lam"], hidden, new, strict=True)]
        products = gated("W_out_m", "W_out_x", hidden)
        outputs.append([dot(row, products) for row in w["D"]])
    return outputs


def test_the_repaired_reading_is_its_definition():
    assert equal(general()(RING.symbols("x")), by_definition())


def test_the_printed_reading_is_one_step_late():
    x = RING.symbols("x")
    printed, repaired = general(reads="before")(x), general()(x)
    assert equal(printed[1:], repaired[:-1])
    assert equal(printed[0], [0])
    assert not equal(printed, repaired)


def test_the_first_printed_output_sees_no_input():
    assert equal(general(reads="before")(RING.symbols("x")[:1]), [[0]])


def test_appending_one_is_a_last_input_that_is_always_one():
    x = RING.symbols("x")
    biased = general(append_one=True)
    without = general()
    one = RING.ones((3, 1))
    padded = RING.concatenate([x.T[:1], one.T]).T
    assert equal(biased(x[:, :1]), without(padded))


def test_gates_are_bilinear():
    (y,) = general()(RING.symbols("x")[:1])[0]
    names = RING.context.names()
    degrees = dict(zip(names, y.degrees(), strict=True))
    assert max(degrees[name] for name in names if name.startswith("x[0")) == 4
    assert max(degrees[name] for name in names if name.startswith("lam")) == 0


def test_no_tokens_give_no_outputs():
    assert general()(RING.zeros((0, 2))).shape == (0, 1)


@pytest.mark.parametrize("system", [EXACT, FLOAT, jax_floats()], ids=str)
@pytest.mark.parametrize(
    ("field", "shape", "message"),
    [
        ("lam", (3, 1), r"lam has shape \(3, 1\), expected \(n, n\)"),
        ("lam", (3, 3, 1), r"lam has shape \(3, 3, 1\), expected \(n\)"),
        ("W_in_m", (4, 2), r"W_in_m has shape \(4, 2\), expected \(3, m\).*n = 3 by lam"),
        ("W_in_x", (3, 3), r"W_in_x has shape \(3, 3\), expected \(3, 2\).*m = 2 by W_in_m"),
        ("W_out_m", (4, 2), r"W_out_m has shape \(4, 2\), expected \(p, 3\)"),
        ("W_out_x", (5, 3), r"W_out_x has shape \(5, 3\), expected \(4, 3\).*p = 4 by W_out_m"),
        ("D", (1, 3), r"D has shape \(1, 3\), expected \(o, 4\)"),
    ],
)
def test_weights_that_do_not_fit_are_named(system, field, shape, message):
    weights = {name: system.ones(size) for name, size in SHAPES.items()}
    GatedRNN(**weights)
    with pytest.raises(ShapeError, match="GatedRNN: " + message):
        GatedRNN(**{**weights, field: system.ones(shape)})


@pytest.mark.parametrize(("append_one", "width"), [(False, 1), (True, 2)])
def test_inputs_that_do_not_fit_are_refused(append_one, width):
    with pytest.raises(ShapeError, match=rf"GatedRNN: .* expected \(T, {3 - width}\)"):
        general(append_one=append_one)(RING.ones((4, width)))


def test_replacing_a_weight_checks_again():
    with pytest.raises(ShapeError, match="lam"):
        dataclasses.replace(general(), lam=RING.ones(5))


def test_the_reading_is_one_of_two():
    cell = object.__new__(GatedRNN)  # the type checker of the test run stops other readings earlier
    for name, size in SHAPES.items():
        object.__setattr__(cell, name, EXACT.ones(size))
    object.__setattr__(cell, "reads", "during")
    with pytest.raises(ArgumentError, match=r"GatedRNN\.reads='during'.*'before' or 'after'"):
        cell.check()


def test_a_dense_recurrence_is_a_matrix_in_the_place_of_the_factors():
    ring = polynomials(A=(3, 3), x=(2, 2), **{n: s for n, s in SHAPES.items() if n != "lam"})
    gates = [ring.symbols(name) for name in SHAPES if name != "lam"]
    x, A = ring.symbols("x"), ring.symbols("A")

    def gated(m, v, vector):
        return (ring.symbols(m) @ vector) * (ring.symbols(v) @ vector)

    first = gated("W_in_m", "W_in_x", x[0])
    second = A @ first + gated("W_in_m", "W_in_x", x[1])
    expected = [ring.symbols("D") @ gated("W_out_m", "W_out_x", h) for h in (first, second)]
    assert equal(GatedRNN(A, *gates)(x), expected)


def test_a_diagonal_matrix_is_the_diagonal_recurrence():
    gates = [RING.symbols(name) for name in SHAPES if name != "lam"]
    lam = RING.symbols("lam")
    dense = GatedRNN(RING.eye(3) * lam, *gates)
    assert equal(dense(RING.symbols("x")), general()(RING.symbols("x")))
