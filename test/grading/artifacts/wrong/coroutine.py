"""Returns a coroutine of the right number."""


async def add(a, b):
    return a + b


mul = add
