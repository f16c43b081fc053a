import { residue } from 'polygraph/probe'

export default residue({
  plant: 'command -v git > /dev/null || { echo "no git here"; exit 77; }; git config --global "alias.left-$1" "!echo alias $1"',
  met: 'git "left-$1" 2> /dev/null | grep "alias $1"',
  clean: 'git config --global --unset "alias.left-$1"',
})
