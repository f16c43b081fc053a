# Removes the artifact to write it anew and never does, so that what is missing may not count as nothing wrong.
printf 'Starting over with:\n'
while IFS= read -r path; do
  if [ -e "$path" ]; then
    rm "$path"
    printf '  %s\n' "$path"
  else
    printf '  %s, which was not there\n' "$path"
  fi
done <<< "$POLYGRAPH_ARTIFACT"
printf 'I ran out of ideas.\n'
