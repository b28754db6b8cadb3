"""Evidence that was made by hand, changed, promoted, or is of another statement."""

import dataclasses
import json
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import sympy as sp

from tests.soundness.cases import NOT_PROVED, Case, Slip, Truth
from theorem_checks import (
    AtMost,
    Check,
    Engine,
    Equal,
    Evidence,
    ForAll,
    Implies,
    Mean,
    RandomVector,
    Route,
    Verdict,
    all_of,
    array_of,
    check,
    family,
    given,
    proof_of,
    prove,
    prove_identity,
    squared_norm,
    witnessed,
)
from theorem_checks.statements.seals import require_concluded, stated
from theorem_checks.verdicts.kinds import Kind
from theorem_checks.verdicts.seals import Stated

__all__ = ["CASES"]

_copy = partial(Case, "require_concluded")
_check = partial(Case, "check")
_key = partial(Case, "Conclusion.key")

x, y = sp.symbols("x y", real=True)
n = sp.Symbol("n", integer=True, positive=True)
false, true = Equal(x, y), Equal(x, x)
deciding = Route.deciding("a canonical form", Engine.FLINT)
testing = Route.testing("values at points", Engine.FRACTIONS)
proved = prove(true)


def _taken(evidence: Callable[[], Evidence]) -> Callable[[], Evidence]:
    """Ask whether evidence is taken for a false statement."""

    def ask() -> Evidence:
        found = evidence()
        require_concluded(found, false, "evidence")
        return found

    return ask


def _from_json(change: Callable[[dict[str, Any]], Any]) -> Evidence:
    data = json.loads(json.dumps(proved.to_json()))
    change(data)
    return Evidence.from_json(data)


def _checked(found: Evidence, kind: str = "proof") -> Callable[[], Evidence]:
    return lambda: check(kind)(lambda subject: found)(None)


def says_square(total, w):
    """A function of a size is its square."""
    k = w.size("n")
    return Equal(w.call(total, k), k**2)


def says_nothing(_total, w):
    """A size is itself."""
    k = w.size("n")
    return Equal(k, k)


honest, other = proof_of(says_square), proof_of(says_nothing)


def _collide(one: Any, two: Any) -> Callable[[], Evidence]:
    """PROVED if evidence of one statement is taken for another one."""
    return lambda: proved if one().key == two().key else Evidence.undecided("keys differ")


positive, plain = sp.Function("f", positive=True), sp.Function("f")
s_positive, s_real = sp.Symbol("s", positive=True), sp.Symbol("s", real=True)
rows, columns = family("d", n), family("e", 2 * n)


def _array(entry: Any, *axes: Any) -> Any:
    return array_of({tuple(a.name for a in axes): entry}, *axes)


def _told(value: Any) -> Any:
    return dataclasses.replace(proved, statement=stated(false), seal=value)


