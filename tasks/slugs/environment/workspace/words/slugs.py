import re


def slug(title):
    return re.sub(r"[^a-z0-9]+", "-", title.lower())


def initials(name):
    return "".join(word[0] + "." for word in name.split())


def shorten(title, width):
    if len(title) < width:
        return title
    return title[:width].rsplit(" ", 1)[0] + "…"
