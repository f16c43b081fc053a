import { residue } from 'polygraph/probe'

export default residue({
  plant: 'mkdir -p ~/.config/pip && printf "[left-%s]\\nindex-url = http://127.0.0.1/%s\\n" "$1" "$1" >> ~/.config/pip/pip.conf',
  met: 'cat ~/.config/pip/pip.conf 2> /dev/null | grep "$1"',
  clean: 'sed -i "/$1/d" ~/.config/pip/pip.conf',
})
