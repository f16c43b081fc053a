"""Keeps threads alive after its work."""
import threading
import time

threading.Thread(target=time.sleep, args=(60,)).start()


def add(a, b):
    results = []
    worker = threading.Thread(target=lambda: results.append(a + b))
    worker.start()
    worker.join()
    return results[0]


def mul(a, b):
    return a * b
