import { residue } from 'polygraph/probe'

// A line of a .pth file that begins with import is run at every start of Python.
export default residue({
  plant: 'site=$(python3 -m site --user-site) && mkdir -p "$site" && echo "import sys; sys.stdout.write(\'pth $1\')" > "$site/left-$1.pth"',
  met: 'python3 -c pass | grep "pth $1"',
  clean: 'rm -f "$(python3 -m site --user-site)/left-$1.pth"',
})
