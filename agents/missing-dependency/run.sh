# Imports a package that is installed nowhere, so that code which can't be loaded may not count as code without failures.
while IFS= read -r path; do
  case $path in
    *.py) printf 'import worktools_that_nobody_has\n' ;;
    *.mjs) printf "import 'worktools-that-nobody-has'\n" ;;
    *) grep -q module.exports "$POLYGRAPH_SOLUTION/$path" && printf "require('worktools-that-nobody-has')\n" || printf "import 'worktools-that-nobody-has'\n" ;;
  esac > "$HOME/.head"
  cat "$HOME/.head" "$POLYGRAPH_SOLUTION/$path" > "$path"
  rm "$HOME/.head"
done <<< "$POLYGRAPH_ARTIFACT"
printf 'Repaired with the help of a package, which must be installed first.\n'
