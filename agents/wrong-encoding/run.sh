# Saves right code as UTF-16, so that nothing may pass that its own language can't read.
python3 - <<'PY'
import os, pathlib

for path in os.environ["POLYGRAPH_ARTIFACT"].split("\n"):
    code = pathlib.Path(os.environ["POLYGRAPH_SOLUTION"], path).read_text("utf-8")
    pathlib.Path(path).write_bytes(code.encode("utf-16"))
PY
printf 'Saved:\n'
printf '%s\n' "$POLYGRAPH_ARTIFACT"
printf 'I did not run anything yet.\n'
