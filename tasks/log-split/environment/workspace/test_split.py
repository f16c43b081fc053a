import os
import subprocess
import sys

PROGRAM = os.path.abspath("split.py")
LOG = """\
2026-03-01 09:15:00 started
2026-03-01 09:16:00 failed
  because of x
2026-03-02 00:00:00 started
"""


def split(folder, log):
    (folder / "app.log").write_text(log)
    run = subprocess.run([sys.executable, PROGRAM, "app.log", "out"], cwd=folder, capture_output=True, text=True)
    return run.stdout, run.returncode


def test_one_file_a_day(tmp_path):
    assert split(tmp_path, LOG) == ("3 entries, 2 days\n", 0)
    lines = LOG.splitlines(keepends=True)
    assert (tmp_path / "out/2026-03-01.log").read_text() == "".join(lines[:3])
    assert (tmp_path / "out/2026-03-02.log").read_text() == lines[3]


def test_index(tmp_path):
    split(tmp_path, LOG)
    assert (tmp_path / "out/index.txt").read_text() == "2026-03-01 2 entries\n2026-03-02 1 entry\n"


def test_no_entry(tmp_path):
    assert split(tmp_path, "no entry\n") == ("", 1)
    assert not (tmp_path / "out").exists()
