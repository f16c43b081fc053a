# Dies of a signal in the middle of its work, so that no test is run and no verifier may take silence for a pass.
printf 'Reading the instruction.\n'
lines=0
while IFS= read -r _; do
  lines=$((lines + 1))
done < "$POLYGRAPH_INSTRUCTION"
printf 'It has %d lines.\n' "$lines"
printf 'Now to the work on:\n'
printf '%s\n' "$POLYGRAPH_ARTIFACT"
kill -KILL "$BASHPID"