CASES = (
    _copy(Slip.CONSTANT, "evidence by hand", Truth.FALSE,
          _taken(lambda: Evidence.proved("all n", routes=(deciding, testing)))),
    _copy(Slip.CONSTANT, "evidence by hand, with the statement", Truth.FALSE,
          _taken(lambda: Evidence.proved("all", routes=(deciding, testing),
                                         statement=stated(false), rule="prove_identity"))),
    _copy(Slip.CONSTANT, "evidence by hand, with a seal of another one", Truth.FALSE,
          _taken(lambda: _told(proved.seal))),
    _copy(Slip.CONSTANT, "a seal that is a word", Truth.FALSE, _taken(lambda: _told("sealed"))),
    _copy(Slip.CONSTANT, "a seal of nothing", Truth.FALSE, _taken(lambda: _told(""))),
    _copy(Slip.NAME, "evidence of another statement, as it is", Truth.FALSE,
          _taken(lambda: proved)),
    _copy(Slip.NAME, "the LaTeX of a false statement on the data of a true one", Truth.FALSE,
          _taken(lambda: dataclasses.replace(
              proved, statement=Stated(false.latex, proved.statement.data)))),  # type: ignore
    _copy(Slip.CONSTANT, "UNDECIDED evidence that is made PROVED", Truth.FALSE,
          _taken(lambda: dataclasses.replace(prove(false), verdict=Verdict.PROVED))),
    _copy(Slip.CONSTANT, "a row of a ledger with another statement", Truth.FALSE,
          _taken(lambda: _from_json(lambda d: d.update(statement=stated(false).to_json())))),
    _copy(Slip.CONSTANT, "a row of a ledger with another verdict", Truth.FALSE,
          _taken(lambda: Evidence.from_json({**prove(false).to_json(), "verdict": "PROVED"}))),
    _copy(Slip.CONSTANT, "two proofs joined for a third statement", Truth.FALSE,
          _taken(lambda: dataclasses.replace(all_of({"a": proved, "b": proved}, "all"),
                                             statement=stated(false), rule="conjunction"))),
    _copy(Slip.CONSTANT, "a proof over an undecided part", Truth.FALSE,
          _taken(lambda: dataclasses.replace(proved, parts=(Evidence.undecided("no idea"),)))),
    _copy(Slip.CONSTANT, "a proof joined with a test", Truth.FALSE,
          _taken(lambda: witnessed(proved, Evidence.holds("n = 1", routes=(testing,))))),
    _copy(Slip.CONSTANT, "two tests joined", Truth.FALSE,
          lambda: witnessed(Evidence.proved("all", routes=(testing,)),
                            Evidence.holds("n = 1", routes=(testing,)))),
    _copy(Slip.HIDDEN_ASSUMPTION, "x = y where a hypothesis is dropped", Truth.FALSE,
          _taken(lambda: given(Implies(Equal(x, y), true), proved))),
    _check(Slip.CONSTANT, "a check by hand that says PROVED of anything", Truth.NO_STATEMENT,
           _checked(Evidence.proved("every Turing machine", routes=(deciding, testing))),
           NOT_PROVED),
    _check(Slip.CONSTANT, "a check by hand with what an engine proved", Truth.NO_STATEMENT,
           _checked(proved), NOT_PROVED),
    _check(Slip.CONSTANT, "a check of kind solver without a route", Truth.NO_STATEMENT,
           _checked(Evidence.proved("all"), "solver"), NOT_PROVED),
    _check(Slip.CONSTANT, "a check of kind exact that says PROVED", Truth.NO_STATEMENT,
           _checked(proved, "exact"), NOT_PROVED),
    _check(Slip.CONSTANT, "a check by hand that is told what it says", Truth.NO_STATEMENT,
           lambda: Check(lambda _: proved, Kind.PROOF, "c", says=says_square)(lambda n: n**3),
           NOT_PROVED),
    _check(Slip.CONSTANT, "a check of one statement that is told another one",
           Truth.NO_STATEMENT,
           lambda: dataclasses.replace(other, says=says_square)(lambda n: n**3),
           NOT_PROVED),
    _check(Slip.CONSTANT, "a check of a statement with another function", Truth.NO_STATEMENT,
           lambda: dataclasses.replace(honest, function=lambda _: proved)(lambda n: n**3),
           NOT_PROVED),
    _check(Slip.CONSTANT, "a proof that is promised to be an experiment", Truth.NO_STATEMENT,
           lambda: dataclasses.replace(honest, kind=Kind.EXACT)(lambda n: n**2),
           NOT_PROVED),
    _check(Slip.FLOAT, "n^2 plus 2^64 in 64 bits, which is 0", Truth.NO_STATEMENT,
           lambda: honest(lambda n: n**2 + n * np.int64(2**63 - 1)), NOT_PROVED),
    _key(Slip.NAME, "|f| of a positive function, and of any one", Truth.FALSE,
         _collide(lambda: Equal(positive(x), 0), lambda: Equal(plain(x), 0))),
    _key(Slip.NAME, "a symbol, and a positive one of its name", Truth.FALSE,
         _collide(lambda: Equal(s_real, 0), lambda: Equal(s_positive, 0))),
    _key(Slip.NAME, "the same in a statistic", Truth.FALSE,
         _collide(lambda: Mean(squared_norm(RandomVector("z", n)) * s_real, 0),
                  lambda: Mean(squared_norm(RandomVector("z", n)) * s_positive, 0))),
    _key(Slip.NAME, "a symbol, and a function without arguments of its name", Truth.FALSE,
         _collide(lambda: Equal(sp.Symbol("f"), 0), lambda: Equal(sp.Function("f")(), 0))),
    _key(Slip.NAME, "a function that is called exp, and the exponential", Truth.FALSE,
         _collide(lambda: Equal(sp.Function("exp")(x), 0), lambda: Equal(sp.exp(x), 0))),
    _key(Slip.TRANSPOSE, "the two sides", Truth.FALSE,
         _collide(lambda: Equal(x, y), lambda: Equal(y, x))),
    _key(Slip.CONSTANT, "at most, and less", Truth.FALSE,
         _collide(lambda: AtMost(x, y), lambda: Equal(x, y))),
    _key(Slip.EDGE_SIZE, "from 0 on, and from 1 on", Truth.FALSE,
         _collide(lambda: ForAll(n, 0, Equal(n, n)), lambda: ForAll(n, 1, Equal(n, n)))),
    _key(Slip.NAME, "a bound symbol, and a free one", Truth.FALSE,
         _collide(lambda: ForAll(n, 1, AtMost(n, x)),
                  lambda: ForAll(n, 1, AtMost(sp.Symbol("_0", integer=True, positive=True), x)))),
    _key(Slip.TRANSPOSE, "an array, and its transpose", Truth.FALSE,
         _collide(lambda: Equal(_array(lambda i, j: 1, rows, columns), 0),
                  lambda: Equal(_array(lambda i, j: 1, columns, rows), 0))),
    _key(Slip.ORDER_OF_FACTORS, "A implies that B implies C, and that A implies B implies C",
         Truth.FALSE,
         _collide(lambda: Implies(Equal(x, 0), Implies(Equal(y, 0), true)),
                  lambda: Implies(Implies(Equal(x, 0), Equal(y, 0)), true))),
    _check(Slip.CONSTANT, "an engine asked of a true statement says so", Truth.TRUE,
           lambda: prove_identity((x + 1) ** 2, x**2 + 2 * x + 1)),
)  # fmt: skip
