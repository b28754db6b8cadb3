"""Symmetric tensors of any number of indices: what is said of them, and what is accepted."""

import random

import pytest
import sympy as sp

from tests.certifying.shared import NEEDS_COQC
from theorem_checks import Index, Sum, Tensor, simulation
from theorem_checks.certifying.certificates import Certificate, certificate_for
from theorem_checks.certifying.rocq import rule_on
from theorem_checks.certifying.theorems import NoFormError
from theorem_checks.statements.arrays.index_expressions import positive
from theorem_checks.statements.arrays.symbolic_arrays import symbol_array
from theorem_checks.statements.chains import EveryChain, Interface, Link
from theorem_checks.statements.conclusions import Equal, SameOutputs
from theorem_checks.statements.worlds.symbolic import Symbolic

N = sp.Symbol("n", integer=True, positive=True)
i, j, k, h, m, p = (Index(name, N) for name in "ijkhmp")
PLACES = [Index(f"q{number}", N) for number in range(8)]
FREE, OTHER = Tensor("F", 3), Tensor("D", 2)
S, S4, S6 = (Tensor(f"S_{rank}", rank, symmetry="symmetric") for rank in (3, 4, 6))
A, A4 = (Tensor(f"A_{rank}", rank, symmetry="antisymmetric") for rank in (3, 4))
B = Tensor("B", 2, symmetry="symmetric")
x, y = Tensor("x", 1), Tensor("y", 1)
ZERO = sp.Integer(0)


def cubic(tensor, *places):
    """A form in x and y twice, with the places of the tensor in an order."""
    return Sum(tensor[places] * x[i] * y[j] * y[k], i, j, k)


def shuffled(seed):
    """Two factors of six and one of four places, which share some, in an order of a seed."""
    draw = random.Random(seed)  # no secret hangs on it
    named = draw.sample(PLACES, len(PLACES))

    def at(tensor, places):
        return tensor[tuple(draw.sample(places, len(places)))]

    pair = at(S6, named[:6]) * at(S6, named[2:])
    return Sum(pair * at(S4, [*named[:2], *named[6:]]), *PLACES)


TRUE = {
    "neighbours": Equal(S[i, j, k], S[k, i, j]),
    "forms": Equal(cubic(S, i, j, k), cubic(S, k, j, i)),
    "renamed": Equal(
        Sum(S[i, j, k] * S[k, h, i] * OTHER[j, h], i, j, k, h),
        Sum(S[i, j, k] * S[j, h, k] * OTHER[h, i], i, j, k, h),
    ),
    "factors": Equal(
        Sum(S4[i, j, k, h] * S4[h, k, m, p] * OTHER[i, m] * OTHER[j, p], i, j, k, h, m, p),
        Sum(S4[k, i, h, j] * S4[m, h, p, k] * OTHER[j, m] * OTHER[i, p], i, j, k, h, m, p),
    ),
    "six": Equal(shuffled(1), shuffled(2)),
    "matrix": Equal(
        Sum(S[i, j, k] * B[i, j] * x[k], i, j, k), Sum(S[j, k, i] * B[k, i] * x[j], i, j, k)
    ),
    "parts": Equal(
        Sum(positive(Sum(S[i, j, k] * x[j] * y[k], j, k)), i),
        Sum(positive(Sum(S[k, i, j] * x[j] * y[k], j, k)), i),
    ),
    "opposite": Equal(A[i, j, k], -A[k, j, i]),
    "cyclic": Equal(A[i, j, k], A[k, i, j]),
    "odd": Equal(A4[i, j, k, h], -A4[h, i, j, k]),
    "no square": Equal(Sum(A[i, j, k] * x[i] * x[j] * y[k], i, j, k), ZERO),
    "both": Equal(Sum(A[i, j, k] * S[i, j, h] * x[k] * y[h], i, j, k, h), ZERO),
}
FALSE = {
    "free": Equal(FREE[i, j, k], FREE[j, i, k]),
    "free forms": Equal(cubic(FREE, i, j, k), cubic(FREE, k, j, i)),
    "other forms": Equal(cubic(S, i, j, k), Sum(S[i, j, k] * x[i] * x[j] * y[k], i, j, k)),
    "other factors": Equal(
        Sum(S[i, j, k] * S[k, h, i] * OTHER[j, h], i, j, k, h),
        Sum(S[i, j, k] * S[k, h, j] * OTHER[j, h], i, j, k, h),
    ),
    "no sign": Equal(A[i, j, k], A[k, j, i]),
    "a sign": Equal(S[i, j, k], -S[k, j, i]),
    "even": Equal(A4[i, j, k, h], A4[h, i, j, k]),
    "square": Equal(Sum(S[i, j, k] * x[i] * x[j] * y[k], i, j, k), ZERO),
    "two of three": Equal(Sum(A[i, j, k] * OTHER[i, j] * y[k], i, j, k), ZERO),
    "none": Equal(S[i, j, k], ZERO),
}


