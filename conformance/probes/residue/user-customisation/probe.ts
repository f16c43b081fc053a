import { residue } from 'polygraph/probe'

// Python imports usercustomize from the user's site folder at every start that is not isolated.
export default residue({
  plant: 'site=$(python3 -m site --user-site) && mkdir -p "$site" && echo "print(\'customised $1\')" >> "$site/usercustomize.py"',
  met: 'python3 -c pass | grep "customised $1"',
  clean: 'sed -i "/$1/d" "$(python3 -m site --user-site)/usercustomize.py"',
})
