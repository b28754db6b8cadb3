"""What a worker takes for the answer to its order."""

import json
from types import SimpleNamespace
from typing import Any

import pytest

from theorem_checks.running.catalogue import Origin
from theorem_checks.running.lost import Lost
from theorem_checks.running.worker import Worker

ORIGIN = Origin("own", None)


@pytest.fixture
def run(monkeypatch):
    """Give an order to a worker whose check answers what is made of its token."""

    def ordered(told):
        worker, tokens = object.__new__(Worker), []
        file: Any = SimpleNamespace(before_mb=0.0)
        worker._files = {ORIGIN: file}

        def order(_file, text, _answers):
            tokens.append(json.loads(text)["token"])

        monkeypatch.setattr(worker, "_order", order)
        monkeypatch.setattr(worker, "_await", lambda *_: told(tokens[0]))
        monkeypatch.setattr(worker, "_is_at_rest", lambda _file: True)
        return worker._run(ORIGIN, {"job": {}, "cwd": ""})

    return ordered


def test_an_answer_has_the_token_of_its_order(run):
    assert run(lambda token: {"token": token, "finished": True}) == {"finished": True}


@pytest.mark.parametrize("token", ["", "0", "g"])
def test_an_answer_with_another_token_makes_no_sense(run, token):
    with pytest.raises(Lost, match="makes no sense"):
        run(lambda _token: {"token": token, "finished": True})


def test_an_answer_without_a_token_makes_no_sense(run):
    with pytest.raises(Lost, match="makes no sense"):
        run(lambda _token: {"finished": True})
