"""What a rule of composition was called without, said by its own documentation."""

import inspect
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any

from theorem_checks.errors import ArgumentError

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
    """Within it a call of a rule that lacks an argument raises `ArgumentError`, not `TypeError`."""
    try:
        yield
    except TypeError as error:
        found = _LACKS.fullmatch(str(error))
        rule = None if found is None else _rule(found["called"], error.__traceback__)
        if found is None or rule is None:
            raise
        names = re.findall(r"'(\w+)'", found["names"])
        said = "; ".join(f"`{name}`, {_expected(rule, name)}" for name in names)
        hint = f"{found['called']} was called without it. It is called as"
        hint += f" {found['called']}({', '.join(inspect.signature(rule).parameters)})."
        raise ArgumentError(names[0], None, said, hint) from error


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
