# Leaves a bracket open in otherwise right code, so that nothing may pass that can't even be loaded.
while IFS= read -r path; do
  {
    cat "$POLYGRAPH_SOLUTION/$path"
    printf '\n(\n'
  } > "$path"
  printf 'Edited %s.\n' "$path"
done <<< "$POLYGRAPH_ARTIFACT"
printf 'I did not run anything yet.\n'
printf 'One more look would be good.\n'
