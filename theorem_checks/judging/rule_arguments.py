"""What a rule of composition was called without, said by its own documentation."""

import inspect
import re
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType, UnionType
from typing import Any, Union, get_args, get_origin

from theorem_checks.errors import ArgumentError, TheoremChecksError
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.plain_text import plain_text

__all__ = ["naming_what_rules_lack", "require_conclusion_alone"]

_LACKS = re.compile(r"(?P<called>[\w.]+)\(\) missing \d+ required [\w-]+ arguments?: (?P<names>.+)")
_RULES = ("theorem_checks.proving.", "theorem_checks.facts.")


def require_conclusion_alone(by: Callable[..., Any]) -> None:
    """Raise `ArgumentError` where a proof cannot be called with a conclusion and nothing else."""
    try:
        signature = inspect.signature(by)
    except (TypeError, ValueError):
        return  # of a builtin, say, which says itself what it lacks
    _, *others = signature.parameters.values()
    lacking = [one.name for one in others if _is_required(one)]
    if lacking:
        said = "; ".join(f"`{name}`, {_expected(by, name)}" for name in lacking)
        called = getattr(by, "__name__", "rule")
        raise ArgumentError(
            "by",
            by,
            "a function of the conclusion alone",
            f"{called} needs besides: {said}. Hand these on, as in"
            f" lambda conclusion: {called}(conclusion, {', '.join(lacking)}).",
        )


@contextmanager
def naming_what_rules_lack() -> Iterator[None]:
    """Within it a rule that lacks an argument, or fails at one of another kind, says which one.

    That is an `ArgumentError` in place of a `TypeError`, an `AttributeError` or a `ValueError`.
    """
    try:
        yield
    except (TypeError, AttributeError, ValueError) as error:
        told = None if isinstance(error, TheoremChecksError) else _lacking(error) or _misfit(error)
        if told is None:
            raise
        raise told.with_traceback(error.__traceback__) from error


class _LacksError(ArgumentError):
    """A rule was called without an argument."""

    def __init__(self, rule: str, name: str, expected: str, hint: str) -> None:
        super().__init__(name, None, expected, hint)
        self.args = (f"`{rule}` was called without {expected}. {hint}",)


def _lacking(error: Exception) -> ArgumentError | None:
    found = _LACKS.fullmatch(str(error))
    rule = None if found is None else _rule(found["called"], error.__traceback__)
    if found is None or rule is None:
        return None
    names = re.findall(r"'(\w+)'", found["names"])
    said = "; and ".join(f"`{name}`, {_expected(rule, name)}" for name in names)
    parameters = ", ".join(inspect.signature(rule).parameters)
    hint = f"It is called as {found['called']}({parameters})."
    return _LacksError(found["called"], names[0], said, hint)


def _misfit(error: Exception) -> ArgumentError | None:
    """What the first rule that was called was handed of another kind than it takes."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        found = frame.f_globals.get(frame.f_code.co_name)
        rule = inspect.unwrap(found) if inspect.isfunction(found) else _misfit
        if not rule.__module__.startswith(_RULES):
            continue
        for name, one in inspect.signature(rule).parameters.items():
            held = frame.f_locals.get(name)
            values = held if one.kind is inspect.Parameter.VAR_POSITIONAL else (held,)
            for value in () if one.kind is inspect.Parameter.VAR_KEYWORD else values or ():
                if not _fits(value, one.annotation):
                    return _other_kind(rule, name, value, one.annotation)
        return None
    return None


def _fits(value: object, kind: Any) -> bool:
    """Whether a value is of an annotated kind, as far as that can be told."""
    if isinstance(kind, UnionType) or get_origin(kind) is Union:
        return any(_fits(value, one) for one in get_args(kind))
    origin = get_origin(kind) or kind
    return not isinstance(origin, type) or isinstance(value, origin)


def _other_kind(rule: Callable[..., Any], name: str, value: object, kind: Any) -> ArgumentError:
    said = plain_text(value.latex) if isinstance(value, Conclusion) else value
    classes = get_args(kind) if get_origin(kind) in (UnionType, Union) else (kind,)
    named = " or ".join(getattr(one, "__name__", str(one)) for one in classes)
    expected = f"an object of the class {named}, not {type(value).__name__}"
    return ArgumentError(name, said, expected, f"It is to be {_expected(rule, name)}.")


def _is_required(one: inspect.Parameter) -> bool:
    variadic = one.kind in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return one.default is inspect.Parameter.empty and not variadic


def _rule(called: str, where: TracebackType | None) -> Callable[..., Any] | None:
    """The rule of this name in the frame that called it; None where that is no rule."""
    while where is not None and where.tb_next is not None:
        where = where.tb_next
    if where is None:
        return None
    names = {**where.tb_frame.f_globals, **where.tb_frame.f_locals}
    rule = names.get(called)
    return rule if getattr(rule, "__module__", "").startswith(_RULES) else None


def _expected(rule: Callable[..., Any], name: str) -> str:
    """What a rule's documentation says of an argument; its type, where it says nothing."""
    text = inspect.getdoc(rule) or ""
    until = r"(?:\.(?:\s|$)|;|\n\s*-|\n\n|$)"
    said = re.search(rf"`{name}`[:,]\s+(?P<said>.+?){until}", text, re.DOTALL)
    if said is not None:
        return " ".join(said["said"].split())
    kind = inspect.signature(rule).parameters[name].annotation
    return f"of type {getattr(kind, '__name__', kind)}"
