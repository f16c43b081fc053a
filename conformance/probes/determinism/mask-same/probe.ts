import { alike } from 'polygraph/probe'

export default alike({ show: 'umask; here=$(mktemp -d) && cd "$here" && : > made && mkdir folder-made && stat -c "%a %n" made folder-made; rm -r "$here"' })
