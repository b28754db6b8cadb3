"""The page of what rests on what: links, circles, grounds that do not pass, and a drawing."""

from xml.etree import ElementTree

import pytest

GROUNDS = """
@check("exact")
def check_with_grounds(square):
    found = check_squares.function(square)
    names = {"top": "own/middle own/also-low", "middle": "own/low", "alone": ""}
    grounds = tuple(map(Ground.claim, names[square.__name__].split()))
    return dataclasses.replace(found, rests_on=grounds)

def named(name, **more):
    square = lambda n: n**2
    square.__name__ = name
    mutant = lambda n: 2 * n
    mutant.__name__ = name
    return claim(name, square, checks=(check_with_grounds,),
                 mutants=(Mutant("twice", mutant),), **more)

top, middle, alone = named("top"), named("middle"), named("alone")
low = claim("low", lambda n: n**2, covers=("own/also-low",))
"""


@pytest.fixture
def pages(run, claims, folder):
    """Write the pages of claims that rest on each other; return page and drawing."""

    def write(text):
        claims("import dataclasses\nfrom theorem_checks import Ground\n" + text)
        run("verify", "claims.py")
        done = run("pages", "pages", "claims.py")
        assert done.exit_code == 0, done.output
        made = folder / "pages"
        return tuple((made / f"what-rests-on-what.{end}").read_text() for end in ("md", "svg"))

    return write


def test_each_claim_stands_with_its_grounds(pages):
    page, drawing = pages(GROUNDS)
    lines = page.splitlines()
    low, middle = "[`own/low`](own.md#own-low)", "[`own/middle`](own.md#own-middle)"
    assert f"| {middle} | {low} (HOLDS) |" in lines
    assert f"| [`own/top`](own.md#own-top) | {low} (HOLDS)<br>{middle} (HOLDS) |" in lines
    assert "own/alone" not in page
    assert "circle" not in page
    root = ElementTree.fromstring(drawing)
    spaces = {"": "http://www.w3.org/2000/svg"}
    across = {one.text: float(one.get("x", "")) for one in root.findall("text", spaces)}
    assert across["own/low"] < across["own/middle"] < across["own/top"]
    assert len(root.findall("path", spaces)) == 3


def test_circles_and_weak_grounds_are_told(pages, texts):
    circle = GROUNDS.replace('"alone": ""', '"alone": "own/top own/printed"')
    circle = circle.replace('"middle": "own/low"', '"middle": "own/alone"')
    page, _ = pages(circle + texts["erratum"])
    _, _, told = page.partition("## In a circle\n\n")
    assert told.startswith("- [`own/alone`](own.md#own-alone), [`own/middle`]")
    _, _, weak = page.partition("## On something that does not pass\n\n")
    assert weak.strip() == (
        "- [`own/alone`](own.md#own-alone) on [`own/printed`](own-errata.md#own-printed)"
    )
