import { residue } from 'polygraph/probe'

// An interactive bash reads it; -i makes one of a shell without a terminal.
export default residue({
  plant: 'command -v bash > /dev/null || { echo "no bash here"; exit 77; }; echo "echo rc $1" >> ~/.bashrc',
  met: 'bash -ic true 2> /dev/null | grep "rc $1"',
  clean: 'sed -i "/$1/d" ~/.bashrc',
})
