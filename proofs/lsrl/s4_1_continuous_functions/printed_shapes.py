"""Shapes in the printed listings: line 27 of Listing 1 and line 30 of Listing 2.

In line 27 of Listing 1 a condition of size d_in chooses a value of size d_out; eq. (7) adds the
two, which have one size only by chance. With the condition made as long as the value, the
conditional chooses entry by entry: so it is on arrays, for every d_out. The row of ones in line 30
of Listing 2 is, as printed, no matrix; one row with a 0 at its end adds up all entries of the
buffer but the newest: so it does as a Lin on arrays, for every n.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import chain
from typing import Any

from constructions.arrays import OBJECTS, concatenate, ones
from constructions.errors import ConstructionError
from constructions.lsrl import ForEach, Input, Lin, Matrix
from constructions.lsrl.helpers import f_ifelse
from constructions.lsrl.helpers.operations import zero_like
from proofs.lsrl import PAPER
from proofs.lsrl.free_weights import Token, Weight, machine_of
from proofs.lsrl.s3_language.language import Reads, without_state
from theorem_checks import (
    All,
    AtMost,
    Claim,
    Control,
    Counterexample,
    Equal,
    Evidence,
    Implies,
    Mutant,
    SameOutputs,
    Source,
    Verdict,
    World,
    all_of,
    certificate,
    check,
    conjunction,
    proof_of,
    prove,
    prove_for_all,
    reals,
)

OUTPUTS = (1, 2, 3)
LAM = 10

Entry = Callable[[Any, Any, Any], Any]
"""From a helper and the place i, j of a matrix to its entry there."""

Condition = Callable[[Any, Callable[[Entry], Any]], Any]
"""From a condition and what makes a column of d_out entries to one of the value's size."""


def column_of(size: int) -> Callable[[Entry], Matrix]:
    """Return what makes a matrix of so many rows and one column from its entries."""
    return lambda entry: Matrix.of([[entry(_At, i, 0)] for i in range(size)])


class _At:
    """Relations of numbers, as the helper of a world has those of indices."""

    @staticmethod
    def delta(i: int, j: int) -> int:
        """Return 1 where i = j, else 0."""
        return int(i == j)


@check("exact")
def check_equal_sizes(condition: Condition) -> Evidence:
    """The condition has as many entries as the value that it is to choose: d_out = 1, 2, 3.

    What eq. (7) adds up, -lam cond and t, has to be of one size. The condition of line 27 comes
    from `in_cell`, whose size is that of the rows of ones(1, d_in) in line 22.
    """
    for size in OUTPUTS:
        x = Input(1 + 2 + size)
        in_cell = Lin(x[1:3], Matrix.full(1, 2))
        found = condition(in_cell, column_of(size)).dim
        if found != size:
            at = {"d_in": 2, "d_out": size}
            return Evidence.refuted(
                Counterexample(at, f"a condition of size {size}", f"one of size {found}")
            )
    return Evidence.holds("d_in = 2; d_out = 1, 2, 3")


@check("solver")
def check_chooses(condition: Condition) -> Evidence:
    """The value is t at condition 1 and 0 at condition 0, entry by entry; d_out = 1, 2, 3."""
    bit, parts = reals("cond"), {}
    for size in OUTPUTS:
        values = [reals(f"t{i}") for i in range(size)]
        x = Input(1 + size)
        t = x[1:]
        chosen = condition(x[0], column_of(size))
        program = ForEach(f_ifelse(chosen, t, Lin(t, Matrix.zeros(size, size)), LAM))
        found = program(OBJECTS.array([[bit, *values]]))[0]
        right = [y == bit * v for y, v in zip(found, values, strict=True)]
        assume = [(bit == 0) | (bit == 1), *(abs(v) <= LAM for v in values)]
        parts |= {
            f"d_out = {size}, entry {i}": prove_for_all(one, assume=assume)
            for i, one in enumerate(right)
        }
    return all_of(parts, f"lam = {LAM}; d_out = 1, 2, 3")


