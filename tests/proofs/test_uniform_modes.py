"""What the proofs of two papers run beside the shipped networks is what these do."""

import operator
from fractions import Fraction

import numpy as np

from constructions.arrays import EXACT
from constructions.cells.linear_rnn import LinearRNN
from constructions.cells.uniform_attention_rnn import UniformAttentionRNN
from constructions.gradient_paths import LocalJacobians, paths_by_jacobians
from proofs.linear_rnn.s2_linear_rnns.stability import TwoRuns
from proofs.sparse_attention.s3_1_preliminaries.gradient_definition import LAST, says_chain_rule
from proofs.sparse_attention.s3_2_uniform_relevance.uniform_modes import Perturbed
from theorem_checks import Verdict, instances_of

V = np.array([[Fraction(1, 2), Fraction(1, 3)], [Fraction(-1), Fraction(2)]], dtype=object)


def test_the_cell_of_modes_moves_as_the_network_does():
    eye = np.array([[Fraction(i == k) for k in range(2)] for i in range(2)], dtype=object)
    none = eye * 0
    parts = np.hstack([eye, none]), np.hstack([none, eye])
    cell = Perturbed(parts, eye, lambda D: V @ D, lambda c, A: A * c, lambda D: D)
    state = cell.initial_state()
    network = UniformAttentionRNN(V).derivatives(3, 8)
    for T in range(3, 9):
        state, D = cell.step(state, Fraction(1, T))
        assert np.array_equal(D, network[T])


def test_paths_are_graded_by_their_jacobians():
    times = range(1, 8)
    every = {t: dict.fromkeys(range(1, t + 1), 1) for t in times}
    ones = dict.fromkeys(times, 1)
    local = LocalJacobians(every, ones, ones, operator.mul)
    fewer = None
    for s in range(5):
        same: list = [None if s else local.first(1, 0)]
        for k in range(1, 6):
            same.append(local.by_fewer(1, k, same, fewer))
            found = 0 if same[k] is None else same[k]
            assert found == (paths_by_jacobians(k)[s] if s <= k else 0)
        fewer = same


def test_two_runs_are_turned_by_an_eigenvalue():
    W = EXACT.array([[0, -1], [1, 0]])  # W (1, 0) = (0, 1), W (0, -1) = (1, 0)
    network = LinearRNN(W, EXACT.array([[1], [0]]), EXACT.array([[1, 0]]), EXACT.array([1]))
    start = EXACT.array([1, 0]), EXACT.array([0, -1])
    cell = TwoRuns(network, start, (0, 1))
    state = cell.initial_state()
    for time in range(1, 8):
        state, _ = cell.step(state, EXACT.array([5]))
        h, k, c, d = state
        assert (h @ h + k @ k).tolist() == 2
        assert (c.tolist(), d.tolist()) == [(1, 0), (0, 1), (-1, 0), (0, -1)][time % 4]


def test_a_gradient_that_counts_the_last_loss_twice_is_refuted():
    twice = LAST.__class__(lambda is_first, is_last: 2 * is_last)
    assert instances_of(says_chain_rule)(twice).verdict is Verdict.REFUTED
