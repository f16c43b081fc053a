import { alike } from 'polygraph/probe'

export default alike({ show: 'python3 -c "import sys; print(sys.version, sys.executable, sys.flags, sys.path)"; command -v python3' })
