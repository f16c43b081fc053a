import { alike } from 'polygraph/contract'

export default alike({ show: 'umask; cd "$(mktemp -d)" && : > made && mkdir folder-made && stat -c "%a %n" made folder-made' })
