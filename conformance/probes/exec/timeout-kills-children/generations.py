# Each parent waits for its child, so that the chain of parents leads to all of them.
import os, signal, time
pids = open('pids', 'w', buffering=1)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for generation in range(3):
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        os._exit(0)
    os.setsid()
    print(os.getpid(), file=pids)
time.sleep(20)
