"""What an author is told whose statement returns no conclusion."""

from collections.abc import Callable
from typing import Any

from theorem_checks.errors import CheckError
from theorem_checks.statements.conclusions import Conclusion
from theorem_checks.statements.files import from_root

__all__ = ["require_conclusion"]

_CLAIM = (
    "Claim it as data: Equal(a, b) for a == b, AtMost(a, b) for a <= b, Less(a, b) for a < b, and"
    " ForReals(formula) for comparisons of w.reals."
)


def require_conclusion(said: object, says: Callable[..., Any]) -> None:
    """Raise `CheckError` for what a statement returned and is no conclusion, with what to write."""
    if isinstance(said, Conclusion):
        return
    code = getattr(says, "__code__", None)
    name = getattr(says, "__name__", "says")
    at = f" ({from_root(code.co_filename)}:{code.co_firstlineno})" if code else ""
    raise CheckError(f"{name}{at} returns {_told(said)}, and no conclusion. {_instead(said)}")


def _told(said: object) -> str:
    if said is None or isinstance(said, bool):
        return str(said)
    return f"{'an' if type(said).__name__[0] in 'aeiouAEIOU' else 'a'} {type(said).__name__}"


def _instead(said: object) -> str:
    if said is None:
        return "End it with `return`, as in return Equal(a, b)."
    if isinstance(said, tuple | list):
        return "What is said together is All((a, b))."
    if callable(said):
        return "Call the function, and return what it returns."
    return _CLAIM
