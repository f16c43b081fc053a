import { alike } from 'polygraph/probe'

export default alike({
  show: `env | grep -E "^(LANG|LANGUAGE|LC_[A-Z]*)=" | sort; printf "%s\\n" b A a B | sort | tr "\\n" " "; date -d @0 +%A
    python3 -c "import locale, sys; print(locale.setlocale(locale.LC_ALL, 'C.UTF-8'), sys.getfilesystemencoding(), sys.stdout.encoding, sys.stdin.encoding)"`,
})
