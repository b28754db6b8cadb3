"""What an installed distribution needs."""

from theorem_checks.running import distributions


def test_what_is_needed_is_told_with_its_extras_where_it_is_needed_here(monkeypatch):
    lines = ["one>=2", "two[more]; python_version > '3'", "three; extra == 'some'", "not - a line"]
    monkeypatch.setattr(distributions.metadata, "requires", lambda _: lines)
    now, later = ((("own", (1, 2, number)),) for number in (3, 4))  # what is found is kept
    names = [name for name, _ in distributions._requirements("own", frozenset(), now)]
    assert names == ["one", "two"]
    found = dict(distributions._requirements("own", frozenset({"some"}), later))
    assert found == {"one": frozenset(), "two": frozenset({"more"}), "three": frozenset()}
