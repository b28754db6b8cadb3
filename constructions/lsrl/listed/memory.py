"""States as forms of all values, by hints that are checked.

A state that is known is a form of states before it. It began like this form, so that, token after
token, what it adds to its last values may be compared with what the others add to theirs.
"""

from constructions.lsrl.language.cyclotomic import Number
from constructions.lsrl.language.numbers import ZERO
from constructions.lsrl.listed.data import Entry, Form, coordinate
from constructions.lsrl.listed.facts import (
    Facts,
    Fresh,
    Hint,
    Never,
    Opposite,
    Plain,
    Recurring,
    Same,
    Zero,
    is_fresh,
    is_shown,
    is_zero,
    plus,
    recurring_at,
    with_right,
)
from constructions.lsrl.listed.gathering import composed, same_form

__all__ = ["states_traced"]


def states_traced(
    entries: tuple[Entry, ...], hints: tuple[Hint, ...], known: Facts
) -> tuple[tuple[Form, ...], Facts]:
    """Return a state as forms, and what is known then."""
    lasts: tuple[Form, ...] = tuple(
        last_view(hint, known.there + i, known) for i, hint in enumerate(hints)
    )
    signs: tuple[bool, ...] = tuple(is_signed(hint) for hint in hints)
    views: tuple[Form, ...] = ()
    found = known
    for entry, hint in zip(entries, hints, strict=False):
        past = composed(Form(entry.past, ZERO), lasts)
        own = Recurring(coordinate(found.there), past, entry.fed, entry.first)
        views = (*views, state_view(entry.fed, hint, found.there, known))
        right = is_right_state(entry, past, hint, known) and are_signed(entry, hint, signs, known)
        found = with_state(own, hint, same_state(own, hint, known), right, found)
    return views, with_right(found, len(hints) == len(entries))


def last_view(hint: Hint, place: int, known: Facts) -> Form:
    """Return the last value of an entry of a state as a form of the last values."""
    match hint:
        case Fresh(_):
            return coordinate(place)
        case Same(i, _):
            return recurring_at(known, i).view
        case Opposite(_):
            return coordinate(place)
        case Plain(_):
            return coordinate(place)
        case Zero(_):
            return coordinate(place)
        case Never(_, _, _, _):
            return coordinate(place)


def state_view(fed: Form, hint: Hint, place: int, known: Facts) -> Form:
    """Return an entry of a state as a form."""
    match hint:
        case Fresh(_):
            return coordinate(place)
        case Same(i, _):
            return recurring_at(known, i).view
        case Opposite(_):
            return coordinate(place)
        case Plain(_):
            return fed
        case Zero(_):
            return coordinate(place)
        case Never(_, _, _, _):
            return coordinate(place)


def is_right_state(entry: Entry, past: Form, hint: Hint, known: Facts) -> bool:
    """Whether a hint for an entry of a state is right, given what it keeps of the last values."""
    match hint:
        case Fresh(_):
            return True
        case Same(i, by):
            fact = recurring_at(known, i)
            before, now = Form((), ZERO), fact.view
            for j in by:
                step = recurring_at(known, j)
                c = factor_at(now, step.view)
                before = plus(before, c, step.past)
                now = plus(plus(now, -c, step.view), c, step.fed)
            begins = entry.first == fact.first
            return begins and same_form(before, past) and same_form(now, entry.fed)
        case Opposite(_):
            return False
        case Plain(_):
            return is_zero(past)
        case Zero(_):
            return False
        case Never(_, _, _, _):
            return False


def factor_at(form: Form, one: Form) -> Number:
    """Return the factor that a form gives to the place of another one."""
    return sum((c for i, c in form.row if any(i == j for j, _ in one.row)), ZERO)


def is_signed(hint: Hint) -> bool:
    """Whether a hint says that a new state cannot be negative."""
    match hint:
        case Fresh(signs):
            return len(signs) > 0
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


def are_signed(entry: Entry, hint: Hint, signs: tuple[bool, ...], known: Facts) -> bool:
    """Whether an entry is not negative, if it is said to be so, where the others said are not."""
    match hint:
        case Fresh(some):
            past = all(c >= 0 and (signs[i] if i < len(signs) else False) for i, c in entry.past)
            shown = all(is_shown(entry.fed, why, known) for why in some)
            return len(some) == 0 or (entry.first >= 0 and past and shown)
        case Same(_, _):
            return True
        case Opposite(_):
            return True
        case Plain(_):
            return True
        case Zero(_):
            return True
        case Never(_, _, _, _):
            return True


def with_state(
    new: Recurring, hint: Hint, same: tuple[tuple[Form, Form], ...], right: bool, known: Facts
) -> Facts:
    """Return what is known with one more entry of a state."""
    own: tuple[Form, ...] = (new.view,) if is_signed(hint) else ()
    return Facts(
        known.there + 1,
        known.rectified,
        known.multiplied,
        (*known.recurring, *fresh_state(new, hint)),
        (*known.positive, *own),
        (*known.same, *same),
        (*known.above, *own),
        known.right and right,
    )


def fresh_state(new: Recurring, hint: Hint) -> tuple[Recurring, ...]:
    """Return a state, if it is new."""
    return (new,) if is_fresh(hint) else ()


def same_state(new: Recurring, hint: Hint, known: Facts) -> tuple[tuple[Form, Form], ...]:
    """Return the form that a state is, beside it, if it is known."""
    match hint:
        case Fresh(_):
            return ()
        case Same(i, _):
            return ((new.view, recurring_at(known, i).view),)
        case Opposite(_):
            return ()
        case Plain(_):
            return ()
        case Zero(_):
            return ()
        case Never(_, _, _, _):
            return ()
