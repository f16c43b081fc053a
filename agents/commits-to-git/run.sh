# No trick: works in a git repository and commits, so that a repository of the agent's own may not count against it.
export GIT_AUTHOR_DATE='2026-01-01T00:00:00Z' GIT_COMMITTER_DATE='2026-01-01T00:00:00Z'
git init -q .
git config user.name agent
git config user.email agent@localhost
git add -A
git commit -qm 'What there was'
git checkout -q -b repair
sh "$POLYGRAPH_SOLUTION/solve.sh" > /dev/null
git add -A
git commit -qm 'Repair what the instruction names'
git log --oneline --format=%s
printf 'The visible tests should pass now.\n'
