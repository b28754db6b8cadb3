"""Reading printed formulas again, by the rules of mathematics: what all such readers share."""

import re
from typing import Any, ClassVar

__all__ = ["Reader"]


class Reader:
    r"""Reads the tokens of a formula one by one; `\,` and white space say nothing.

    A reader of one notation has a pattern of its `TOKEN` and says what a `term` of a sum is, and,
    where that is more than a sum, `outermost`.
    """

    TOKEN: ClassVar[re.Pattern[str]]

    def __init__(self, text: str, values: dict[str, Any]) -> None:
        self.tokens = [token for token in self.TOKEN.findall(text) if token != r"\,"]
        self.values = values
        assert re.sub(r"\s", "", "".join(self.tokens)) == re.sub(r"\s|\\,", "", text)

    def peek(self) -> str:
        return self.tokens[0] if self.tokens else ""

    def take(self, *wanted: str) -> str:
        token = self.tokens.pop(0)
        assert not wanted or token in wanted, (token, wanted)
        return token

    def took(self, *wanted: str) -> bool:
        return self.peek() in wanted and bool(self.take())

    def whole(self) -> Any:
        value = self.outermost()
        assert not self.tokens
        return value

    def outermost(self) -> Any:
        return self.sum()

    def sum(self) -> Any:
        value = -self.term() if self.took("-") else self.term()
        while self.peek() in ("+", "-"):
            sign = 1 if self.take() == "+" else -1
            value = value + sign * self.term()
        return value

    def term(self) -> Any:
        raise NotImplementedError
