"""Arrays of a world are written as NumPy's, whether their sizes are symbols or numbers."""

from fractions import Fraction

import pytest

from theorem_checks import (
    All,
    ArgumentError,
    AtMost,
    Equal,
    Implies,
    Less,
    UndecidedQuestionError,
    Verdict,
    concatenate,
    family,
    instances_of,
    ones,
    outer,
    proof_of,
    sin,
    zeros,
)
from theorem_checks.errors import NoSuchOperationError
from theorem_checks.statements.worlds.concrete import Concrete
from theorem_checks.statements.worlds.symbolic import Symbolic


def sizes_and_arrays(w):
    n, d = w.size("n"), w.size("d")
    return n, d, w.array("A", n, d), w.array("x", d)


TRUE = {
    "a vector beside a matrix": lambda n, d, A, x: (A + x, A + outer(ones(n), x)),
    "by every entry of a vector": lambda n, d, A, x: ((A * x).T, A.T * outer(x, ones(n))),
    "a number of arrays": lambda n, d, A, x: ((x @ x) * x, outer(x, x) @ x),
    "from the other side": lambda n, d, A, x: (x * (x @ x) - x, (x @ x - 1) * x),
    "its reciprocal": lambda n, d, A, x: (x * (1 / (x @ x)), x / (x @ x)),
    "ones of one size": lambda n, d, A, x: (A.T @ ones(n) @ ones(d), A.sum()),
    "ones alone": lambda n, d, A, x: (ones((n, d)) @ ones(d), d * ones(n)),
    "nothing": lambda n, d, A, x: (x + zeros(d), x),
    "joined": lambda n, d, A, x: (concatenate([x, x]) @ concatenate([x, x]), 2 * (x @ x)),
    "side by side": lambda n, d, A, x: (
        concatenate([A, A], axis=1) @ concatenate([x, x]),
        A @ x * 2,
    ),
    "sums of rows": lambda n, d, A, x: (A.sum(axis=1), A @ ones(d)),
    "sums of columns": lambda n, d, A, x: (A.sum(axis=0), A.T.sum(axis=-1)),
    "a sum along the only axis": lambda n, d, A, x: (x.sum(axis=0), x @ ones(d)),
    "a trace": lambda n, d, A, x: ((A @ A.T).trace(), (A * A).sum()),
    "a trace of blocks": lambda n, d, A, x: (
        outer(concatenate([x, x]), concatenate([x, 2 * x])).trace(),
        3 * (x @ x),
    ),
    "a size times a number": lambda n, d, A, x: (A.shape[1] * (x @ x), (x @ x) * d),
    "a number times a size": lambda n, d, A, x: ((x @ x) * (A.shape[1] + 1), (d + 1) * (x @ x)),
    "sizes of two arrays": lambda n, d, A, x: (A.shape[0] * x.shape[0] * x, n * d * x),
    "divided by a size": lambda n, d, A, x: (x / x.shape[0] * x.shape[0], x),
    "two less a size": lambda n, d, A, x: ((2 - A.shape[0]) * x, 2 * x - n * x),
    "the first column": lambda n, d, A, x: (A[:, 0], A.T[0]),
    "the first entry": lambda n, d, A, x: ((A @ x)[0], A[0] @ x),
    "the first entries": lambda n, d, A, x: (outer(A @ x, x)[0, 0], (A @ x)[0] * x[0]),
}


@pytest.mark.parametrize("sides", TRUE.values(), ids=TRUE)
def test_what_numpy_would_say_is_proved_and_instances_agree(sides):
    def says(scale, w):
        left, right = sides(*sizes_and_arrays(w))
        return Equal(left * scale, right)

    check = proof_of(says)
    assert check(1).verdict is Verdict.PROVED
    assert check(2).verdict is Verdict.REFUTED
    assert instances_of(says)(1).verdict is Verdict.HOLDS


def test_one_family_is_a_shape():
    rows = family("rows", 3)
    assert repr(ones(rows)) == repr(ones((rows,))) == "SymbolicArray((3))"


