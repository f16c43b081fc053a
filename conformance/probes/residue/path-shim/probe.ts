import { residue } from 'polygraph/probe'

export default residue({
  plant: 'mkdir "$HOME/bin-$1" && printf "#!/bin/sh\\necho shim %s\\n" "$1" > "$HOME/bin-$1/git" && chmod +x "$HOME/bin-$1/git" && echo "PATH=$HOME/bin-$1:\\$PATH" >> ~/.profile',
  met: 'sh -lc "git --version" | grep "shim $1"',
  clean: 'sed -i "/$1/d" ~/.profile; rm -r "$HOME/bin-$1"',
})