def test_each_exchange_of_two_neighbours_is_a_hypothesis():
    said = certificate_for(TRUE["neighbours"]).statement
    within = "forall i0' i1' i2' : nat, (i0' < n)%N -> (i1' < n)%N -> (i2' < n)%N ->"
    for turned in ("i1' i0' i2'", "i0' i2' i1'"):
        assert f"({within} S_3 i0' i1' i2' = S_3 {turned}) ->" in said
    assert (
        "A_4 i0' i1' i2' i3' = -A_4 i0' i1' i3' i2') ->" in certificate_for(TRUE["odd"]).statement
    )


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_what_symmetry_gives_is_accepted_and_what_it_does_not_is_not(rocq_folder):
    words = [*TRUE, *FALSE]
    cases = {f"c{n}": certificate_for((TRUE | FALSE)[own]) for n, own in enumerate(words)}
    for form in ("index sums with symmetries", "index sums"):
        found = rule_on({name: one for name, one in cases.items() if one.form == form}, rocq_folder)
        for name, one in found.items():
            own = words[int(name[1:])]
            assert one.accepted == (own in TRUE), (own, one.said)
            assert not one.accepted or one.axioms == ()


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_there_are_symmetric_and_antisymmetric_tensors(rocq_folder):
    """What is said of them is met: that all are 0 is false, as the kernel accepts."""
    differences = "(j%:R - i%:R) * (k%:R - i%:R) * (k%:R - j%:R)"
    ones = (
        "have /eqP := h rat_numFieldType 1%N (fun _ _ _ => 1) isT"
        " (fun _ _ _ _ _ _ => erefl) (fun _ _ _ _ _ _ => erefl) 0%N 0%N 0%N isT isT isT.\n"
        "by rewrite oner_eq0."
    )
    products = (
        f"have z := h rat_numFieldType 3%N (fun i j k : nat => {differences}) isT.\n"
        "have /eqP := z (fun _ _ _ _ _ _ => first _ _ _) (fun _ _ _ _ _ _ => second _ _ _)"
        " 0%N 1%N 2%N isT isT isT.\nby vm_compute."
    )
    lemmas = (
        "Lemma first (F : fieldType) (a b c : F) :\n"
        "  (b - a) * (c - a) * (c - b) = - ((a - b) * (c - b) * (c - a)).\n"
        "Proof. by rewrite -(opprB a b) !mulNr mulrAC. Qed.\n"
        "Lemma second (F : fieldType) (a b c : F) :\n"
        "  (b - a) * (c - a) * (c - b) = - ((c - a) * (b - a) * (b - c)).\n"
        "Proof. by rewrite -(opprB b c) mulrN [(c - a) * (b - a)]mulrC. Qed.\n"
    )
    for tensor, proof in ((S, ones), (A, products)):
        made = certificate_for(Equal(tensor[i, j, k], ZERO))
        text = f"{lemmas}Theorem proved : ~ statement.\nProof.\nmove=> h.\n{proof}\nQed."
        no = Certificate(made.key, "index sums", made.statement, text, refutes=True)
        found = rule_on({"no": no}, rocq_folder)["no"]
        assert found.accepted, found.said


def machines(first, second):
    """Two that add up tokens, and put out forms in the state and the token."""
    w = Symbolic()
    n = w.size("n")
    x = w.array("x", n)
    axis = x.axes[0][0]
    weights = symbol_array(S, axis, axis, axis)
    nothing = x.__number_system__.zeros((x.shape[0],))

    class Form:
        def __init__(self, places):
            self.places = places

        def initial_state(self):
            return nothing

        def step(self, state, token):
            def entry(at, i):
                def term(j, k):
                    own = [(i, j, k)[place] for place in self.places]
                    return weights[tuple(own)] * state[j] * token[k]

                return at.sum(term, n, n)

            return state + token, w.entries(entry, n)

    return SameOutputs(w.machine(Form(first), x), w.machine(Form(second), x))


def by(same):
    return simulation(same, same.other.state)


@NEEDS_COQC
@pytest.mark.timeout(900)
def test_machines_may_have_symmetric_weights(rocq_folder):
    made = certificate_for(machines((0, 1, 2), (2, 0, 1)), by)
    assert made.form == "machines with symmetries"
    found = rule_on({"good": made}, rocq_folder)["good"]
    assert found.accepted, found.said


def test_other_forms_with_symmetric_tensors_are_refused():
    same = machines((0, 1, 2), (2, 0, 1))
    place = Interface("v", same.one.token, same.one.token, same.one.token)
    chain = EveryChain((Link(place, place, same.one, same.other),))
    with pytest.raises(NoFormError, match="symmetric tensors of more than two indices, in chains"):
        certificate_for(chain, lambda _chain: by(same))
