import re
import unicodedata


def slug(title):
    apart = unicodedata.normalize("NFKD", title.casefold())
    plain = "".join(char for char in apart if not unicodedata.combining(char))
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def initials(name):
    words = unicodedata.normalize("NFC", name).split()
    return "".join(word[0].upper() + "." for word in words)


def shorten(title, width):
    title = unicodedata.normalize("NFC", title)
    if len(title) < width:
        return title
    kept = ""
    for word in title.split():
        longer = f"{kept} {word}".strip()
        if len(longer) + 1 > width:
            break
        kept = longer
    return kept + "…"