def says_wrong_shapes(subject, w):
    n, _, A, _ = sizes_and_arrays(w)
    return Equal(subject(A, w.array("y", n)), A)


@pytest.mark.parametrize("subject", [lambda A, y: A + y, lambda A, y: A @ y, lambda A, y: A @ A])
def test_shapes_that_do_not_fit_are_told(subject):
    found = proof_of(says_wrong_shapes)(subject)
    assert found.verdict is not Verdict.PROVED
    world = Symbolic()
    n, _, A, _ = sizes_and_arrays(world)
    with pytest.raises(ArgumentError, match=r"the shape of other=\((n,|n, d)\)"):
        subject(A, world.array("y", n))


def says_at(place, w):
    A = w.array("A", w.size("n", least=2), w.size("d"))
    return Equal(A[place, 0], A[place, 0])


def test_other_places_than_the_first_are_refused():
    assert proof_of(says_at)(0).verdict is Verdict.PROVED
    found = proof_of(says_at)(1)
    assert found.verdict is Verdict.UNDECIDED
    assert "[1, 0] is not decided" in found.reason


def test_a_first_entry_wants_a_size_of_1_or_more():
    world = Symbolic()
    with pytest.raises(ArgumentError, match="place 0 for all sizes"):
        world.array("x", world.size("d", least=0))[0]


def test_of_a_sine_of_an_array_it_is_said_what_to_do():
    x = ones(3)
    with pytest.raises(ArgumentError, match="of squares"):
        sin(x @ x)


def test_a_branch_on_a_first_entry_is_refused():
    x = ones(3)
    with pytest.raises(UndecidedQuestionError):
        bool(x[0])


def test_arrays_that_do_not_fit_are_named_with_their_shapes():
    def says(f, w):
        _, _, A, x = sizes_and_arrays(w)
        return Equal(f(A, x), f(A, x) + (x @ A) * 0)

    in_says = proof_of(says)(lambda A, x: x)  # no error of NumPy's
    assert in_says.verdict is Verdict.UNDECIDED
    assert "the shape of other=(2, 3) is not valid: expected what fits (3,)" in in_says.reason
    in_subject = proof_of(says)(lambda A, x: A @ A @ x * 0)
    assert in_subject.verdict is Verdict.REFUTED
    assert in_subject.counterexample is not None
    assert "the shape of other" in in_subject.counterexample.found


def test_an_array_without_axes_is_compared_with_a_number():
    def says(one, w):
        _, d, _, x = sizes_and_arrays(w)
        B = w.array("B", d, d)
        return All((Equal(x @ (B - B.T) @ x, 0), Equal(one, x @ (B.T - B) @ x + 1)))

    assert proof_of(says)(1).verdict is Verdict.PROVED
    assert proof_of(says)(2).verdict is Verdict.REFUTED


def test_a_name_that_is_taken_is_explained():
    def says(_, w):
        n = w.size("n")
        return Equal(w.sum(lambda k: k, "k", 1, n), w.sum(lambda k: k, "k", 1, n))

    assert "has a name of its own" in proof_of(says)(None).reason


def test_a_hypothesis_that_no_draw_meets_says_what_to_do():
    def says(f, w):
        n = w.size("n")
        x, y = w.array("x", n), w.array("y", n)
        return Implies(Equal(x @ y, 0), Equal(f(x, y) @ f(x, y), x @ x + y @ y))

    found = proof_of(says)(lambda x, y: x + y)
    assert found.verdict is Verdict.VACUOUS
    assert "(B - B.T) @ v is orthogonal to v" in found.reason


def test_inequalities_that_no_draw_meets_say_what_to_do():
    def says(f, w):
        a, b = w.number("a", positive=True), w.number("b", positive=True)
        return Implies(All((Less(a, b), Less(b, a + Fraction(1, 10**9)))), AtMost(0, f(a, b)))

    found = proof_of(says)(lambda a, b: b - a)
    assert found.verdict is Verdict.VACUOUS
    assert "w.number('gap', positive=True)" in found.reason


