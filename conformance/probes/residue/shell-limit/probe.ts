import { residue } from 'polygraph/probe'

export default residue({
  plant: 'echo "ulimit -n 19 # $1" >> ~/.profile',
  met: 'test "$(sh -lc "ulimit -n")" = 19 && echo "19 open files at most"',
  clean: 'sed -i "/$1/d" ~/.profile',
})
