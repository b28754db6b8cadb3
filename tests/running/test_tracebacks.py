"""Long texts are cut in the middle."""

from theorem_checks.running.tracebacks import brief, message_of


def test_of_a_long_text_both_ends_are_left():
    text = "a" * 1000 + "b" * 7 + "c" * 1000
    assert brief(text) == f"{'a' * 1000} ... (7 characters) ... {'c' * 1000}"
    assert brief("x" * 2000) == "x" * 2000
    assert len(message_of(ValueError(text * 10))) < 2100
