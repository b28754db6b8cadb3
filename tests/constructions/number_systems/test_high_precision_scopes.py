"""Precision belongs to a system of numbers: nothing leaks in or out of it."""

from fractions import Fraction

import flint
import mpmath
import pytest

from constructions.arrays import balls, contains, high_precision, relu, scan, tanh
from constructions.errors import NotInSystemError


def bits(ball):
    """The number of bits to which a ball is known, absolutely."""
    return -float(ball.rad().log() / flint.arb(2).log())


@pytest.fixture(params=[20, 53, 300])
def process_precision(request):
    """Set the process-wide precisions of FLINT and mpmath to something, and check it after."""
    with flint.ctx.workprec(request.param), mpmath.workprec(request.param):
        yield request.param
        assert flint.ctx.prec == request.param
        assert mpmath.mp.prec == request.param


@pytest.mark.parametrize("prec", [30, 128, 400])
def test_balls_compute_in_their_own_precision(process_precision, prec):
    third = balls(prec).array(["1/3", "1/7"])
    inner = third @ third
    values = [
        third * third + third,
        3 * third,
        tanh(third),
        (inner * inner).reshape(1),
        third.sum(),
    ]
    for array in values:
        for ball in array.flat:
            # values below 1, a handful of roundings: all but a few bits are good, and no more are
            assert prec - 6 <= bits(ball) <= prec + 10
    square = Fraction(1, 9) + Fraction(1, 49)
    assert contains((inner * inner).reshape(1), [square**2])


def test_balls_of_different_precision_take_turns(process_precision):
    low, high = balls(40).array(["1/3"]), balls(240).array(["1/3"])
    for _ in range(3):
        low, high = low * low + low, high * high + high
    assert bits(low[0]) < 45
    assert bits(high[0]) > 230


def test_single_balls_compute_in_the_precision_of_a_scope(process_precision):
    system = balls(200)
    third = system.array(["1/3"])[0]
    with system.scope():
        assert bits(third * third) > 195


def test_precision_is_restored_after_an_error(process_precision):
    with pytest.raises(NotInSystemError):
        relu(balls(77).array([flint.arb(0, 1)]))
    with pytest.raises(ZeroDivisionError):
        _ = high_precision(40).array([1]) / high_precision(40).array([0])


def test_many_digits_in_a_context_of_their_own(process_precision):
    system = high_precision(60)
    _, y = scan(lambda s, x: (s + x, tanh(s * x)), system.zeros(()), system.array(["1/3", "1/7"]))
    exact = mpmath.MPContext()
    exact.dps = 80
    expected = exact.tanh(exact.mpf(1) / 21)
    # tanh and a product of rounded numbers below 1: a few units of the 60th digit
    assert abs(exact.mpf(y[1]) - expected) < exact.mpf(10) ** -60
    assert y.__number_system__ == system


def test_a_rational_enters_rounded_once():
    # 1 + 2^-54 - 2^-80 lies just below the midpoint of two doubles-like numbers of 53 bits
    value = 1 + Fraction(1, 2**53) - Fraction(1, 2**120)
    system = high_precision(15)
    assert system.context.prec == 53
    assert system.array([value])[0] == 1
