"""The machine-readable Table 3: every cell and sense has a claim, and it states that number."""

import pytest

from proofs.gated_rnn.a_gated_rnns_and_linear_attention import (
    table_3_exact,
    table_3_gru,
    table_3_limit,
    table_3_lru,
    table_3_lstm,
    table_3_mlp,
)
from proofs.gated_rnn.a_gated_rnns_and_linear_attention.table_3 import (
    PRINTED,
    SENSES,
    STATED,
    TABLE_3,
)
from theorem_checks import Claim

LINEARISED = (table_3_lru, table_3_mlp, table_3_lstm, table_3_gru)
MODULES = (table_3_exact, *LINEARISED, table_3_limit)


@pytest.fixture(scope="module")
def claims():
    found = {}
    for module in MODULES:
        found |= {c.id: c for c in vars(module).values() if isinstance(c, Claim)}
    return found


def test_each_cell_has_a_claim_in_each_sense(claims):
    assert len(PRINTED) == 10
    assert set(TABLE_3) == {(*key, sense) for key in PRINTED for sense in SENSES} == set(STATED)
    assert set(TABLE_3.values()) <= set(claims)


def test_the_claims_state_the_numbers_of_the_table(claims):
    for (architecture, target, sense), name in TABLE_3.items():
        subject = claims[name].subject
        if sense == "exact":
            assert subject.architectures == (architecture,)
        else:
            number = STATED[architecture, target, sense]
            assert (subject.architecture, subject.target) == (architecture, target)
            assert subject.layers == number
        assert claims[name].expect.passes


def test_the_table_as_printed():
    rows = {}
    for (architecture, _), number in PRINTED.items():
        rows.setdefault(architecture, []).append(number)
    assert rows == {
        "LRU": [2, 2],
        "LRU In-Out": [1, 1],
        "LRU In-Out (MLP)": [None, None],
        "LSTM": [2, 1],
        "GRU": [None, None],
    }
