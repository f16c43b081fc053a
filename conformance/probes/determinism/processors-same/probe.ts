import { alike } from 'polygraph/probe'

// nproc goes by the affinity of the process and by OMP_NUM_THREADS, as programs do that start as many threads.
export default alike({ show: 'nproc; nproc --all; python3 -c "import os; print(os.cpu_count(), len(os.sched_getaffinity(0)))"' })
