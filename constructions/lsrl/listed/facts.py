"""What is known of two programs that run side by side, and hints of how to come to know more.

All values of both programs, at one token, stand one after the other: the token, then the nodes of
the one, then those of the other. Facts are about forms of these values. A hint says by which fact
an entry of a node is a form of entries before it; nothing rests on a hint being right.
"""

from typing import NamedTuple, TypeAlias

from constructions.lsrl.language.cyclotomic import Number
from constructions.lsrl.language.numbers import ZERO
from constructions.lsrl.listed.data import Form, Row
from constructions.lsrl.listed.gathering import same_row, with_terms

__all__ = [
    "Facts",
    "Fresh",
    "Hint",
    "Multiplied",
    "Never",
    "Opposite",
    "Plain",
    "Rectified",
    "Recurring",
    "Same",
    "Shown",
    "Zero",
    "is_fresh",
    "is_shown",
    "is_zero",
    "multiplied_at",
    "plus",
    "rectified_at",
    "recurring_at",
    "scaled",
    "with_right",
]


class Rectified(NamedTuple):
    """The `view` is the ReLU of the form."""

    view: Form
    form: Form


class Multiplied(NamedTuple):
    """The `view` is the product of two forms."""

    view: Form
    one: Form
    other: Form


class Recurring(NamedTuple):
    """The `view` is a form of the last values, plus one of the values; it is `first` at first."""

    view: Form
    past: Form
    fed: Form
    first: Number


class Facts(NamedTuple):
    """What is known so far.

    **Fields**: how many values are `there`; ReLUs, products and states among them; forms that are
    not negative; of the values before the token, which forms are the `same`, and which are `above`
    0; and whether all hints were `right`.
    """

    there: int
    rectified: tuple[Rectified, ...]
    multiplied: tuple[Multiplied, ...]
    recurring: tuple[Recurring, ...]
    positive: tuple[Form, ...]
    same: tuple[tuple[Form, Form], ...]
    above: tuple[Form, ...]
    right: bool


class Shown(NamedTuple):
    """Why a form is not negative: it is the sum of these, each with a factor, and of a number.

    **Fields**: ReLUs and other forms that are not negative, by number; pairs of ReLUs, of which
    the first one times its factor is at least the second one times its own.
    """

    relus: Row
    others: Row
    pairs: tuple[tuple[tuple[int, Number], tuple[int, Number]], ...]


class Fresh(NamedTuple):
    """Nothing is known of the entry; of a state or of factors it may be shown that none is < 0."""

    signs: tuple[Shown, ...]


class Same(NamedTuple):
    """The entry is that of a fact; a state is so by the recurrences of some states, in order."""

    place: int
    by: tuple[int, ...]


class Opposite(NamedTuple):
    """The ReLU of -x, where that of x is known: relu(-x) = relu(x) - x."""

    place: int


class Plain(NamedTuple):
    """A ReLU of what is not negative, a product with a number, a state without memory."""

    why: Shown


class Zero(NamedTuple):
    """A ReLU of what is not positive."""

    why: Shown


class Never(NamedTuple):
    """A product of two ReLUs, of which one is 0 as these factors times their forms show."""

    one: int
    other: int
    factor: Number
    other_factor: Number


Hint: TypeAlias = Fresh | Same | Opposite | Plain | Zero | Never


def plus(form: Form, factor: Number, other: Form) -> Form:
    """Return a form, plus a factor times another one."""
    row = with_terms(form.row, factor, other.row)
    return Form(row, form.constant + factor * other.constant)


def scaled(factor: Number, form: Form) -> Form:
    """Return a factor times a form."""
    return plus(Form((), ZERO), factor, form)


def rectified_at(known: Facts, i: int) -> Rectified:
    """Return a ReLU that is known; one that is not is that of 0."""
    nothing = Form((), ZERO)
    return known.rectified[i] if i < len(known.rectified) else Rectified(nothing, nothing)


def multiplied_at(known: Facts, i: int) -> Multiplied:
    """Return a product that is known; one that is not is 0."""
    nothing = Form((), ZERO)
    return (
        known.multiplied[i] if i < len(known.multiplied) else Multiplied(nothing, nothing, nothing)
    )


def recurring_at(known: Facts, i: int) -> Recurring:
    """Return a state that is known; one that is not is 0."""
    nothing = Form((), ZERO)
    return (
        known.recurring[i]
        if i < len(known.recurring)
        else Recurring(nothing, nothing, nothing, ZERO)
    )


def positive_at(known: Facts, i: int) -> Form:
    """Return a form that is known not to be negative; one that is not known is 0."""
    return known.positive[i] if i < len(known.positive) else Form((), ZERO)


def is_shown(form: Form, why: Shown, known: Facts) -> bool:
    """Whether it is shown that a form is not negative."""
    total = Form((), ZERO)
    for i, c in why.relus:
        total = plus(total, c, rectified_at(known, i).view)
    for i, c in why.others:
        total = plus(total, c, positive_at(known, i))
    for (i, c), (j, d) in why.pairs:
        total = plus(plus(total, c, rectified_at(known, i).view), -d, rectified_at(known, j).view)
    singles = all(c >= 0 for _, c in why.relus) and all(c >= 0 for _, c in why.others)
    pairs = all(
        is_pair(c, rectified_at(known, i), d, rectified_at(known, j))
        for (i, c), (j, d) in why.pairs
    )
    return singles and pairs and same_row(total.row, form.row) and form.constant >= total.constant


def is_pair(c: Number, one: Rectified, d: Number, other: Rectified) -> bool:
    """Whether c times a ReLU is at least d times another one, as what they read differs by so."""
    more = plus(scaled(c, one.form), -d, other.form)
    return c >= 0 and d >= 0 and len(more.row) == 0 and more.constant >= 0


def is_zero(form: Form) -> bool:
    """Whether a form is 0 by its looks."""
    return len(form.row) == 0 and form.constant == 0


def with_right(known: Facts, right: bool) -> Facts:
    """Return what is known, if something is right."""
    return Facts(
        known.there,
        known.rectified,
        known.multiplied,
        known.recurring,
        known.positive,
        known.same,
        known.above,
        known.right and right,
    )


def is_fresh(hint: Hint) -> bool:
    """Whether a hint says that nothing is known."""
    match hint:
        case Fresh(_):
            return True
        case Same(_, _):
            return False
        case Opposite(_):
            return False
        case Plain(_):
            return False
        case Zero(_):
            return False
        case Never(_, _, _, _):
            return False
