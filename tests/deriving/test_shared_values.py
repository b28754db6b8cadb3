"""Values that a machine uses several times have names, and stand once."""

from itertools import count

import sympy as sp

from theorem_checks.deriving.equations import Equation
from theorem_checks.deriving.shared_values import Shape, with_names
from theorem_checks.statements.arrays.index_expressions import Sum, exponential, positive, scalar
from theorem_checks.statements.arrays.indices import Index
from theorem_checks.statements.arrays.tensors import Tensor
from theorem_checks.statements.latex_nodes import ShownNode

d = sp.Symbol("d", integer=True, positive=True)
i, j, k = (Index(name, d) for name in "ijk")
W, V = Tensor("W", 2), Tensor("V", 2)
x, b = Tensor("x", 1), Tensor("b", 1)


def gate(at, weight=W):
    """1 / (1 + exp(-(W x + b))), at an index."""
    within = Index.bound(like=k)
    return scalar(1) / (1 + exponential(-(Sum(weight[at, within] * x[within], within) + b[at])))


def equation(head, order, value):
    return Equation(head, tuple(order), ShownNode.of(value))


def told(state, others=()):
    called = {"v_{1}": "v_{1}", "h_t": "h_t", "g_t": "g_t", "v_{2}": "v_{2}"}
    names = (f"v_{{{n}}}" for n in count(1))
    return [one.latex(called) for one in with_names(state, others, names)]


def test_a_value_that_two_equations_use_stands_once():
    one, other = equation("h_t", "i", gate(i) * x[i]), equation("g_t", "i", x[i] - gate(i) * b[i])
    assert told([one], [other]) == [
        equation("v_{1}", "i", gate(i)).latex({}),
        r"h_t = v_{1} \odot x",
        r"g_t = x - \big(v_{1} \odot b\big)",
    ]


def test_at_another_index_it_is_the_same_value():
    one, other = (
        equation("h_t", "i", gate(i) * x[i]),
        equation("g_t", "i", Sum(W[i, j] * gate(j), j)),
    )
    assert told([one], [other])[1:] == [r"h_t = v_{1} \odot x", "g_t = W v_{1}"]


def test_of_another_weight_it_is_another_value():
    one, other = equation("h_t", "i", gate(i) * x[i]), equation("g_t", "i", gate(i, V) * x[i])
    assert not any("v_{1}" in line for line in told([one], [other]))


def test_what_is_made_of_the_new_state_is_told_by_it():
    state = equation("h_t", "i", positive(x[i] + b[i]))
    put_out = equation("y_t", "i", Sum(W[i, j] * positive(x[j] + b[j]), j))
    assert told([state], [put_out])[1] == "y_t = W h_t"


def test_a_transposed_state_is_transposed():
    state = equation("h_t", "ij", positive(W[i, j] + V[i, j]))
    put_out = equation("y_t", "i", Sum(positive(W[j, i] + V[j, i]) * x[j], j))
    assert told([state], [put_out])[1] == r"y_t = {h_t}^{\top} x"


def test_a_value_is_told_before_its_first_use_and_within_other_values():
    inner = gate(i) + gate(i, V)
    outer = exponential(inner) * inner
    lines = told([equation("h_t", "i", outer), equation("g_t", "i", outer + x[i])])
    assert [line.partition(" = ")[0] for line in lines][-1] == "g_t"
    assert all(line.count(r"\sum") <= 2 for line in lines)


def test_shapes_are_those_of_entries_up_to_names_of_indices():
    same = [Shape.of(ShownNode.of(value)) for value in (gate(i), gate(j))]
    assert same[0].key == same[1].key
    assert [shape.free for shape in same] == [("i",), ("j",)]
    swapped = [Shape.of(ShownNode.of(value)).key for value in (W[i, j] * x[i], W[i, j] * x[j])]
    assert swapped[0] != swapped[1]
