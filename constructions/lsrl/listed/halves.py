"""Eq. (11): a stack whose states are linear as one whose states pass a ReLU.

Each state becomes two, of which only the difference counts: s = s+ - s-, where s+ and s- are the
ReLUs of what s becomes and of its negative.
"""

from constructions.lsrl.language.cyclotomic import Number
from constructions.lsrl.language.numbers import ONE, ZERO
from constructions.lsrl.listed.data import (
    Entry,
    Form,
    GatedLayer,
    ListedLayer,
    ListedNetwork,
    ListedProgram,
    PlainLayer,
    Row,
)
from constructions.lsrl.listed.layers import layers_of

__all__ = ["in_halves", "relu_layers_of"]


def relu_layers_of(program: ListedProgram) -> tuple[ListedLayer, ...]:
    """Return a stack that puts out with ReLUs on its states what a program does."""
    return in_halves(layers_of(program))


def in_halves(layers: tuple[ListedLayer, ...]) -> tuple[ListedLayer, ...]:
    """Return a stack that puts out with ReLUs on its states what this one does without."""
    return tuple(layer_in_halves(layer) for layer in layers)


def layer_in_halves(layer: ListedLayer) -> ListedLayer:
    """Return a layer whose state is twice as large, and is read by its differences."""
    match layer:
        case PlainLayer(entries, phi):
            return PlainLayer(both_halves(entries), of_differences(phi, len(entries)))
        case GatedLayer(entries, phi, gamma):
            return GatedLayer(both_halves(entries), of_differences(phi, len(entries)), gamma)


def both_halves(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Return the entries of s+ and, after them, those of s-."""
    n = len(entries)
    return (*(half(e, ONE, n) for e in entries), *(half(e, -ONE, n) for e in entries))


def half(entry: Entry, sign: Number, n: int) -> Entry:
    """Return an entry times a sign, given that n entries are kept in halves."""
    past = scaled(difference(entry.past, n), sign)
    fed = Form(scaled(entry.fed.row, sign), sign * entry.fed.constant)
    return Entry(past, fed, positive_part(sign * entry.first))


def positive_part(a: Number) -> Number:
    """Return max(a, 0)."""
    return a if a >= 0 else ZERO


def scaled(row: Row, factor: Number) -> Row:
    """Return a row times a number."""
    return tuple((i, factor * c) for i, c in row)


def difference(row: Row, n: int) -> Row:
    """Return a row of n entries as one of both halves of them."""
    kept: Row = tuple((i, c) for i, c in row if i < n)
    return (*kept, *((n + i, -c) for i, c in kept))


def of_differences(network: ListedNetwork, n: int) -> ListedNetwork:
    """Return a network of n entries as one of both halves of them."""
    first = tuple(Form(difference(form.row, n), form.constant) for form in network.first)
    return ListedNetwork(first, network.rest)
