"""Conversion of numbers, arithmetic, and what each number system refuses."""

import math
from fractions import Fraction
from typing import Any

import flint
import mpmath
import numpy as np
import pytest
import sympy

from constructions.arrays import (
    EXACT,
    FLOAT,
    FRACTIONS,
    OBJECTS,
    NumberArray,
    balls,
    contains,
    equal,
    exp,
    high_precision,
    jax_floats,
    overlaps,
    polynomials,
    relu,
    sigmoid,
    system_of,
    tanh,
)
from constructions.errors import (
    ArgumentError,
    ExactnessError,
    MixedSystemsError,
    NotInSystemError,
    ShapeError,
)

RING = polynomials(a=(2, 2), x=(2,), c=())
OBJECT_SYSTEMS: list[Any] = [EXACT, FRACTIONS, OBJECTS, RING, balls(100), high_precision(30)]
ALL_SYSTEMS = [*OBJECT_SYSTEMS, FLOAT]


def fractions(array):
    """The entries of a vector of exact rationals."""
    return [Fraction(int(q.p), int(q.q)) for q in array]


@pytest.mark.parametrize(
    "value",
    [
        3,
        -3,
        Fraction(3, 10),
        "3/10",
        "-0.3",
        " 7 ",
        np.int64(5),
        np.uint8(5),
        sympy.Rational(3, 10),
        flint.fmpq(3, 10),
        flint.fmpz(4),
        True,
    ],
)
def test_exact_numbers_of_every_kind_enter_with_their_value(value):
    as_text = str(value).strip()
    expected = Fraction(1) if value is True else Fraction(as_text)
    assert fractions(EXACT.array([value])) == [expected]


@pytest.mark.parametrize("system", OBJECT_SYSTEMS, ids=str)
@pytest.mark.parametrize(
    "value", [0.5, np.float32(0.5), 1e300, math.nan, "a third", "1/0", None, 1j]
)
def test_what_is_no_exact_number_is_named_and_refused(system, value):
    with pytest.raises(ExactnessError, match=r"^weights\[1, 0\]="):
        system.array([[1, 2], [value, 3]], "weights")


def test_a_float_in_a_numpy_or_jax_array_is_refused_too():
    with pytest.raises(ExactnessError, match=r"w\[0\]=0\.5"):
        EXACT.array(np.array([0.5]), "w")
    with pytest.raises(ExactnessError, match=r"w\[0\]=0\.5"):
        EXACT.array(jax_floats().array(["1/2"]), "w")


def test_numbers_of_another_precision_or_ring_are_refused():
    with pytest.raises(ExactnessError):
        high_precision(30).array([mpmath.mpf("0.1")])
    with pytest.raises(ExactnessError):
        high_precision(30).array(high_precision(20).array(["1/3"]))
    with pytest.raises(ExactnessError):
        polynomials(y=(1,)).array(RING.symbols("x"))


@pytest.mark.parametrize("system", ALL_SYSTEMS, ids=str)
def test_ragged_lists_are_refused(system):
    with pytest.raises(ArgumentError, match=r"w=.*rows of one shape"):
        system.array([[1, 2], [3]], "w")


def test_floats_refuse_what_is_no_real_number():
    with pytest.raises(ArgumentError, match=r"w\[1\]='x' is not valid: expected a real number"):
        FLOAT.array([1.5, "x"], "w")


@pytest.mark.parametrize("system", [*ALL_SYSTEMS, jax_floats()], ids=str)
def test_shapes_and_constants(system):
    assert system.array([[1, 2, 3], [4, 5, 6]]).shape == (2, 3)
    assert system.array(7).shape == ()
    assert system.array([]).shape == (0,)
    two = system.eye(2) + system.ones((2, 2)) - system.zeros((2, 2))
    assert [[float(str(entry)) for entry in row] for row in two] == [[2, 1], [1, 2]]
    assert system.stack([system.ones(2), system.zeros(2)]).shape == (2, 2)


