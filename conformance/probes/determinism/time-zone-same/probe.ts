import { alike } from 'polygraph/probe'

// By libc and by Python: TZ, /etc/localtime and nothing at all must come to the same. 1735689600 is the beginning of 2025.
export default alike({ show: 'date -d @1735689600 "+%F %T %Z %z"; date -d @1751328000 "+%Z %z"; python3 -c "import time; print(time.tzname, time.timezone, time.localtime(1735689600).tm_hour)"' })
