"""The version is the same wherever it stands."""

import importlib.metadata
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_one_version():
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    cited = re.search(r"^version: (.*)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
    assert cited
    assert cited[1] == declared == importlib.metadata.version("theorem-checks")
    headings = re.findall("^## (.*)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert headings[0] == "Unreleased" or headings[0].startswith(f"{declared}, ")
