import { alike } from 'polygraph/probe'

export default alike({ show: 'uname -n; cat /proc/sys/kernel/hostname; cat /etc/hostname 2> /dev/null; printenv HOSTNAME; true' })