def says_of_shape(f, w):
    _, _, A, x = sizes_and_arrays(w)
    return Equal(w.entries(f, A.shape[1], A.shape[1]) @ x, x)


def test_sizes_of_an_array_are_sizes_of_entries():
    assert proof_of(says_of_shape)(lambda at, i, j: at.delta(i, j)).verdict is Verdict.PROVED
    assert proof_of(says_of_shape)(lambda at, i, j: 2 * at.delta(i, j)).verdict is Verdict.REFUTED
    world = Symbolic()
    _, _, A, _ = sizes_and_arrays(world)
    with pytest.raises(ArgumentError, match=r"\*A.shape"):
        world.array("B", A.shape)


def test_arrays_that_cannot_be_joined_are_told():
    for world in (Symbolic(), Concrete({"n": 2, "d": 3})):
        _, _, A, x = sizes_and_arrays(world)
        for parts in ([A, x], [A, A.T], A, []):
            with pytest.raises(ArgumentError, match="parts"):
                concatenate(parts)
        with pytest.raises(ArgumentError, match="axis=1"):
            concatenate([A, A.T])
        with pytest.raises(ArgumentError, match="with two axes"):
            concatenate([x, x], axis=1)
        with pytest.raises(ArgumentError, match=r"concatenate\(\[A, B\]\)"):
            concatenate(A, A)


def test_a_place_that_is_not_there_is_named():
    def says(_, w):
        x = w.array("x", w.size("n", least=0))
        return Equal(x[0], x[0])

    found = proof_of(says)(None)
    assert found.verdict is Verdict.UNDECIDED
    assert "place=0 is not valid: expected a place in an array of shape (0,)" in found.reason


@pytest.mark.parametrize("made", [Symbolic, lambda: Concrete({"n": 2, "d": 3})])
@pytest.mark.parametrize("axis", [2, -3, True])
def test_an_axis_that_is_not_there_is_told(made, axis):
    _, _, A, _ = sizes_and_arrays(made())
    with pytest.raises(ArgumentError, match="axis"):
        A.sum(axis=axis)


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        (lambda A, x: x.mean(), "A.sum() / n"),
        (lambda A, x: A[1, 0], "at size 1"),
        (lambda A, x: A[:, 1], "at size 1"),
        (lambda A, x: x[1:], "at all sizes"),
    ],
)
def test_what_is_not_there_at_all_sizes_has_a_way_out(asked, hint):
    _, _, A, x = sizes_and_arrays(Symbolic())
    with pytest.raises(UndecidedQuestionError) as told:
        asked(A, x)
    assert hint in str(told.value)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (lambda A: A.eigenvalues(), r"\.trace\(\), the functions of constructions\.arrays"),
        (lambda A: A.transpose(), r"A\.T"),
        (lambda A: A.mean(), r"A\.sum\(\) / n"),
    ],
)
def test_an_operation_that_there_is_not_is_no_question_of_values(asked, told):
    for world in (Symbolic({}), Concrete({"n": 2})):
        A = world.array("A", world.size("n"), world.size("d"))
        with pytest.raises(NoSuchOperationError, match="has no operation") as raised:
            asked(A)
        assert "stands for many values" not in str(raised.value)
    with pytest.raises(NoSuchOperationError, match=told):
        asked(Symbolic({}).array("A", 2, 3))


def test_what_a_function_makes_of_an_operation_that_there_is_not_is_found_out():
    def says(subject, w):
        x = w.array("x", w.size("n"))
        return Equal(w.call(subject, x), x + x)

    def swallows(x):
        try:
            return x.tolist()
        except Exception:
            return x + x

    found = proof_of(says)(swallows)
    assert found.verdict is Verdict.UNDECIDED
    assert "has no operation 'tolist'" in found.reason


def test_a_trace_is_of_a_square_matrix():
    for world in (Symbolic({}), Concrete({"n": 2, "d": 3})):
        n, d = world.size("n"), world.size("d")
        for array in (world.array("A", n, d), world.array("x", d)):
            with pytest.raises(ArgumentError, match="a square matrix"):
                array.trace()
