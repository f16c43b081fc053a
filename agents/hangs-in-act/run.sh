# Waits for ever for an answer, so that its act runs into the time limit and no verifier may take that for a pass.
printf 'Reading the instruction.\n'
lines=0
while IFS= read -r _; do
  lines=$((lines + 1))
done < "$POLYGRAPH_INSTRUCTION"
printf 'It has %d lines. Shall I go on?\n' "$lines"
mkfifo "$HOME/.answer"
read -r answer < "$HOME/.answer"
printf 'The answer is %s.\n' "$answer"
