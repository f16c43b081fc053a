import { residue } from 'polygraph/probe'

export default residue({
  plant: 'echo "registry=http://127.0.0.1/$1" >> ~/.npmrc',
  met: 'cat ~/.npmrc 2> /dev/null | grep "$1"',
  clean: 'sed -i "/$1/d" ~/.npmrc',
})
