"""Chains of machines: what each link keeps, every chain does; interfaces that do not fit."""

import pytest

from constructions.arrays import concatenate, relu
from tests.cells import Affine
from theorem_checks import (
    EveryChain,
    Verdict,
    chaining,
    link_by_link,
    proof_of,
    simulation,
)
from theorem_checks.errors import ArgumentError, TheoremChecksError
from theorem_checks.statements.worlds.symbolic import Symbolic


def says_halves(sign, w):
    """Maps with signs are maps of halves that are not negative."""
    n, m = w.size("n"), w.size("m")
    x, y, W = w.array("x", n), w.array("y", m), w.array("W", m, n)
    halves = lambda v: concatenate([relu(v), relu(-v)])  # noqa: E731
    here, there = w.interface("v", x, one=halves), w.interface("v", y, one=halves)
    both = concatenate([concatenate([W.T, -W.T]).T, concatenate([sign * W.T, W.T]).T])
    return EveryChain((w.link(here, there, Affine(both, relu), Affine(W)),))


def by_no_state(chain):
    return link_by_link(chain, lambda same: simulation(same, ()))


def test_maps_of_halves_are_maps_in_chains_of_any_number():
    found = proof_of(says_halves, by_no_state)(-1)
    assert found.verdict is Verdict.PROVED, found.reason
    assert found.statement is not None
    assert "every chain of links" in found.statement.latex
    assert proof_of(says_halves, by_no_state)(1).verdict is Verdict.REFUTED


def test_a_link_that_is_not_proved_leaves_the_chain_open():
    chain = says_halves(1, Symbolic())
    found = chaining(chain, *(simulation(link.same, ()) for link in chain.links))
    assert found.verdict is Verdict.UNDECIDED


def test_links_are_counted_and_read():
    chain, other = (says_halves(sign, Symbolic()) for sign in (-1, 1))
    evidence = simulation(chain.links[0].same, ())
    assert chaining(chain, evidence).verdict is Verdict.PROVED
    for wrong in ((), (evidence, evidence)):
        with pytest.raises(ArgumentError, match="evidence of 1 links"):
            chaining(chain, *wrong)
    with pytest.raises(TheoremChecksError, match="link 1, v to v"):
        chaining(other, evidence)
    for rule in (chaining, link_by_link):
        with pytest.raises((ArgumentError, TypeError)):  # by the checker of types, where it is on
            rule(chain.links[0].same, evidence)  # pyright: ignore[reportArgumentType]


def test_what_is_called_alike_is_tied_alike():
    w = Symbolic()
    n = w.size("n")
    a, b, c, d = (w.array(name, n) for name in "abcd")
    one = w.interface("pair", (a, b), one=lambda p: concatenate(list(p)))
    other = w.interface("pair", (c, d), one=lambda p: concatenate(list(p)[::-1]))
    same = w.interface("pair", (c, d), one=lambda p: concatenate(list(p)))
    assert one.said.shape == same.said.shape != other.said.shape
    v, cell = w.interface("v", w.array("x", n)), Affine(w.array("W", n, n))
    passes = w.link(v, v, cell, cell)

    class Joins(Affine):
        def step(self, state, x):
            return state, concatenate([x, x])

    class Pairs(Affine):
        def step(self, state, x):
            return state, (x, x)

    links = tuple(w.link(v, end, Joins(None), Pairs(None)) for end in (one, other, same))
    EveryChain((passes, links[0], links[2]))
    with pytest.raises(ArgumentError, match="tied alike wherever it stands"):
        EveryChain((passes, links[0], links[1]))


@pytest.mark.parametrize("name", ["two words", ""])
def test_an_interface_has_a_name(name):
    w = Symbolic()
    with pytest.raises(ArgumentError, match="a name such as 'state'"):
        w.interface(name, w.array("x", w.size("n")))


def test_an_interface_speaks_of_what_passes_alone():
    w = Symbolic()
    x, W = w.array("x", w.size("n")), w.array("W", w.size("m"), w.size("n_2"))
    c = w.number("c")
    for one, named in ((lambda _: W, "W"), (lambda v: v * c, "c")):
        with pytest.raises(ArgumentError, match=named):
            w.interface("v", x, one=one)
    with pytest.raises(ArgumentError, match="a function of one side only"):
        w.interface("v", x, one=lambda v: v, other=lambda v: v)
