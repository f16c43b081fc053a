import { residue } from 'polygraph/probe'

// Byte code marked unchecked is run without a look at its source.
export default residue({
  plant: `cd /var/tmp && echo "print('poisoned $1')" > "left_$1.py" && python3 -c "import py_compile, sys; py_compile.compile('left_$1.py', invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)" && echo pass > "left_$1.py"`,
  met: `cd /var/tmp && { test -e "left_$1.py" || echo pass > "left_$1.py"; } && python3 -c "import left_$1" | grep "poisoned $1"`,
  clean: 'rm -f /var/tmp/left_$1.py /var/tmp/__pycache__/left_$1.*',
})
