from settlement import amount_text, fee, instalments, payout


def test_fee_changes_at_10000():
    assert fee(10000) == 150
    assert fee(9999) == 250


def test_payout():
    assert payout(10000, 2500) == 7350


def test_instalments():
    assert instalments(100, 3) == [34, 33, 33]


def test_amount_text():
    assert amount_text(12.5) == "12.50"
