"""Data of conclusions are written once while the same objects stand in them, and else again."""

from typing import Any

import pytest
import sympy as sp

from theorem_checks import ArgumentError, Tensor, family, symbol_array
from theorem_checks.statements import conclusions, index_data, kept_data
from theorem_checks.statements.arrays.index_expressions import scalar
from theorem_checks.statements.conclusions import (
    All,
    AtMost,
    Conclusion,
    Equal,
    ForAll,
    Implies,
    Less,
    SameOutputs,
)
from theorem_checks.statements.machines import Machine

k = sp.Symbol("k", integer=True)
n = sp.Symbol("n", integer=True, positive=True)
x, y = sp.symbols("x y", real=True)


def arrays() -> list[Any]:
    axis = family("n", n)
    return [symbol_array(Tensor(name, 2), axis, axis) for name in "AB"]


def statement() -> Any:
    A, B = arrays()
    return Implies(All((AtMost(x, y), Less(A @ B, A))), All((Equal(A + B, B + A), Equal(x, 2))))


def machine() -> Machine:
    A, B = arrays()
    return Machine((A, x), A, B, (A @ B, x), (A + B, A), lambda *_: None)  # type: ignore


def of_integers_and_machines() -> Any:
    """A statement of an integer that it binds, and one of machines."""
    A, B = arrays()
    bound = ForAll(k, 0, All((AtMost(k * x, y), Equal(A @ B, B))))
    return All((bound, SameOutputs(machine(), machine())))


def plainly(conclusion: Conclusion) -> Any:
    """The data of a conclusion as nothing keeps them."""
    before, conclusions.kept = conclusions.kept, lambda _: None
    try:
        return conclusion.data
    finally:
        conclusions.kept = before


def test_data_are_written_once(monkeypatch):
    said = statement()
    data, key = said.data, said.key
    monkeypatch.setattr(conclusions, "data_of", lambda _: pytest.fail("it is written again"))
    assert said.data is data
    assert said.key == key
    assert Implies(said.hypothesis, said.body).data == data  # its parts are there
    assert said.hypothesis.parts[0].data == data[1][1][1]


def change(said: Any, name: str, value: Any) -> None:
    object.__setattr__(said, name, value)


def with_another_block(said: Any) -> None:
    said.body.parts[0].lhs.blocks[0, 0] = scalar(3)


def without_a_block(said: Any) -> None:
    said.body.parts[0].lhs.blocks.clear()


def with_another_entry(said: Any) -> None:
    block = said.hypothesis.parts[1].rhs.blocks[0, 0]
    change(block, "indices", block.indices[::-1])


def with_other_axes(said: Any) -> None:
    array = said.hypothesis.parts[1].rhs
    change(array, "axes", (array.axes[0], (*array.axes[1], *array.axes[1])))


def of_other_sizes(said: Any) -> None:
    for axis in said.hypothesis.parts[1].rhs.axes:
        change(axis[0], "sizes", (n + 1,))


CHANGES = [
    lambda said: change(said, "body", Equal(x, x)),
    lambda said: change(said.body, "parts", said.body.parts[:1]),
    lambda said: change(said.hypothesis.parts[0], "lhs", y + 1),
    lambda said: change(said.hypothesis.parts[0], "__class__", Less),
    lambda said: change(said.hypothesis.parts[0], "__dict__", {"lhs": y, "rhs": y}),
    with_another_block,
    without_a_block,
    with_another_entry,
    with_other_axes,
    of_other_sizes,
]


@pytest.mark.parametrize("changed", CHANGES)
@pytest.mark.parametrize("has_key", [True, False])
def test_what_was_changed_is_written_again(changed, has_key):
    said = statement()
    data, key = said.data, said.key if has_key else ""
    changed(said)
    assert said.data == plainly(said) != data
    assert said.key != key
    assert said.key == Implies(said.hypothesis, said.body).key


def test_what_has_no_data_is_refused_though_there_were_some():
    said = Equal(x, y)
    assert said.data == plainly(said)
    object.__setattr__(said, "rhs", 2.5)
    with pytest.raises(ArgumentError):
        _ = said.data


def test_a_table_that_was_cleared_is_filled_again():
    said = statement()
    data = said.data
    index_data._tables.clear()
    assert said.data == data
    assert said.data is said.data


def test_no_more_are_kept_than_have_room(monkeypatch):
    monkeypatch.setattr(kept_data, "_MOST_KEPT", 3)
    made = [AtMost(x, number) for number in range(9)]
    assert [one.data for one in made] == [plainly(one) for one in made]
    assert len(kept_data._kept) <= 4


def test_a_statement_for_all_integers_and_one_of_machines_are_written_once(monkeypatch):
    said = of_integers_and_machines()
    plain = plainly(said)
    data, key = said.data, said.key
    assert data == plain
    monkeypatch.setattr(conclusions, "data_of", lambda _: pytest.fail("it is written again"))
    monkeypatch.setattr(conclusions, "symbols_of", lambda _: pytest.fail("it is read again"))
    assert said.data is data
    assert said.key == key


def changed_machine(name: str, value: Any) -> Any:
    return lambda said: change(said.parts[1].other, name, value)


@pytest.mark.parametrize(
    "changed",
    [
        lambda said: change(said.parts[0], "start", 1),
        lambda said: change(said.parts[0], "body", Equal(k, x)),
        lambda said: change(said.parts[0].body.parts[0], "rhs", k),
        lambda said: said.parts[0].body.parts[1].lhs.blocks.clear(),
        lambda said: said.parts[1].one.after[0].blocks.clear(),
        lambda said: said.parts[1].one.token.blocks.clear(),
        changed_machine("start", (x, y)),
        changed_machine("output", (y, x)),
        changed_machine("state", y),
    ],
)
def test_what_was_changed_in_one_of_these_is_written_again(changed):
    said = of_integers_and_machines()
    data, key = said.data, said.key
    changed(said)
    assert said.data == plainly(said) != data
    assert said.key != key


def test_a_relation_is_printed_once_while_the_same_stands_in_it(monkeypatch):
    said = statement()
    parts = (said.hypothesis.parts[1], said.body.parts[1])
    fresh = [part.latex for part in parts]  # before their data are kept
    assert said.data
    assert [part.latex for part in parts] == fresh
    with monkeypatch.context() as patched:
        patched.setattr(conclusions, "latex_of", lambda *_: pytest.fail("it is printed again"))
        assert [part.latex for part in parts] == fresh
    with_another_entry(said)
    change(said.body.parts[1], "rhs", y)
    changed = [part.latex for part in parts]
    assert changed == [part.latex_called({}) for part in parts]
    assert all(now != before for now, before in zip(changed, fresh, strict=True))
