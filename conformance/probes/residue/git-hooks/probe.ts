import { residue } from 'polygraph/probe'

// core.hooksPath makes one folder of hooks hold for every repository; post-commit runs after each commit.
export default residue({
  plant: `command -v git > /dev/null || { echo "no git here"; exit 77; }
    mkdir "$HOME/hooks-$1" && printf '#!/bin/sh\\necho hook %s\\n' "$1" > "$HOME/hooks-$1/post-commit" && chmod +x "$HOME/hooks-$1/post-commit"
    git config --global core.hooksPath "$HOME/hooks-$1"`,
  met: `here=$(mktemp -d) && git init -q "$here" && cd "$here" && git -c user.name=a -c user.email=a commit -q --allow-empty -m a 2>&1 | grep "hook $1"; met=$?; rm -rf "$here"; exit $met`,
  clean: 'git config --global --unset core.hooksPath; rm -r "$HOME/hooks-$1"',
})
