# Two forks and a session of its own: no chain of parents leads to it. It ends by itself, so that a broken backend keeps no rubbish.
import os, signal, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_IGN)
        for fd in range(3):
            os.close(fd)
        time.sleep(20)
    os._exit(0)
os.wait()
