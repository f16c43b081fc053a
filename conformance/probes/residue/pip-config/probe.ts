import { residue } from 'polygraph/contract'

export default residue({
  plant: 'mkdir -p ~/.config/pip && printf "[global]\\nindex-url = http://127.0.0.1/%s\\n" "$1" >> ~/.config/pip/pip.conf',
  met: 'cat ~/.config/pip/pip.conf 2> /dev/null | grep "$1"',
  clean: 'rm -f ~/.config/pip/pip.conf',
})