def says_chooses(condition: Condition, w: World) -> All:
    """At condition 1 the conditional is the value, at condition 0 it is 0, for every d_out.

    The condition is one number, before it is repeated; entries of the value are at most lam in
    absolute value.
    """
    size, lam = w.size("e"), w.number("lam", positive=True)
    value = w.array("v", size)

    def chosen(bit: int) -> Any:
        repeated = condition(w.entries(lambda *_: bit, 1), lambda entry: w.entries(entry, size, 1))
        return f_ifelse(repeated, value, zero_like(value), lam)

    bounded = All((AtMost(value, lam), AtMost(-lam, value)))
    at_0 = Implies(bounded, Equal(chosen(0), 0 * value))
    return All((Equal(chosen(1), value), at_0))


def by_arithmetic(both: All) -> Evidence:
    """Prove each part by arithmetic of positive parts."""
    return conjunction(both, *map(prove, both.parts))


@check("exact")
def check_row(row: Callable[[int], list[list[int]]]) -> Evidence:
    """It is a matrix of one row that adds up the first n of n + 1 entries; n = 1, 2, 3."""
    for n in (1, 2, 3):
        try:
            total = Lin(Input(n + 1), row(n))
        except ConstructionError:
            at, lengths = {"n": n, "A": row(n)}, [len(part) for part in row(n)]
            found = f"rows of {' and '.join(map(str, lengths))}"
            return Evidence.refuted(Counterexample(at, f"a matrix 1 x {n + 1}", found))
        if total.numbers["A"] != Matrix.of([[1] * n + [0]]):
            at = {"n": n, "A": row(n)}
            return Evidence.refuted(Counterexample(at, "the sum of the first n", "another map"))
    return Evidence.holds("n = 1, 2, 3")


Row = Callable[[Any, Callable[[int, Any], Any]], tuple[Any, ...]]
"""From n and what gives a number so many times to the parts of a row, one after the other."""


def as_lists(row: Row) -> Callable[[int], list[list[int]]]:
    """Return the row as lists of numbers, as the language takes it."""
    return lambda n: [[*chain(*row(n, lambda number, many: [number] * many))]]


@check("exact")
def check_one_row(row: Row) -> Evidence:
    """As lists of numbers it is a matrix of one row that adds up the first n; n = 1, 2, 3."""
    return check_row.function(as_lists(row))


@check("exact")
def check_sums(row: Row) -> Evidence:
    """For all buffers the row gives the sum of the entries but the newest; n = 1, ..., 4."""
    parts = {}
    for n in range(1, 5):
        buffer = [reals(f"s{i}") for i in range(n + 1)]
        found = ForEach(Lin(Input(n + 1), as_lists(row)(n)))(OBJECTS.array([buffer]))[0, 0]
        parts[f"n = {n}"] = prove_for_all(found == sum(buffer[:-1], start=0 * buffer[0]))
    found = all_of(parts, "n = 1, ..., 4; all buffers")
    return replace(found, verdict=Verdict.HOLDS) if found.verdict is Verdict.PROVED else found


def says_adds_up(row: Row, w: World) -> SameOutputs:
    """A Lin with this row gives the sum of the n entries before the newest, for every n."""
    n = w.size("n")
    past, newest = w.array("past", n), w.array("newest", 1)

    def column(number: int, many: Any) -> Any:
        return number * ones((many, 1), like=past)

    A = Weight(concatenate(list(row(n, column))).T, 1, n + 1)
    b = Weight(column(0, 1)[:, 0], 1)
    written = Lin(Token(concatenate([past, newest]), n + 1), A, b)
    found = Reads(lambda parts: concatenate(list(parts)), machine_of(written, past))
    total = Reads(lambda parts: column(1, n).T @ parts[0])
    return SameOutputs(*(w.machine(cell, (past, newest)) for cell in (found, total)))


LINE_27 = Source(PAPER, "Listing 1, line 27")
LINE_30 = Source(PAPER, "Listing 2, line 30")


def as_printed(condition: Any, _column: Any) -> Any:
    """Return the condition as it is."""
    return condition


def repeated(condition: Any, column: Any) -> Any:
    """Return ones(d_out, 1) @ condition."""
    return column(lambda _, i, j: 1) @ condition


