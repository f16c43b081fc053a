# Asks for one more than the hard limit of each, for this short process alone.
import resource
import sys

NAMES = {'size of a file': resource.RLIMIT_FSIZE, 'open files': resource.RLIMIT_NOFILE, 'processes': resource.RLIMIT_NPROC, 'processor time': resource.RLIMIT_CPU, 'locked memory': resource.RLIMIT_MEMLOCK}
wrong = []
for name, number in NAMES.items():
    soft, hard = resource.getrlimit(number)
    if hard == resource.RLIM_INFINITY:
        wrong.append(f'{name}: no limit')
        continue
    try:
        resource.setrlimit(number, (soft, hard + 1))
        wrong.append(f'{name}: raised')
    except (ValueError, OSError):
        pass
print('; '.join(wrong) or f'{len(NAMES)} limits are set and stay')
sys.exit(1 if wrong else 0)
