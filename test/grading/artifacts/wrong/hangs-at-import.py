"""Never comes back from its import."""
import time

while True:
    time.sleep(1)
