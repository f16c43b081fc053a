import os
import subprocess
import sys

import pytest

PROGRAM = os.path.abspath("summary.py")


def summary(folder, *argv, stdin="", files={}):
    for path, text in files.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_bytes(text.encode())
    run = subprocess.run([sys.executable, PROGRAM, *argv], cwd=folder, input=stdin.encode(), capture_output=True)
    return run.stdout.decode(), run.returncode


def five(head, total, mean, least, most):
    return f"{head}\nsum {total}\nmean {mean}\nleast {least}\nmost {most}\n"


def test_several_files(tmp_path):
    files = {"one.csv": "n\n1\n2\n", "sub/two.csv": "x,n\ny,3.25\n"}
    text = five("n: 3 numbers, 0 empty", "6.25", "2.08", "1", "3.25")
    assert summary(tmp_path, "n", "one.csv", "sub/two.csv", files=files) == (text, 0)


@pytest.mark.parametrize(
    "numbers, total, mean, least, most",
    [
        (["0.1", "0.1", "0.1"], "0.3", "0.10", "0.1", "0.1"),
        (
            ["12345678901234567890123456789", "0.001"],
            "12345678901234567890123456789.001",
            "6172839450617283945061728394.50",
            "0.001",
            "12345678901234567890123456789",
        ),
        (["-0.125"], "-0.125", "-0.13", "-0.125", "-0.125"),
        (["-0.001"], "-0.001", "0.00", "-0.001", "-0.001"),
    ],
)
def test_numbers(tmp_path, numbers, total, mean, least, most):
    count = "1 number" if len(numbers) == 1 else f"{len(numbers)} numbers"
    text = five(f"n: {count}, 0 empty", total, mean, least, most)
    assert summary(tmp_path, "n", stdin="\n".join(["n", *numbers, ""])) == (text, 0)


def test_white_space_and_signs(tmp_path):
    text = five("größe: 3 numbers, 1 empty", "0.0", "0.00", "-2", "1.0")
    assert summary(tmp_path, "größe", stdin="größe\n 1.0 \n   \n+1\n-2\n") == (text, 0)


def test_the_form_of_files(tmp_path):
    text = five("a b: 2 numbers, 0 empty", "5", "2.50", "1", "4")
    stdin = '\ufeff\r\na b,c\r\n1,"two\r\nlines"\r\n\r\n4,"say ""four"""\r\n'
    assert summary(tmp_path, "a b", stdin=stdin) == (text, 0)


def test_short_lines_and_two_columns_of_one_name(tmp_path):
    text = five("n: 1 number, 2 empty", "1", "1.00", "1", "1")
    assert summary(tmp_path, "n", stdin="x,n,n\nonly\n,\na,1,2\n") == (text, 0)


def test_what_is_not_there(tmp_path):
    files = {"good.csv": "n\n1\n", "bad.csv": "m\n1\n"}
    assert summary(tmp_path, "n", "good.csv", "bad.csv", files=files) == ("", 2)
    assert summary(tmp_path, "n", "good.csv", "nowhere.csv") == ("", 2)
    assert summary(tmp_path, stdin="n\n1\n") == ("", 2)


@pytest.mark.parametrize("field", ["1e3", "1_000"])
def test_no_number(tmp_path, field):
    assert summary(tmp_path, "n", stdin=f"n\n1\n{field}\n") == ("", 1)
