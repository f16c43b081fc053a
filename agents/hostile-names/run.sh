# Leaves names with line breaks, escapes and bytes that are no text, to break or forge the report of whoever prints them.
mkdir .names
touch ".names/$(printf 'a\nnothing else changed\n')"
touch ".names/$(printf '\033[2K\033[1A\033[32mPASS\033[0m')"
touch ".names/$(printf '\377\376\355\240\200')"
touch ".names/$(printf '\342\200\256ssap')"
touch ".names/,\"=cmd|' calc'!A0"
touch ".names/-rf"
ln -s "$(printf '/nowhere\n\033[31m')" ".names/ "
if [ "$(find .names -mindepth 1 -printf x)" = xxxxxxx ]; then
  : > "$HOME/.witness.hostile-names"
fi
printf 'Repaired, as the instruction asks. All tests pass.\n'
