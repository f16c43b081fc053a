# Does nothing and says so, so that no verifier should pass it on any task.
lines=0
while IFS= read -r _; do
  lines=$((lines + 1))
done < "$POLYGRAPH_INSTRUCTION"
if [ "$lines" -gt 0 ]; then
  printf 'I read the instruction and changed nothing.\n'
else
  printf 'I found no instruction and changed nothing.\n'
fi
