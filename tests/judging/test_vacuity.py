"""Whether a conclusion says nothing in a world."""

import pytest

from theorem_checks import All, AtMost, Equal, Implies
from theorem_checks.judging.vacuity import is_vacuous
from theorem_checks.statements.worlds.concrete import Concrete


class Total:
    """Adds its tokens up, each of which has no negative entry."""

    def __init__(self, like):
        self.none = 0 * like

    def initial_state(self):
        return self.none

    def step(self, state, x):
        after = state + x * x
        return after, after


@pytest.mark.parametrize(
    ("most", "is_so"),
    [(None, False), (0, False), (-1, True)],
    ids=["all tokens", "one token", "no token"],
)
def test_of_the_states_of_a_machine_something_is_said_where_a_token_is_allowed(most, is_so):
    w = Concrete({"n": 1})
    machine = w.machine(Total(w.array("y", 1)), w.array("x", 1))

    def allowed(state, token):
        """No token, tokens of a state that is 0, or all."""
        if most is None:
            return Equal(0, 0)
        return AtMost(state.sum(), most)

    said = w.always(machine, lambda state: AtMost(0, state), allowed)
    assert is_vacuous(said, w) is is_so


def test_a_conclusion_under_what_is_not_so_says_nothing():
    w = Concrete({})
    under = Implies(Equal(0, 1), Equal(0, 1))
    assert is_vacuous(under, w)
    assert is_vacuous(All((under, under)), w)
    assert not is_vacuous(All((under, Equal(0, 0))), w)
