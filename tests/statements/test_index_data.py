import random
from collections import UserDict
from itertools import permutations

import pytest
import sympy as sp

from theorem_checks.errors import ArgumentError
from theorem_checks.statements.arrays.index_expressions import (
    Opaque,
    Plus,
    Renamed,
    Scalar,
    Sum,
    Summed,
    Times,
    exponential,
    largest,
    positive,
)
from theorem_checks.statements.arrays.index_relations import AtMost, Delta, Lag, at_most, delta
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.lags import lag
from theorem_checks.statements.arrays.tensors import Entry, Tensor
from theorem_checks.statements.formulas import encoded
from theorem_checks.statements.index_data import frozen, index_data

d, n = sp.symbols("d n", integer=True, nonnegative=True)
A, B, v = Tensor("A", 2), Tensor("B", 2, "symmetric"), Tensor("v", 1)


def said(e, names=None, depth=0):  # noqa: C901 (a case for each class)
    """What the data are by their definition: the least text over all orders of bound indices."""
    names = names or {}

    def called(i):
        return names.get(i.name, i.name)

    def sizes(indices):
        return [frozen(encoded(i.range)) for i in indices]

    def under(bound, body):
        new = {i.name: f"#{depth + place}" for place, i in enumerate(bound)}
        return said(body, names | new, depth + len(bound))

    match e:
        case Scalar():
            return frozen(encoded(e.value))
        case Entry():
            kind = (e.tensor.name, str(e.tensor.rank), e.tensor.symmetry, e.tensor.inverse_of)
            return ("entry", kind, *map(called, e.indices))
        case Delta():
            return ("Delta", *sorted(map(called, e.indices)))
        case AtMost():
            return ("AtMost", *map(called, e.indices))
        case Lag():
            return ("lag", *map(called, e.indices))
        case Plus() | Times():
            parts = [said(part, names, depth) for part in e.parts]
            return (type(e).__name__, *sorted(parts, key=str))
        case Opaque():
            inner = under(e.bound, e.body)
            return ("opaque", e.name, *map(called, e.own), *sizes((*e.own, *e.bound)), inner)
        case Renamed():
            new = {old: called(index) for old, index in e.names.items()}
            return said(e.body, names | new, depth)
        case Summed():
            orders = permutations(e.indices)
            made = [("sum", *sizes(order), under(order, e.body)) for order in orders]
            return min(made, key=str)
    return ("positive", said(e.body, names, depth))


def drawn(rng, indices, deep):
    """An expression in some of the indices, which are all of one size or of two."""
    if deep == 0:
        i, j = rng.choice(indices), rng.choice(indices)
        leaves = [Scalar(sp.Integer(rng.randint(-2, 2)) * d), v[i], lag(i, j, i), A[i, j]]
        leaves += [B[i, j], delta(i, j), at_most(i, j)] if i.range == j.range else []
        return rng.choice(leaves)
    one, other = (drawn(rng, indices, deep - 1) for _ in range(2))
    match rng.randrange(6):
        case 0:
            return one + other
        case 1:
            return one * other
        case 2:
            return positive(one)
        case 3:
            return largest(one, rng.choice(indices))
        case 4:
            old = rng.choice(indices)
            new = rng.choice([i for i in indices if i.range == old.range])
            return one.renamed([(old, new)])
    return Sum(one * other, *rng.sample(indices, rng.randint(1, 3)))


@pytest.mark.parametrize("seed", range(60))
def test_data_are_what_their_definition_says(seed):
    rng = random.Random(seed)
    indices = [Index(name, size) for name, size in zip("ijkl", (d, d, n, d), strict=True)]
    expression = Sum(drawn(rng, indices, 4), *rng.sample(indices, 2)) + drawn(rng, indices, 3)
    assert index_data(expression) == said(expression)


def test_a_part_that_stands_at_two_places_is_called_as_it_is_called_there():
    i, j, k = (Index(name, d) for name in "ijk")
    shared = A[i, j]
    one = Sum(shared, i) * Sum(shared, j)
    assert index_data(one) == said(one)
    assert index_data(one) != index_data(Sum(shared, i) * Sum(A[k, j].renamed([(k, i)]), i))
    twice = Times((shared, shared.renamed([(i, j), (j, i)])))
    assert index_data(twice) == said(twice)


