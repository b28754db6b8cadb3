"""A lookup that is read in numbers is the program that is written in nodes."""

import pytest

from constructions.lsrl.programs.token_lookup import look_up, token_lookup
from proofs.lsrl.s4_2_token_sequences.lookup_in_numbers import InNumbers
from theorem_checks import All, AtMost, to_fraction
from theorem_checks.statements.worlds.concrete import Concrete

TOKENS, LARGEST = 15, 2


@pytest.mark.parametrize(("n", "seed"), [(1, 0), (1, 1), (2, 2), (2, 3), (3, 4)])
def test_a_lookup_in_numbers_gives_at_each_token_what_the_program_does(n, seed):
    w = Concrete({}, seed)
    x = w.sequence("x", lambda x, t: All((AtMost(0, x[t]), AtMost(x[t], LARGEST))), integer=True)
    read = look_up(InNumbers(w, x), n, LARGEST)
    tokens = [x[t] for t in range(1, TOKENS + 1)]
    program = token_lookup(n, LARGEST)
    outputs = program([[to_fraction(token)] for token in tokens])[:, 0]
    found = [to_fraction(read["output"].at(t)) for t in range(1, TOKENS + 1)]
    assert found == [to_fraction(output) for output in outputs]
