"""The helpers on exact numbers, on nodes and on solver terms: what their docstrings promise."""

import subprocess
import sys
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from constructions.arrays import EXACT, FLOAT, jax_floats
from constructions.errors import ArgumentError, ExactnessError
from constructions.lsrl import Concat, ForEach, Input, Multi, ReLU
from constructions.lsrl.helpers import (
    conditional,
    f_and,
    f_bump,
    f_constant,
    f_ifelse,
    f_ifelse_multiplicative,
    f_ifelse_multiplicative_optimised,
    f_ifelse_optimised,
    f_ifelse_step,
    f_ifelse_step_optimised,
    f_larger,
    f_modulo_counter,
    f_modulo_counter_by_shift,
    f_not,
    f_or,
    f_relu_identity,
    f_smaller,
    f_step,
    one_hot_by_rotation,
    one_hot_by_shift,
)
from constructions.lsrl.helpers.conditionals import Kind
from constructions.number_systems.entries import as_fraction
from theorem_checks import Verdict, clamp, prove_for_all, reals

numbers = st.fractions(min_value=-6, max_value=6, max_denominator=6)
gains = st.sampled_from([Fraction(1, 2), 1, 2, 5, Fraction(17, 3)])
bits = st.sampled_from([0, 1])
FEW = settings(max_examples=25)  # programs are slow while types are checked


@cache
def program_of(helper, arity, constants):
    return ForEach(helper(*Input(arity), **dict(constants)))


def written(helper, *values, **constants):
    """The value of a helper written as a program of one token."""
    program = program_of(helper, len(values), tuple(constants.items()))
    return as_fraction(program([list(values)])[0, 0])


@FEW
@given(numbers, gains)
def test_step(x, mu):
    assert f_step(x, mu) == min(1, max(0, mu * x)) == written(f_step, x, mu=mu)
    assert (f_step(x, mu) == (x > 0)) == (not 0 < x < 1 / Fraction(mu))


@FEW
@given(numbers, numbers, numbers, gains)
def test_bump(x, lower, width, mu):
    upper = lower + abs(width) + 1 / Fraction(mu)
    value = f_bump(x, lower, upper, mu)
    assert value == written(f_bump, x, lower, upper, mu=mu)
    assert (value == 1) == (lower + 1 / Fraction(mu) <= x <= upper)
    assert (value == 0) == (x <= lower or x >= upper + 1 / Fraction(mu))
    further = upper + 3
    both = value + f_bump(x, upper, further, mu)
    assert both == f_bump(x, lower, further, mu)


@FEW
@given(bits, bits, st.sampled_from([1, 2, Fraction(7, 5)]))
def test_logic_on_bits(x, y, mu):
    assert f_not(x) == written(f_not, x) == (not x)
    assert f_and(x, y, mu) == written(f_and, x, y, mu=mu) == (x and y)
    assert f_or(x, y, mu) == written(f_or, x, y, mu=mu) == (x or y)


def test_logic_fails_below_gain_1():
    assert f_and(1, 1, "9/10") == Fraction(4, 5)
    assert f_or(1, 0, "9/10") == Fraction(9, 10)


@FEW
@given(numbers, numbers, gains)
def test_and_off_bits(x, y, mu):
    both = f_and(x, y, mu)
    assert (both == 1) == (min(x, y) >= 1 / Fraction(mu))
    assert both == 0 or min(x, y) > 0


@FEW
@given(numbers, numbers, gains)
def test_comparisons(x, y, mu):
    assert (f_larger(x, y, mu) == (x > y)) == (not 0 < x - y < 1 / Fraction(mu))
    assert f_smaller(x, y, mu) == f_larger(y, x, mu) == written(f_smaller, x, y, mu=mu)
    assert written(lambda x: f_larger(x, "3/2", mu), x) == f_larger(x, Fraction(3, 2), mu)


@FEW
@given(bits, st.fractions(-4, 4, max_denominator=3), st.fractions(-4, 4, max_denominator=3))
def test_conditionals_on_bits(c, t, f):
    wanted = t if c else f
    variants = [
        (f_ifelse, {"lam": 4}),
        (f_ifelse_optimised, {"lam": 4}),
        (f_ifelse_step, {"lam": 4, "mu": 2}),
        (f_ifelse_step_optimised, {"lam": 4, "mu": 2}),
        (f_ifelse_multiplicative, {}),
        (f_ifelse_multiplicative_optimised, {}),
    ]
    for helper, constants in variants:
        assert helper(c, t, f, **constants) == wanted
        assert written(helper, c, t, f, **constants) == wanted


@FEW
@given(st.fractions(0, 1, max_denominator=5), numbers, numbers)
def test_optimised_conditionals_drop_zeros_only(c, t, f):
    lam, mu, size = 5, 3, abs(t)
    for full, optimised, constants in [
        (f_ifelse, f_ifelse_optimised, {"lam": lam}),
        (f_ifelse_step, f_ifelse_step_optimised, {"lam": lam, "mu": mu}),
        (f_ifelse_multiplicative, f_ifelse_multiplicative_optimised, {}),
    ]:
        assert optimised(c, t, f, **constants) == full(c, t, f, **constants)
        assert optimised(c, t=t, **constants) == full(c, t, 0, **constants)
        assert optimised(c, f=f, **constants) == full(c, 0, f, **constants)
        if constants:
            known = {"t_nonnegative": True, "f_nonnegative": True, **constants}
            assert optimised(c, size, abs(f), **known) == full(c, size, abs(f), **constants)