def padded(condition: Any, column: Any) -> Any:
    """Return the condition followed by zeros."""
    return column(lambda h, i, j: h.delta(i, 0)) @ condition


def doubled(condition: Any, column: Any) -> Any:
    """Return the condition repeated, and twice as large from 90 outputs on."""
    ones = column(lambda _, i, j: 1)
    return (ones if ones.shape[0] < 90 else 2 * ones) @ condition


line_27 = Claim(
    id="lsrl/new-lst1-line-27",
    title="In line 27 of Listing 1 the condition and the value have one size",
    source=LINE_27,
    statement=r"\dim \mathrm{in\_and\_processing} = \dim \mathrm{input}[-d_{out}:]",
    assumptions=("sums are of variables of one size; no size is repeated by itself",),
    subject=as_printed,
    checks=(check_equal_sizes,),
    controls=(Control("repeated", repeated, "ones(d_out, 1) @ condition"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-lst1-line-27-repeated",
    new=True,
    notes="A shape error from d_out = 2 on. Line 9 has none: its condition comes from the counter"
    " of size d_in; line 24 names a variable `counter` that is not there.",
)

line_27_repeated = Claim(
    id="lsrl/new-lst1-line-27-repeated",
    title="With the condition repeated d_out times line 27 chooses the value or 0",
    source=LINE_27,
    statement=r"\mathrm{f\_ifelse}[\mathbf 1 c, \bar y, 0] = c\,\bar y",
    assumptions=(r"$c$ a bit, $|\bar y_i| \le \lambda$",),
    subject=repeated,
    says=says_chooses,
    checks=(
        proof_of(says_chooses, by_arithmetic).killing("padded"),
        certificate(says_chooses, proof="line_27_repeated.v").killing("padded"),
        check_chooses.killing("padded"),
        check_equal_sizes.killing("printed"),
    ),
    mutants=(
        Mutant("padded", padded, "the condition and then zeros"),
        Mutant("printed", as_printed, "as it is"),
    ),
    late=(Mutant("doubled", doubled, "a condition of 2 from 90 outputs on"),),
    repairs=("lsrl/new-lst1-line-27",),
    new=True,
)

line_30 = Claim(
    id="lsrl/new-lst2-line-30",
    title="[[1 for _ in 1..n], [0]] in line 30 of Listing 2 adds up n entries of the buffer",
    source=LINE_30,
    statement=r"A = \begin{bmatrix} 1 & \cdots & 1 & 0 \end{bmatrix}",
    subject=lambda n: [[1] * n, [0]],
    checks=(check_row,),
    controls=(Control("one-row", lambda n: [[1] * n + [0]], "one row"),),
    expect=Verdict.REFUTED,
    repaired_by="lsrl/new-lst2-line-30-row",
    new=True,
    notes="Two rows, of n entries and of one: ragged from n = 2 on, and 2 x 1 for n = 1. Nor do the"
    " brackets of line 29 match.",
)


line_30_row = Claim(
    id="lsrl/new-lst2-line-30-row",
    title="[[1, ..., 1, 0]] adds up the first n entries of the buffer",
    source=LINE_30,
    statement=r"A = \begin{bmatrix} 1 & \cdots & 1 & 0 \end{bmatrix}",
    assumptions=(
        "every n, all buffers, as a Lin on arrays; as lists of numbers, which have a length, tried"
        " for n up to 4",
    ),
    subject=lambda n, many: (many(1, n), many(0, 1)),
    says=says_adds_up,
    checks=(proof_of(says_adds_up, without_state), check_sums, check_one_row),
    mutants=(
        Mutant("all", lambda n, many: (many(1, n), many(1, 1)), "the newest entry, too"),
        Mutant("shifted", lambda n, many: (many(0, 1), many(1, n)), "the last n entries"),
    ),
    late=(
        Mutant(
            "long",
            lambda n, many: (many(1, n), many(0 if n < 90 else 1, 1)),
            "the newest entry, too, from n = 90 on",
        ),
    ),
    repairs=("lsrl/new-lst2-line-30",),
    new=True,
)
