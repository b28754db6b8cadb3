r"""How many stages it takes to compute a program of depth d, a stage for units of one kind.

A way through a program is a word of kinds, S for states, R for ReLUs, P for products, and stages
compute it just if it is a part of their word, in order. States in a row are one stage, so that SS
need not occur. The block R P S R P has all other words of two letters as parts, in order; and four
letters never have all of RR, RP, PR, PP, SR and SP. So each two letters of the longest way take
five stages, and there are programs for which no fewer do.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any

import sympy as sp

from constructions.lsrl import Concat, ForEach, Input, LinState, ReLU
from constructions.lsrl.compiler.forms import atoms_of
from constructions.lsrl.compiler.stages import BLOCK, stages_of
from proofs.lsrl import PAPER
from theorem_checks import (
    Claim,
    Counterexample,
    Evidence,
    Mutant,
    Source,
    all_of,
    check,
    every,
    prove_for_all,
    prove_recurrence,
    reals,
)

LETTERS = {"LinState": "S", "ReLU": "R", "Multi": "P"}


def most(d: Any) -> Any:
    """Return 5 d/2, rounded up."""
    return (10 * d + 1 - (-1) ** d) * sp.Rational(1, 4)


@dataclass(frozen=True)
class Stages:
    """How many stages a depth takes, and the block of kinds that does for two.

    **Fields**: `number(d)`; `block`, its letters; `pairs`, the words of two letters that some way
    begins with, whose last letter leaves open what follows; `alone`, whether two states in a row
    are two stages.
    """

    number: Callable[[Any], Any] = most
    block: str = "".join(LETTERS[kind] for kind in BLOCK)
    pairs: tuple[str, ...] = ("RR", "RP", "PR", "PP", "SR", "SP")
    alone: bool = False

    def words(self, d: int) -> list[str]:
        """Return the words that a way of length d may be."""
        words = map("".join, product("SRP", repeat=d))
        return [word for word in words if self.alone or "SS" not in word]


def occurs(pair, letters):
    """Say that two letters occur in a word, one after the other: numbers or terms for letters."""
    found = [(letters[i] == pair[0]) & (letters[j] == pair[1]) for i, j in ORDERED[len(letters)]]
    some, *others = found
    for other in others:
        some = some | other
    return some


ORDERED = {n: list(combinations(range(n), 2)) for n in range(2, 7)}
CODE = {letter: number for number, letter in enumerate("SRP")}
LETTER = reals("w1 w2 w3 w4")
FIRST, SECOND = reals("a b")


def a_letter(term):
    """Say that a variable stands for a letter."""
    return (term == 0) | (term == 1) | (term == 2)


@check("solver")
def check_block(stages):
    """The block has all words of two letters, but SS: what is left of each way is less by two."""
    letters = [number + 0 * FIRST for number in (CODE[letter] for letter in stages.block)]
    both = [a_letter(FIRST), a_letter(SECOND)]
    but = [] if stages.alone else [~((CODE["S"] == FIRST) & (CODE["S"] == SECOND))]
    return prove_for_all(occurs((FIRST, SECOND), letters), assume=[*both, *but])


@check("solver")
def check_five(stages):
    """No word of four letters has all the pairs, so that five letters pass before some pair has.

    After such a pair any way of the kind may follow: what is left must do for d - 2.
    """
    pairs = [occurs([CODE[letter] for letter in pair], LETTER) for pair in stages.pairs]
    return prove_for_all(~every(*pairs), assume=[a_letter(term) for term in LETTER])


@check("proof")
def check_number(stages):
    """0 stages for depth 0, 3 for 1, and 5 more for 2 more make 5 d/2, rounded up."""
    d = sp.Symbol("d", integer=True, nonnegative=True)
    pair = (stages.number(d), stages.number(d + 1))
    found = prove_recurrence(pair, lambda old, _: (old[1], old[0] + 5), (0, (0, 3)), d)
    return all_of({"both parities": found}, "every depth")


@check("exact")
def check_shortest(stages):
    """It is the length of the shortest word that has all ways of length d: d = 1, ..., 6.

    Of the ways that wait for a letter those count that have the fewest letters so far: a triple for
    each beginning of a word. After an S no way waits for an S.
    """
    for d in range(1, 7):
        length, reached = 0, {(0, 0, 0)}
        while not any(min(waiting) >= d for waiting in reached):
            reached = {after(old, kind, d, stages.alone) for old in reached for kind in range(3)}
            length += 1
        if length != stages.number(d):
            at = {"d": d}
            return Evidence.refuted(Counterexample(at, str(stages.number(d)), str(length)))
    return Evidence.holds("d = 1, ..., 6; all words")


def after(waiting, kind, d, alone):
    """Return the fewest letters of the ways that wait for S, R and P, after one more letter."""
    passed = waiting[kind] + 1
    new = [min(old, passed, d) for old in waiting]
    new[kind] = min(passed, d) if kind or alone else d
    return tuple(new)


def in_parallel(words):
    """Return a program with a way for each word, each from its own entry of the token."""
    source = Input(len(words))
    write = {
        "S": lambda y: LinState(y, 1, 1),
        "R": lambda y: ReLU(3 - 2 * y),
        "P": lambda y: y * y,
    }
    ways = []
    for i, word in enumerate(words):
        ways.append(source[i])
        for letter in word:
            ways[-1] = write[letter](ways[-1])
    return ForEach(Concat(ways))


@check("exact")
def check_compiler(stages):
    """The levelised compiler takes so many for a program with all ways of length d = 1, 2, 3."""
    for d in (1, 2, 3):
        program = in_parallel(stages.words(d))
        found = len(stages_of(atoms_of(program)))
        if found != stages.number(d):
            at = {"d": d}
            return Evidence.refuted(Counterexample(at, str(stages.number(d)), str(found)))
    return Evidence.holds("d = 1, 2, 3")


STAGES = Stages()

fewest = Claim(
    id="lsrl/new-fewest-stages",
    title="Stages of one kind for every program of depth d: 5 d/2, rounded up, and no fewer",
    source=Source(PAPER, "beyond App. A"),
    statement=r"\max_{\mathrm{depth}(P) = d} \min \#\text{stages}(P) ="
    r" \lceil \tfrac52 d \rceil",
    assumptions=(
        "depth: the most ReLUs, products and states on a way from the token to the output",
        "a stage computes any ReLUs, or any products, or any states, these also from each other;"
        " each unit is computed as what it is",
    ),
    subject=STAGES,
    checks=(
        check_block.killing("in-turn"),
        check_five.killing("alternating"),
        check_number.killing("three", "two"),
        check_shortest.killing("three", "two", "alone"),
        check_compiler.killing("three", "two"),
    ),
    mutants=(
        Mutant("in-turn", replace(STAGES, block="RPSRS"), "no P at the end of the block"),
        Mutant("alternating", replace(STAGES, pairs=("RP", "PR", "SR")), "no letter twice"),
        Mutant("three", replace(STAGES, number=lambda d: 3 * d), "three stages a level"),
        Mutant("two", replace(STAGES, number=lambda d: 2 * d + 1), "two stages a level, and one"),
        Mutant("alone", replace(STAGES, alone=True), "two states in a row are two stages"),
    ),
    new=True,
    notes="The program that needs so many has all ways of length d side by side. The compiler takes"
    " the kinds that have the longest way to go, or, if that makes fewer, those of the block. That"
    " it takes no more, for all programs, Rocq accepts of a model of the compiler, which makes the"
    " same stages on 10,000 random programs: see lsrl/new-levelised-compiler.",
)
