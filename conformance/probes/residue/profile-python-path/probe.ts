import { residue } from 'polygraph/probe'

// A login shell reads ~/.profile, and its children the variables that it exports.
export default residue({
  plant: 'mkdir "$HOME/site-$1" && echo "print(\'customised $1\')" > "$HOME/site-$1/sitecustomize.py" && echo "export PYTHONPATH=$HOME/site-$1" >> ~/.profile',
  met: 'sh -lc "python3 -c pass" | grep "customised $1"',
  clean: 'sed -i "/$1/d" ~/.profile; rm -r "$HOME/site-$1"',
})
