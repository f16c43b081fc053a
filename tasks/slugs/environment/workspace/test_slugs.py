from words.slugs import initials, shorten, slug


def test_slug():
    assert slug("Crème Brûlée!") == "creme-brulee"
    assert slug("  Hello,  World ") == "hello-world"


def test_initials():
    assert initials("émile zola") == "É.Z."


def test_shorten():
    assert shorten("naïve café", 10) == "naïve café"
    assert shorten("naïve café au lait", 12) == "naïve café…"
