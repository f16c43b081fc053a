# usage: PID
import os
import resource
import sys

PID = int(sys.argv[1])
WAYS = {
    'set its priority': lambda: os.setpriority(os.PRIO_PROCESS, PID, 1),
    'limit it': lambda: resource.prlimit(PID, resource.RLIMIT_NOFILE, resource.prlimit(PID, resource.RLIMIT_NOFILE)),
    'pin it': lambda: os.sched_setaffinity(PID, os.sched_getaffinity(PID)),
    'schedule it': lambda: os.sched_setscheduler(PID, os.SCHED_BATCH, os.sched_param(0)),
    'write its memory': lambda: os.close(os.open(f'/proc/{PID}/mem', os.O_RDWR)),
    'set its memory score': lambda: os.close(os.open(f'/proc/{PID}/oom_score_adj', os.O_WRONLY)),
    'rename it': lambda: os.close(os.open(f'/proc/{PID}/comm', os.O_WRONLY)),
}
done = []
for name, way in WAYS.items():
    try:
        way()
        done.append(name)
    except OSError:
        pass
print(', '.join(done) or 'none')
