# Writes right code to another path and leaves the artifact as it was, so that good work elsewhere may not count.
mkdir -p output
while IFS= read -r path; do
  name=${path##*/}
  cp "$POLYGRAPH_SOLUTION/$path" "output/$name"
  cp "$POLYGRAPH_SOLUTION/$path" "$path.new"
  cp "$POLYGRAPH_SOLUTION/$path" "$HOME/$name"
  printf 'Wrote %s.\n' "output/$name"
done <<< "$POLYGRAPH_ARTIFACT"
printf 'The repaired files are in output/.\n'
