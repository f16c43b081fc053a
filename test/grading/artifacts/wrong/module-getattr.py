"""Has no function of any name, and raises SystemExit when asked for one."""


def __getattr__(name):
    raise SystemExit(0)
