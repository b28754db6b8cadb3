"""What was found in source files is kept for later processes, and used only where it is of them."""

import json

import pytest

from theorem_checks.running import kept_sources, sources
from theorem_checks.running.kept_sources import _checksum, sources_kept
from theorem_checks.running.sources import read

CODE = "from a.b import c as d, e\nfrom . import f\nimport g\n\n\ndef h():\n    import i\n"


@pytest.fixture
def process(tmp_path, monkeypatch):
    """Forget what this process knows, as a new one would; its ledger lies in a folder."""
    folder = tmp_path / "ledger"
    folder.mkdir()
    monkeypatch.setenv("THEOREM_CHECKS_LEDGER", str(folder / "ledger.sqlite"))

    def begin():
        monkeypatch.setattr(sources, "_cache", {})
        monkeypatch.setattr(kept_sources, "_read_before", {})
        sources.by_content.clear()
        sources.kept.clear()
        return folder / "sources.json"

    known, kept = dict(sources.by_content), dict(sources.kept)
    yield begin
    sources.by_content.clear()
    sources.by_content.update(known)
    sources.kept.clear()
    sources.kept.update(kept)


@pytest.fixture
def parsed(monkeypatch):
    """The contents that are parsed."""
    contents = []
    parse = sources._parse

    def watched(content):
        contents.append(content)
        return parse(content)

    monkeypatch.setattr(sources, "_parse", watched)
    return contents


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "code.py"
    path.write_text(CODE)
    return path


def test_a_later_process_finds_the_same_without_parsing(process, parsed, file):
    process()
    with sources_kept():
        found = read(file)
    process()
    with sources_kept():
        assert read(file) == found
    assert parsed == [CODE.encode()]
    assert len(found.imports) == 4
    assert set(found.exports) == {"d", "e", "f"}


def test_what_was_edited_is_parsed_again(process, parsed, file):
    process()
    with sources_kept():
        before = read(file)
    file.write_text(CODE + "x = 1\n")
    process()
    with sources_kept():
        assert read(file).digest != before.digest
    assert len(parsed) == 2


@pytest.mark.parametrize("damage", ["not JSON", "null", '{"sources": {}}'])
def test_what_cannot_be_read_is_found_anew(process, parsed, file, damage):
    kept = process()
    kept.write_text(damage)
    with sources_kept():
        read(file)
    assert len(parsed) == 1
    assert len(json.loads(kept.read_text().partition("\n")[2])["sources"]) == 1


@pytest.mark.parametrize("damage", ["null", "[]", '{"digest": "0"}', '{"imports": [["a", 1]]}'])
def test_a_file_of_which_something_else_is_kept_is_parsed(process, parsed, file, damage):
    kept = process()
    with sources_kept():
        found = read(file)
    data = json.loads(kept.read_text().partition("\n")[2])
    (name,) = data["sources"]
    text = json.dumps({**data, "sources": {name: json.loads(damage)}})
    kept.write_text(f"{_checksum(text)}\n{text}")
    process()
    with sources_kept():
        assert read(file) == found
    assert len(parsed) == 2


def test_what_was_not_read_this_time_stays_kept(process, parsed, file, tmp_path):
    other = tmp_path / "other.py"
    other.write_text("x = 1\n")
    process()
    with sources_kept():
        before = read(file)
    process()
    with sources_kept():
        read(other)
    process()
    with sources_kept():
        assert read(file) == before
    assert len(parsed) == 2


def test_what_another_process_kept_meanwhile_is_used(process, parsed, file, tmp_path):
    kept = process()
    with sources_kept():
        read(file)
    alone = kept.read_text()
    other = tmp_path / "other.py"
    other.write_text("x = 1\n")
    process()
    with sources_kept():
        read(other)
    both = kept.read_text()
    process()
    kept.write_text(alone)
    with sources_kept():
        pass
    kept.write_text(both)
    with sources_kept():
        read(other)
    assert len(parsed) == 2


def test_what_is_kept_is_read_once_by_a_process(process, file, monkeypatch):
    texts = []
    decode = json.loads
    monkeypatch.setattr(json, "loads", lambda text: (texts.append(text), decode(text))[1])
    process()
    with sources_kept():
        read(file)
    process()
    for _ in range(3):
        with sources_kept():
            read(file)
    assert len(texts) == 1


def test_what_another_parser_kept_is_not_used(process, parsed, file):
    kept = process()
    with sources_kept():
        read(file)
    data = json.loads(kept.read_text().partition("\n")[2])
    text = json.dumps(data | {"made_by": ["3.11", "another"]})
    kept.write_text(f"{_checksum(text)}\n{text}")
    process()
    with sources_kept():
        read(file)
    assert len(parsed) == 2


def test_what_was_edited_in_what_is_kept_is_not_used(process, parsed, file):
    kept = process()
    with sources_kept():
        true = read(file).digest
    kept.write_text(kept.read_text().replace(true, "0" * len(true)))
    process()
    with sources_kept():
        assert read(file).digest == true


def test_nothing_is_written_where_nothing_is_new(process, file):
    kept = process()
    with sources_kept():
        read(file)
    before = kept.stat().st_mtime_ns
    process()
    with sources_kept():
        read(file)
    assert kept.stat().st_mtime_ns == before


def test_what_is_kept_is_read_and_written_once_round_many_plans(process, file, monkeypatch):
    calls = []
    for name in ("_load", "_save"):
        work = getattr(kept_sources, name)
        monkeypatch.setattr(kept_sources, name, lambda n=name, f=work: (calls.append(n), f())[1])
    kept = process()
    with sources_kept():
        for number in range(3):
            file.write_text(f"{CODE}x = {number}\n")
            with sources_kept():
                read(file)
    assert calls == ["_load", "_save"]
    assert len(json.loads(kept.read_text().partition("\n")[2])["sources"]) == 3


def test_without_a_folder_for_the_ledger_nothing_is_kept(process, file, tmp_path, monkeypatch):
    process()
    monkeypatch.setenv("THEOREM_CHECKS_LEDGER", str(tmp_path / "none" / "ledger.sqlite"))
    with sources_kept():
        read(file)
    assert not (tmp_path / "none").exists()
