"""ReLUs and products as forms of all values, by hints that are checked."""

from constructions.lsrl.language.cyclotomic import Number
from constructions.lsrl.language.numbers import ONE, ZERO
from constructions.lsrl.listed.data import Form, coordinate
from constructions.lsrl.listed.facts import (
    Facts,
    Fresh,
    Hint,
    Multiplied,
    Never,
    Opposite,
    Plain,
    Rectified,
    Same,
    Zero,
    is_fresh,
    is_shown,
    multiplied_at,
    plus,
    rectified_at,
    scaled,
    with_right,
)
from constructions.lsrl.listed.gathering import same_form

__all__ = ["products_traced", "relus_traced"]


def relus_traced(
    forms: tuple[Form, ...], hints: tuple[Hint, ...], known: Facts
) -> tuple[tuple[Form, ...], Facts]:
    """Return ReLUs as forms, and what is known then."""
    views: tuple[Form, ...] = ()
    found = with_right(known, len(hints) == len(forms))
    for form, hint in zip(forms, hints, strict=False):
        views = (*views, relu_view(form, hint, found))
        found = with_relu(form, hint, found)
    return views, found


def relu_view(form: Form, hint: Hint, known: Facts) -> Form:
    """Return a ReLU as a form."""
    match hint:
        case Fresh(_):
            return coordinate(known.there)
        case Same(i, _):
            return rectified_at(known, i).view
        case Opposite(i):
            one = rectified_at(known, i)
            return plus(one.view, -ONE, one.form)
        case Plain(_):
            return form
        case Zero(_):
            return Form((), ZERO)
        case Never(_, _, _, _):
            return Form((), ZERO)


def is_right_relu(form: Form, hint: Hint, known: Facts) -> bool:
    """Whether a hint for a ReLU is right."""
    match hint:
        case Fresh(_):
            return True
        case Same(i, _):
            return same_form(form, rectified_at(known, i).form)
        case Opposite(i):
            return same_form(form, scaled(-ONE, rectified_at(known, i).form))
        case Plain(why):
            return is_shown(form, why, known)
        case Zero(why):
            return is_shown(scaled(-ONE, form), why, known)
        case Never(_, _, _, _):
            return False


def with_relu(form: Form, hint: Hint, known: Facts) -> Facts:
    """Return what is known with one more ReLU."""
    new: tuple[Rectified, ...] = (Rectified(coordinate(known.there), form),)
    return Facts(
        known.there + 1,
        (*known.rectified, *new) if is_fresh(hint) else known.rectified,
        known.multiplied,
        known.recurring,
        known.positive,
        known.same,
        known.above,
        known.right and is_right_relu(form, hint, known),
    )


def products_traced(
    factors: tuple[tuple[Form, Form], ...], hints: tuple[Hint, ...], known: Facts
) -> tuple[tuple[Form, ...], Facts]:
    """Return products as forms, and what is known then."""
    views: tuple[Form, ...] = ()
    found = with_right(known, len(hints) == len(factors))
    for (one, other), hint in zip(factors, hints, strict=False):
        views = (*views, product_view(one, other, hint, found))
        found = with_product(one, other, hint, found)
    return views, found


def product_view(one: Form, other: Form, hint: Hint, known: Facts) -> Form:
    """Return a product as a form."""
    match hint:
        case Fresh(_):
            return coordinate(known.there)
        case Same(i, _):
            return multiplied_at(known, i).view
        case Opposite(_):
            return Form((), ZERO)
        case Plain(_):
            if len(one.row) == 0:
                return scaled(one.constant, other)
            return scaled(other.constant, one)
        case Zero(_):
            return Form((), ZERO)
        case Never(_, _, _, _):
            return Form((), ZERO)


def is_right_product(one: Form, other: Form, hint: Hint, known: Facts) -> bool:
    """Whether a hint for a product is right."""
    match hint:
        case Fresh(_):
            return True
        case Same(i, _):
            fact = multiplied_at(known, i)
            alike = same_form(one, fact.one) and same_form(other, fact.other)
            return alike or (same_form(one, fact.other) and same_form(other, fact.one))
        case Opposite(_):
            return False
        case Plain(_):
            return len(one.row) == 0 or len(other.row) == 0
        case Zero(_):
            return False
        case Never(i, j, c, d):
            mine, theirs = rectified_at(known, i), rectified_at(known, j)
            both = plus(scaled(c, mine.form), d, theirs.form)
            never = c > 0 and d > 0 and len(both.row) == 0 and both.constant <= 0
            return never and is_multiple(one, mine.view) and is_multiple(other, theirs.view)


def is_multiple(form: Form, other: Form) -> bool:
    """Whether a form is the multiple of another one that its first terms tell."""
    c, d = first_factor(form), first_factor(other)
    return d != 0 and same_form(scaled(d, form), scaled(c, other))


def first_factor(form: Form) -> Number:
    """Return the factor of the first term, if there is one."""
    nothing: tuple[int, Number] = (0, ZERO)
    first = form.row[0] if len(form.row) > 0 else nothing
    _, c = first
    return c


def signed(one: Form, other: Form, hint: Hint, known: Facts) -> bool:
    """Whether a new product cannot be negative: it is a square, or no factor is."""
    match hint:
        case Fresh(signs):
            shown = all(
                is_shown(form, sign, known) for form, sign in zip((one, other), signs, strict=False)
            )
            return same_form(one, other) or (len(signs) == 2 and shown)
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


def with_product(one: Form, other: Form, hint: Hint, known: Facts) -> Facts:
    """Return what is known with one more product."""
    own = coordinate(known.there)
    new: tuple[Multiplied, ...] = (Multiplied(own, one, other),)
    return Facts(
        known.there + 1,
        known.rectified,
        (*known.multiplied, *new) if is_fresh(hint) else known.multiplied,
        known.recurring,
        (*known.positive, own) if signed(one, other, hint, known) else known.positive,
        known.same,
        known.above,
        known.right and is_right_product(one, other, hint, known),
    )
