import subprocess
import sys


def summary(*argv, stdin):
    run = subprocess.run([sys.executable, "summary.py", *argv], input=stdin, capture_output=True, text=True)
    return run.stdout, run.returncode


def test_numbers():
    text = "price: 2 numbers, 0 empty\nsum 0.30\nmean 0.15\nleast 0.10\nmost 0.2\n"
    assert summary("price", stdin="name,price\nbolt,0.10\nnut,0.2\n") == (text, 0)


def test_quotes_and_empty_fields():
    text = "price: 1 number, 1 empty\nsum 3\nmean 3.00\nleast 3\nmost 3\n"
    assert summary("price", stdin='name,price\n"washer, flat",3\nnut,\n') == (text, 0)


def test_no_number():
    assert summary("price", stdin="name,price\nbolt,cheap\n") == ("", 1)
