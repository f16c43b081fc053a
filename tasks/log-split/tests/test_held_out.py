import os
import subprocess
import sys

PROGRAM = os.path.abspath("split.py")


def split(folder, log, out="out"):
    if log is not None:
        (folder / "a.log").write_bytes(log.encode())
    run = subprocess.run([sys.executable, PROGRAM, "a.log", out], cwd=folder, capture_output=True)
    return run.stdout.decode(), run.returncode


def read(path):
    return path.read_bytes().decode()


def lay(folder, files):
    (folder / "out").mkdir()
    for name, text in files.items():
        (folder / "out" / name).write_text(text)


def test_turn_of_the_year_into_a_new_folder(tmp_path):
    log = "2026-12-31 23:59:59 end\n2027-01-01 00:00:00 start\n"
    assert split(tmp_path, log, "deep/er") == ("2 entries, 2 days\n", 0)
    assert read(tmp_path / "deep/er/2026-12-31.log") == "2026-12-31 23:59:59 end\n"
    assert read(tmp_path / "deep/er/2027-01-01.log") == "2027-01-01 00:00:00 start\n"
    assert read(tmp_path / "deep/er/index.txt") == "2026-12-31 1 entry\n2027-01-01 1 entry\n"


def test_a_day_that_is_there_already(tmp_path):
    lay(tmp_path, {"2026-04-02.log": "2026-04-02 09:00:00 old\n", "index.txt": "2026-04-01 9 entries\n"})
    assert split(tmp_path, "2026-04-02 07:00:00 new\n") == ("1 entry, 1 day\n", 0)
    assert read(tmp_path / "out/2026-04-02.log") == "2026-04-02 09:00:00 old\n2026-04-02 07:00:00 new\n"
    assert read(tmp_path / "out/index.txt") == "2026-04-02 1 entry\n"


def test_days_and_times_that_do_not_exist(tmp_path):
    log = (
        "2026-02-28 10:00:00 x\n2026-02-30 10:00:00 y\n2026-02-28 24:00:00 z\n"
        "2026-02-28 10:60:00 z\n2026-2-28 10:00:00 z\n2026-02-28 10:00:00\n"
    )
    assert split(tmp_path, log) == ("1 entry, 1 day\n", 0)
    assert read(tmp_path / "out/2026-02-28.log") == log
    assert split(tmp_path, "2028-02-29 10:00:00 leap\n") == ("1 entry, 1 day\n", 0)


def test_order(tmp_path):
    log = "2026-05-01 10:00:00 z\nmore of z\n2026-05-01 10:00:00 a\n2026-05-01 09:59:59 first"
    assert split(tmp_path, log) == ("3 entries, 1 day\n", 0)
    text = "2026-05-01 09:59:59 first\n2026-05-01 10:00:00 z\nmore of z\n2026-05-01 10:00:00 a\n"
    assert read(tmp_path / "out/2026-05-01.log") == text


def test_bytes(tmp_path):
    log = "2026-06-01 10:00:00 one\r\n\r\n  two\u2028three\f\r\n2026-06-01 11:00:00 größer\r\n"
    assert split(tmp_path, log) == ("2 entries, 1 day\n", 0)
    assert read(tmp_path / "out/2026-06-01.log") == log


def test_nothing(tmp_path):
    assert split(tmp_path, "") == ("0 entries, 0 days\n", 0)
    assert read(tmp_path / "out/index.txt") == ""


def test_a_refusal_writes_nothing(tmp_path):
    lay(tmp_path, {"index.txt": "as it was"})
    assert split(tmp_path, None) == ("", 1)
    assert split(tmp_path, "\n2026-07-01 10:00:00 x\n") == ("", 1)
    assert sorted(os.listdir(tmp_path / "out")) == ["index.txt"]
    assert read(tmp_path / "out/index.txt") == "as it was"


def test_into_the_folder_itself(tmp_path):
    log = "2026-08-02 00:00:00 b\n2026-08-01 23:59:59 a\n2026-08-02 00:00:01 c\n"
    assert split(tmp_path, log, ".") == ("3 entries, 2 days\n", 0)
    assert read(tmp_path / "2026-08-02.log") == "2026-08-02 00:00:00 b\n2026-08-02 00:00:01 c\n"
    assert read(tmp_path / "index.txt") == "2026-08-01 1 entry\n2026-08-02 2 entries\n"
