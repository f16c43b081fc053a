import { residue } from 'polygraph/contract'

// A login shell reads ~/.profile, and its children the variables that it exports.
export default residue({
  plant: 'mkdir "/var/tmp/$1" && echo "print(\'customised $1\')" > "/var/tmp/$1/sitecustomize.py" && echo "export PYTHONPATH=/var/tmp/$1" >> ~/.profile',
  met: 'sh -lc "python3 -c pass" | grep "customised $1"',
  clean: 'sed -i "/$1/d" ~/.profile; rm -r "/var/tmp/$1"',
})