@pytest.mark.parametrize("system", OBJECT_SYSTEMS, ids=str)
def test_every_route_through_numpy_keeps_the_system(system):
    a = system.array([[1, "1/2"], [3, 4]])
    routes = [
        a + 1,
        2 * a,
        a @ a,
        a[0],
        a[0] @ a[0],
        a.T,
        -a,
        a.reshape(4),
        a.sum(),
        np.sum(a, axis=0),
        np.concatenate([a, a]),
        np.stack([a, a]),
        system.zeros((0, 2)).T @ a[:0],
        a[[0, 1], [1, 1]],
        np.trace(a),
    ]
    for array in routes:
        assert isinstance(array, NumberArray)
        assert array.__number_system__ == system
        assert all(system.holds(entry) for entry in array.flat)


@pytest.mark.parametrize("system", OBJECT_SYSTEMS, ids=str)
@pytest.mark.parametrize(
    "operation",
    [
        lambda a: a * 0.5,
        lambda a: 0.5 * a,
        lambda a: a + np.array([0.5, 0.5]),
        lambda a: np.array([0.5, 0.5]) @ a,
        lambda a: a == 0.5,
        lambda a: np.concatenate([a, np.array([0.5])]),
        lambda a: np.where([True, False], a, 0.5),
    ],
)
def test_a_float_cannot_join_an_operation(system, operation):
    with pytest.raises(ExactnessError, match=r"0\.5"):
        operation(system.array([1, 2]))


@pytest.mark.parametrize("system", OBJECT_SYSTEMS, ids=str)
def test_arrays_do_not_change(system):
    a = system.array([1, 2])
    with pytest.raises(ValueError, match="read-only"):
        a[0] = 0.5
    with pytest.raises(TypeError, match="in place"):
        a += 1
    with pytest.raises(TypeError, match="in place"):
        np.add.at(a, [0], 1)


def test_rationals_go_with_polynomials_balls_and_many_digits():
    third = EXACT.array(["1/3"])
    assert equal(RING.array([3]) * third, EXACT.array([1]))
    assert contains(balls(50).array([3]) * third, [1])
    assert system_of(third * high_precision(30).array([3])) == high_precision(30)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (balls(50), balls(60)),
        (balls(50), high_precision(30)),
        (balls(50), RING),
        (RING, polynomials(z=(1,))),
        (high_precision(30), high_precision(31)),
    ],
    ids=str,
)
def test_systems_that_do_not_go_together(one, other):
    with pytest.raises(MixedSystemsError, match=f"{one} and of {other}"):
        _ = one.array([1]) + other.array([1])


def test_polynomial_identity_is_decided():
    a, x, c = RING.symbols("a"), RING.symbols("x"), RING.symbols("c")
    assert str((a @ x)[1]) == "a[1,0]*x[0] + a[1,1]*x[1]"
    assert equal((x[0] + c) * (x[0] - c) + 0 * a[0], (x[0] * x[0] - c * c) * RING.ones(2))
    assert not equal(a @ a.T, a.T @ a)
    assert not equal(x, RING.stack([x, x]))


def test_evaluation_of_polynomials():
    a, x, c = RING.symbols("a"), RING.symbols("x"), RING.symbols("c")
    values = {"a": [[1, 2], [3, 4]], "x": ["1/2", -1], "c": 5}
    assert fractions(RING.evaluate(a @ x + c, **values)) == [Fraction(7, 2), Fraction(5, 2)]
    with pytest.raises(ArgumentError, match="values of a, x, c"):
        RING.evaluate(x, x=[1, 2])
    with pytest.raises(ShapeError, match=r"x has shape \(1,\): expected \(2,\)"):
        RING.evaluate(x, **{**values, "x": [1]})
    with pytest.raises(ExactnessError, match=r"c=0\.5"):
        RING.evaluate(x, **{**values, "c": 0.5})


