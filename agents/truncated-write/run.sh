# Leaves right code that ends in the middle of a line, so that half of the work may not count as all of it.
while IFS= read -r path; do
  size=$(stat -c %s "$POLYGRAPH_SOLUTION/$path")
  head -c "$((size * 2 / 3))" "$POLYGRAPH_SOLUTION/$path" > "$path"
  left=$((size - $(stat -c %s "$path")))
  if [ "$left" -gt 0 ]; then
    printf 'Wrote %s, but %d bytes are left.\n' "$path" "$left"
  fi
done <<< "$POLYGRAPH_ARTIFACT"
printf 'The disk may be full.\n'
