"""Windows of symbolic length: what is shifted in, and what a kernel makes of them."""

import pytest

from constructions.arrays import (
    EXACT,
    FLOAT,
    apply_kernel,
    exceeds,
    jax_floats,
    last_row,
    shift_in,
    stack,
)
from theorem_checks import ArgumentError, Equal, Verdict, instances_of, proof_of, prove
from theorem_checks.statements.arrays.element_arrays import ShapeError, elements_of
from theorem_checks.statements.arrays.symbolic_array import concatenate
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.symbolic import Symbolic


def says_moved(follows, w):
    """A kernel on a window that has been moved on reads each row one place further."""
    T, n, m = w.size("T"), w.size("n"), w.size("m")
    K, rows, x = w.array("K", T, n, m), w.array("rows", T, m), w.array("x", m)

    def output(at, p):
        moved = at.sum(lambda j, i, q: follows(at, j, i) * K[j, p, q] * rows[i, q], T, T, m)
        return moved + at.sum(lambda j, q: at.delta(j, 0) * K[j, p, q] * x[q], T, m)

    return Equal(apply_kernel(K, shift_in(rows, x)), w.entries(output, n))


def test_a_kernel_on_a_moved_window():
    for check in (proof_of(says_moved), instances_of(says_moved)):
        assert check(lambda at, j, i: at.follows(j, i)).verdict.passes
        assert check(lambda at, j, i: at.follows(i, j)).verdict is Verdict.REFUTED
        assert check(lambda at, j, i: at.delta(j, i)).verdict is Verdict.REFUTED


def says_stacked(order, w):
    """A window of three rows, moved on, has lost the last one."""
    n, m = w.size("n"), w.size("m")
    x, y, z, new = (w.array(name, m) for name in ("x", "y", "z", "new"))
    A, B, C = (w.array(name, n, m) for name in "ABC")
    found = apply_kernel(stack([A, B, C]), shift_in(stack([x, y, z]), new))
    one, two, three = order(x, y, z, new)
    return Equal(found, A @ one + B @ two + C @ three)


def test_rows_that_are_counted_by_no_size():
    check = proof_of(says_stacked)
    assert check(lambda x, y, z, new: (new, x, y)).verdict is Verdict.PROVED
    assert check(lambda x, y, z, new: (new, y, z)).verdict is Verdict.REFUTED


def test_single_rows_may_stand_before_a_family_of_them():
    w = Symbolic()
    T, m = w.size("T"), w.size("m")
    first, rows, new = w.array("first", m), w.array("rows", T, m), w.array("new", m)
    whole = shift_in(concatenate([stack([first]), rows]), new)
    moved = shift_in(rows, first)
    assert prove(Equal(whole, concatenate([stack([new]), moved]))).verdict is Verdict.PROVED


def says_last(shifted, w):
    """The last row of a window is lost when another one is shifted in: the sums differ by it."""
    T, m = w.size("T"), w.size("m")
    rows, new = w.array("rows", T, m), w.array("new", m)
    moved = shift_in(rows, new)
    return Equal(rows.sum(axis=0) + new, moved.sum(axis=0) + last_row(shifted(rows, moved)))


def test_the_last_row_is_the_one_that_is_lost():
    for check in (proof_of(says_last), instances_of(says_last)):
        assert check(lambda rows, moved: rows).verdict.passes
        assert check(lambda rows, moved: moved).verdict is Verdict.REFUTED


def test_the_last_of_single_rows():
    w = Symbolic()
    m = w.size("m")
    x, y = w.array("x", m), w.array("y", m)
    assert prove(Equal(last_row(stack([x, y])), y)).verdict is Verdict.PROVED
    assert prove(Equal(last_row(stack([x, y])), x)).verdict is not Verdict.PROVED


def test_comparisons_of_all_systems_agree():
    a, b = [[1, 2, 3], [0, 5, -1]], [[1, 1, 4], [-1, 6, -1]]
    wanted = [[0, 1, 0], [1, 0, 0]]
    for system in (EXACT, FLOAT, jax_floats("float64")):
        found = exceeds(system.array(a), system.array(b))
        assert found.tolist() == wanted
        assert last_row(system.array(a)).tolist() == [0, 5, -1]
    world = Concrete({"n": 2})
    one, other = (world.fresh((2, 3)) for _ in "ab")
    signs = [
        [int(x > y) for x, y in zip(*rows, strict=True)]
        for rows in zip(elements_of(one).tolist(), elements_of(other).tolist(), strict=True)
    ]
    assert elements_of(exceeds(one, other)).tolist() == signs
    assert not any(elements_of(exceeds(one, one)).flat)


def test_what_does_not_fit_is_refused():
    w = Symbolic()
    T, S, m = w.size("T"), w.size("S"), w.size("m")
    rows, x = w.array("rows", T, m), w.array("x", m)
    with pytest.raises(ArgumentError, match="row"):
        shift_in(rows, w.array("y", T))
    with pytest.raises(ArgumentError, match="kernel"):
        apply_kernel(w.array("K", S, m, m), rows)
    with pytest.raises(ArgumentError, match="window"):
        shift_in(concatenate([rows, rows]), x)
    with pytest.raises(ArgumentError, match="parts"):
        stack([x, w.array("z", S)])


@pytest.mark.parametrize("shape", [(), (2,), (2, 2), (3, 2, 2), (2, 2, 3), (2, 2, 2, 2)])
def test_a_kernel_of_numbers_has_a_matrix_for_each_row(shape):
    w = Concrete({}, 0)
    with pytest.raises(ShapeError, match="kernel"):
        apply_kernel(w.array("K", *shape), w.array("rows", 2, 2))


@pytest.mark.parametrize("T", [1, 2, 5])
def test_number_systems_agree(T):
    world = Concrete({"T": T})
    kernel, rows, x = (world.fresh(shape) for shape in ((T, 2, 3), (T, 3), (3,)))
    wanted = [str(e) for e in elements_of(apply_kernel(kernel, shift_in(rows, x))).flat]
    lists = [elements_of(part).tolist() for part in (kernel, rows, x)]
    K, window, new = map(EXACT.array, lists)
    assert [str(e) for e in apply_kernel(K, shift_in(window, new))] == wanted
    exact = [
        float(e.numerator) / float(e.denominator) for e in apply_kernel(K, shift_in(window, new))
    ]
    for system in (FLOAT, jax_floats("float64")):
        K, window, new = (
            system.array([[float(e) for e in row] for row in part.reshape(len(part), -1)]).reshape(
                part.shape
            )
            for part in (elements_of(kernel), elements_of(rows), elements_of(x))
        )
        assert apply_kernel(K, shift_in(window, new)).tolist() == pytest.approx(exact)
