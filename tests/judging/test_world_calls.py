"""A statement that calls its world wrongly is told which argument that is, and what is taken."""

import pytest

from theorem_checks import AtMost, CheckError, Equal, instances_of, prove
from theorem_checks.judging.judge import judged
from theorem_checks.running.tracebacks import said_of_check


def of_least(_, w):
    return w.for_all("n", lambda n: AtMost(0, n), least=1)


def of_start(_, w):
    return w.for_all("n", lambda n: AtMost(0, n), strat=1)


def of_places(_, w):
    return w.for_all("n", lambda n: AtMost(0, n), 1)


def of_nothing(_, w):
    return Equal(w.for_all("n"), 1)


FOR_ALL = "It is called as w.for_all(name, body, *, start=0)."


@pytest.mark.parametrize(
    ("says", "said"),
    [
        (of_least, "w.for_all has no argument 'least'. The first integer is `start`, as in"),
        (of_start, "w.for_all has no argument 'strat'. Did you mean start?"),
        (of_places, "w.for_all was called with more arguments than it takes by their place."),
        (of_nothing, "w.for_all is missing 1 required positional argument: 'body'."),
    ],
)
def test_the_argument_is_named_with_those_that_are_taken(says, said):
    for ask in (
        lambda: judged(says, prove, None),
        lambda: instances_of(says).function(None),
    ):
        with pytest.raises(CheckError) as raised:
            ask()
        assert str(raised.value).startswith(said)
        assert str(raised.value).endswith(FOR_ALL)
        line = says.__code__.co_firstlineno + 1
        assert f"{__file__}:{line}" in said_of_check(raised.value, __file__)


def test_an_error_of_the_authors_own_is_left_as_it_is():
    def helper(*, start=0):
        return start

    given = {"first": 1}

    def says(_, w):
        return AtMost(w.size("n"), helper(**given))

    with pytest.raises(TypeError, match="helper"):
        judged(says, prove, None)
