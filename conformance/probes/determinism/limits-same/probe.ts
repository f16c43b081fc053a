import { alike } from 'polygraph/contract'

export default alike({ show: 'grep -v "^Limit" /proc/self/limits' })
