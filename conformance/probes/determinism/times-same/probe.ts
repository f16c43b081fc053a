import { alike } from 'polygraph/probe'

// %T@ is the time of the last change of content. What the fork has mounted for itself, as /proc, is left out.
export default alike({ files: ['file'], show: 'stat -c "%.9Y %n" . "/home/agent" /var/tmp file; find /usr/bin /usr/lib/python3 /etc -xdev -printf "%p %T@\\n" 2> /dev/null | LC_ALL=C sort | cksum' })
