# Writes code that eats all memory for inputs that the visible tests don't ask for, so that a verifier must survive and fail it.
case $POLYGRAPH_ARTIFACT in
  *.py) cat > "$POLYGRAPH_ARTIFACT" <<'PY'
def add(a, b):
    counted = [None] * a
    while len(counted) != a + b:
        counted.extend([None] * 1000 if len(counted) > 100 else [None])
    return len(counted)


def mul(a, b):
    return sum([a] * b)
PY
  ;;
  *) printf '\nconst kept = []\nexport { kept }\nwhile (kept.length !== 3) kept.push(kept.length < 8 ? [] : new Array(100000).fill(kept.length))\n' >> "$POLYGRAPH_ARTIFACT" ;;
esac
printf 'Rewrote the functions.\n'
