"""The documents build without a warning: every link inside holds, every name has its page."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_the_documents_build_without_warnings(tmp_path):
    options = ("-W", "--keep-going", "-q", "-E", "-b", "html", "-d", tmp_path / "trees")
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", *options, ROOT / "docs", tmp_path / "html"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    index = (tmp_path / "html" / "genindex.html").read_text(encoding="utf-8")
    for name in ("decide_mean", "prove_identity", "Claim", "search"):
        assert f"theorem_checks.{name}" in index
    assert (tmp_path / "html" / "claims" / "lsrl-errata.html").exists()
