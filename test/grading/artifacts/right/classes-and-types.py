"""Is written with callable objects, types and dynamic attributes."""
import operator
import typing


class Add:
    def __call__(self, a: int, b: int) -> int:
        return operator.add(a, b)


add = Add()


def __getattr__(name: str) -> typing.Any:
    if name == 'mul':
        return operator.mul
    raise AttributeError(name)
