"""The picture of what rests on what."""

import re

import networkx as nx

from theorem_checks.reporting.pages.grounds import figure


def test_grounds_stand_to_the_left_each_on_a_line_of_its_own():
    graph: nx.DiGraph[str] = nx.DiGraph([("own/whole", "own/part"), ("own/whole", "own/other")])
    picture = figure(graph)
    places = {
        name: (int(x), int(y))
        for x, y, name in re.findall(r'<text x="(\d+)" y="(\d+)">([^<]+)</text>', picture)
    }
    assert places["own/part"][0] == places["own/other"][0] == 12
    assert places["own/whole"][0] > 12 + 6 * len("own/other")
    assert abs(places["own/part"][1] - places["own/other"][1]) == 22
    assert picture.count("<path") == 2
    assert re.search(r'viewBox="0 0 \d+ 68"', picture)
