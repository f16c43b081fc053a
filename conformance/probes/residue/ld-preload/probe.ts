import { residue } from 'polygraph/probe'

// A library that isn't there is skipped with a warning on stderr, by every program that starts.
export default residue({
  user: 'root',
  plant: `test "$(cat /proc/self/uid_map | tr -s " ")" != " 0 0 4294967295" || test -e /.dockerenv -o -e /run/.containerenv || { echo "root here may be root of the machine, whose file this would be"; exit 77; }
    echo "/nowhere/$1.so" >> /etc/ld.so.preload`,
  met: '/bin/true 2>&1 | grep -o "/nowhere/$1.so" | head -1 | grep .',
  clean: 'sed -i "/$1/d" /etc/ld.so.preload',
})