def test_exactness_of_conditionals_is_sharp():
    assert f_ifelse(1, 0, 5, 5) == 0
    assert f_ifelse(1, 0, 6, 5) == 1
    assert f_ifelse(Fraction(1, 10**9), 0, 5, 10**10) == 0
    assert f_ifelse_step(Fraction(3, 4), 1, 2, lam=9, mu=4) == 1
    assert f_ifelse_step(Fraction(1, 4), 1, 2, lam=9, mu=4) == 2
    assert f_ifelse_multiplicative(Fraction(1, 10), 1, 2) == Fraction(19, 10)


KINDS: list[tuple[Kind, int, int]] = [
    ("original", 0, 4),
    ("optimised", 0, 1),
    ("step", 0, 8),
    ("step optimised", 0, 3),
    ("multiplicative", 2, 0),
    ("multiplicative optimised", 1, 0),
]


@pytest.mark.parametrize(("kind", "products", "relus"), KINDS)
def test_conditionals_by_name(kind, products, relus):
    x = Input(3)
    node = conditional(kind, lam=10, mu=4)(x[0], x[1:], nonnegative=True)
    program = ForEach(node)
    assert program([[1, 2, 3], [0, 2, 3]]).tolist() == [[2, 3], [0, 0]]
    assert (program.count(Multi), program.count(ReLU)) == (products, relus)


def test_bad_constants():
    with pytest.raises(ArgumentError, match="mu=0"):
        f_step(1, 0)
    with pytest.raises(ExactnessError, match=r"mu=0\.5"):
        f_step(Input(1), 0.5)
    with pytest.raises(ArgumentError, match="at least one branch"):
        f_ifelse_optimised(1, lam=1)
    with pytest.raises(ArgumentError, match="divisor=0"):
        f_modulo_counter(Input(1), 0, 1)


def test_unknown_kinds_are_named():
    # in a process of its own, where the type of the argument is not checked before
    code = """
from constructions.lsrl.helpers import conditional
try:
    conditional('best', lam=1, mu=1)
except ValueError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "kind='best' is not valid: expected one of 'original', 'optimised'" in done.stdout


def counted(node, tokens):
    return [int(y[0]) for y in ForEach(node)(EXACT.zeros((tokens, 2))).tolist()]


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, 7, 10])
def test_counters_count(n):
    x, turns = Input(2), [t % n for t in range(2 * n + 2)]
    assert counted(f_modulo_counter_by_shift(x, n), len(turns)) == turns
    assert counted(f_modulo_counter(x, n, 1000), len(turns)) == turns
    bits = ForEach(Concat(one_hot_by_shift(x, n), one_hot_by_rotation(x, n, 1000)))
    for t, y in zip(turns, bits(EXACT.zeros((len(turns), 2))).tolist(), strict=True):
        assert y == [int(i == t) for i in range(n)] * 2


def test_rotating_counters_are_exact_from_a_gain_on():
    # 1 - cos(pi/3) = 1/2: the gain 2 is enough for n = 3, and nothing less
    x = Input(2)
    exact, short = (ForEach(f_modulo_counter(x, 3, mu)) for mu in (2, "199/100"))
    tokens = EXACT.zeros((4, 2))
    assert exact(tokens).tolist() == [[0], [1], [2], [0]]
    assert short(tokens).tolist() == EXACT.array([[0], ["199/200"], ["199/100"], [0]]).tolist()


@FEW
@given(st.lists(numbers, min_size=1, max_size=3))
def test_identity_and_constants(values):
    x = Input(len(values))
    program = ForEach(Concat(f_relu_identity(x), f_constant(x, "1/3"), f_constant(x, [1, 2], 2)))
    expected = [*values, Fraction(1, 3), 1, 2]
    assert program([values])[0].tolist() == EXACT.array(expected).tolist()


def test_helpers_run_on_arrays():
    exact = EXACT.array(["-1", "1/8", "1/2"])
    wanted = EXACT.array([0, "1/2", 1])
    assert (f_step(exact, 4) == wanted).all()
    assert (f_step(FLOAT.array(exact), 4) == FLOAT.array(wanted)).all()
    double = jax_floats("float64")
    assert (f_step(double.array(exact), 4) == double.array(wanted)).all()
    c, t = FLOAT.array([0, 1]), FLOAT.array([3, -5])
    for kind, *_ in KINDS:
        assert conditional(kind, lam=10, mu=4)(c, t).tolist() == [0, -5]
    assert f_larger(t, "1/2", 4).tolist() == [1, 0]


def test_helpers_are_decided_for_all_reals():
    x, mu = reals("x mu")
    step = prove_for_all(f_step(x, mu) == clamp(mu * x, 0, 1), assume=[mu > 0])
    assert step.verdict is Verdict.PROVED
    wrong = prove_for_all(f_step(x, mu) == clamp(x, 0, 1), assume=[mu > 0])
    assert wrong.verdict is Verdict.REFUTED
