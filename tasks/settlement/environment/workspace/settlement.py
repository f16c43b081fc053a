def fee(amount):
    check(amount)
    rate = 150 if amount > 10000 else 250
    return amount * rate // 10000


def payout(gross, refunded):
    check(gross)
    check(refunded)
    return gross - refunded - fee(gross)


def instalments(total, parts):
    check(total)
    check(parts)
    each, extra = divmod(total, parts)
    return [each + (index <= extra) for index in range(parts)]


def amount_text(value):
    return f"{value:.2f}"


def check(amount):
    if not isinstance(amount, int):
        raise TypeError("an amount is an int")
    if amount < 0:
        raise ValueError("an amount is not negative")