def test_names_and_shapes_of_a_ring_are_checked():
    with pytest.raises(ArgumentError, match="one of a, x, c"):
        RING.symbols("b")
    with pytest.raises(ArgumentError, match=r"vector has the shape \(n,\)"):
        polynomials(x=(-1,))


@pytest.mark.parametrize("system", [EXACT, FRACTIONS, RING], ids=str)
@pytest.mark.parametrize("function", [exp, sigmoid, tanh])
def test_transcendental_functions_leave_the_exact_systems(system, function):
    with pytest.raises(NotInSystemError, match=r"Use certified enclosures.*balls\(prec\)"):
        function(system.array([0, 1]))


def test_relu_is_decided_or_refused():
    assert fractions(relu(EXACT.array(["-1/2", 0, "1/3"]))) == [0, 0, Fraction(1, 3)]
    assert contains(relu(balls(50).array(["-1/2", 0, "1/3"])), [0, 0, "1/3"])
    with pytest.raises(NotInSystemError, match="sign of the ball is undecided"):
        relu(balls(50).array([flint.arb(0, 0.1)]))
    with pytest.raises(NotInSystemError, match="no polynomial"):
        relu(RING.symbols("x"))


@pytest.mark.parametrize("x", ["-3", "-1/3", "0", "2/7", "5"])
@pytest.mark.parametrize("function", [exp, sigmoid, tanh, relu])
def test_activations_agree_in_all_systems(function, x):
    in_balls = function(balls(200).array([x]))
    digits = function(high_precision(50).array([x]))[0]
    # The value of 50 digits is within 10 units of its last place, so a ball of that radius about
    # it meets the certified one.
    slack = flint.arb(0, flint.arb(10) ** -49 * (1 + abs(float(digits))))
    assert overlaps(in_balls, balls(200).array([flint.arb(str(digits)) + slack]))
    assert in_balls[0].rad() < flint.arb(2) ** -180
    # NumPy's and XLA's functions are good to a few units in the last place; 8 are allowed.
    exact = float(in_balls[0].mid())
    for system in (FLOAT, jax_floats("float64")):
        assert abs(float(function(system.array([x]))[0]) - exact) <= 8 * 2**-53 * abs(exact)


def test_sigmoid_does_not_overflow():
    with np.errstate(all="raise", under="ignore"):
        low, high = sigmoid(FLOAT.array([-1000, 1000]))
    assert (low, high) == (0, 1)


def test_containment_is_exact_at_the_edge_of_a_ball():
    ball = balls(64).array([flint.arb(1, flint.arb(2) ** -10)])
    edge = Fraction(1025, 1024)
    rounded_up_radius = ball[0].rad().fmpq()
    inside = 1 + Fraction(int(rounded_up_radius.p), int(rounded_up_radius.q))
    assert inside >= edge
    assert contains(ball, [inside])
    assert not contains(ball, [inside + Fraction(1, 10**60)])
    assert not contains(ball, [1, 1])
    assert contains(balls(64).array([flint.arb("inf") - flint.arb("inf")]), [5])


def test_overlap_is_not_equality():
    a, b = balls(64).array(["1/3"]), balls(64).array(["1/3"])
    assert overlaps(a, b)
    assert not overlaps(a, balls(64).array(["1/2"]))
    assert not overlaps(a, balls(64).array(["1/3", "1/3"]))
    with pytest.raises(ArgumentError, match="For balls ask contains"):
        equal(a, b)
    with pytest.raises(ArgumentError, match="an array of balls"):
        overlaps(a, EXACT.array(["1/3"]))


@pytest.mark.parametrize("system", [FLOAT, jax_floats(), high_precision(20)], ids=str)
def test_equality_of_floats_is_not_asked(system):
    with pytest.raises(ArgumentError, match="give floats a tolerance"):
        equal(system.array([1]), system.array([1]))


@pytest.mark.parametrize(
    "make",
    [lambda: balls(1), lambda: high_precision(0), lambda: jax_floats(int)],
)
def test_precisions_are_checked(make):
    with pytest.raises(ArgumentError, match="is not valid: expected"):
        make()