def test_orders_of_up_to_five_indices_are_one():
    indices = [Index(name, d) for name in "abcde"]
    a, b, c, e, f = indices
    body = A[a, b] * A[b, c] * A[c, e] * A[e, f] * v[f]
    assert index_data(Sum(body, *indices)) == index_data(Sum(body, *indices[::-1]))


def test_an_expression_that_hides_what_is_free_in_it_is_read_as_it_is():
    i, j = Index("i", d), Index("j", d)
    entry = A[i, j]
    entry.free.clear()
    assert index_data(Summed(entry, (i,))) != index_data(Summed(entry, (j,)))
    assert index_data(Times((Summed(entry, (i,)), Summed(entry, (j,))))) == said(
        Times((Summed(entry, (i,)), Summed(entry, (j,))))
    )


def test_a_class_of_an_author_is_refused():
    class Sly(Scalar):
        pass

    with pytest.raises(ArgumentError, match="arrays and machines of the toolkit"):
        index_data(exponential(Plus((Scalar(sp.Integer(1)), Sly(sp.Integer(1))))))


def in_another_place(part, name, value):
    object.__setattr__(part, name, value)


i, j, k = Index("i", d), Index("j", d), Index("k", d)
CHANGES = {
    "a scalar": (lambda: Scalar(d), lambda e: in_another_place(e, "value", n)),
    "a term": (lambda: A[i, j] + B[i, j], lambda e: in_another_place(e, "terms", e.terms[:1])),
    "a factor": (
        lambda: A[i, j] * B[i, j],
        lambda e: in_another_place(e, "factors", e.factors[1:]),
    ),
    "indices": (lambda: A[i, j] + 1, lambda e: in_another_place(e.terms[0], "indices", (j, i))),
    "a tensor": (lambda: A[i, j] + 1, lambda e: in_another_place(e.terms[0], "tensor", B)),
    "a kind": (
        lambda: Tensor("C", 1)[i] + 1,
        lambda e: in_another_place(e.terms[0].tensor, "kind", v.kind),
    ),
    "a name": (
        lambda: v[Index("m", d)] + 1,
        lambda e: in_another_place(e.terms[0].indices[0], "name", "o"),
    ),
    "a range": (
        lambda: Summed(v[(m := Index("m", d))], (m,)),
        lambda e: in_another_place(e.indices[0], "_range", n),
    ),
    "a relation": (lambda: delta(i, j) + 1, lambda e: in_another_place(e.parts[0], "j", k)),
    "a lag": (lambda: lag(i, j, k) + 1, lambda e: in_another_place(e.parts[0], "s", i)),
    "names": (lambda: Renamed(v[i], {"i": j}), lambda e: e.names.update(i=k)),
    "more names": (lambda: Renamed(A[i, k], {"i": j}), lambda e: e.names.update(k=i)),
    "fewer names": (lambda: Renamed(A[i, k], {"i": j, "k": j}), lambda e: e.names.pop("k")),
    "another name": (
        lambda: Renamed(A[i, k], {"i": j}),
        lambda e: e.names.update(k=e.names.pop("i")),
    ),
    "names of another kind": (lambda: Renamed(v[i], UserDict(i=j)), lambda e: e.names.update(i=k)),
    "what a function is of": (
        lambda: exponential(v[i]),
        lambda e: in_another_place(e, "body", v[j]),
    ),
    "a function": (lambda: exponential(v[i]), lambda e: in_another_place(e, "name", "f")),
    "a part of a part": (
        lambda: Sum(positive(A[i, j] * 2), j),
        lambda e: in_another_place(e.body.body.body, "factors", e.body.body.body.factors[:1]),
    ),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_was_changed_in_an_expression_is_read_when_it_is_written_again(what):
    made, change = CHANGES[what]
    e = made()
    before = index_data(e)
    assert index_data(e) == before
    change(e)
    vars(e).pop("free", None)
    assert index_data(e) != before


def test_another_class_of_a_part_is_read():
    e = delta(i, j) + 1
    before = index_data(e)
    object.__setattr__(e.parts[0], "__class__", AtMost)
    assert index_data(e) != before
