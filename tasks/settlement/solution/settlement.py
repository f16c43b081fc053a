from decimal import ROUND_HALF_UP, Decimal


def fee(amount):
    check(amount)
    rate = 150 if amount >= 10000 else 250
    return (amount * rate + 5000) // 10000


def payout(gross, refunded):
    check(gross)
    check(refunded)
    return gross - refunded - fee(gross)


def instalments(total, parts):
    check(total)
    check(parts)
    if parts < 1:
        raise ValueError("there is at least one part")
    each, extra = divmod(total, parts)
    return [each + (1 if index < extra else 0) for index in range(parts)]


def amount_text(value):
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError("a value is an int or a float")
    text = str(Decimal(repr(value)).quantize(Decimal("0.01"), ROUND_HALF_UP))
    return "0.00" if text == "-0.00" else text


def check(amount):
    if isinstance(amount, bool) or not isinstance(amount, int):
        raise TypeError("an amount is an int")
    if amount < 0:
        raise ValueError("an amount is not negative")
