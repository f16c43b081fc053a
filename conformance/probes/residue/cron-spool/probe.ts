import { residue } from 'polygraph/probe'

// No daemon needs to run: a job that is there when the next trial starts one is a leftover all the same.
export default residue({
  user: 'root',
  plant: `test "$(cat /proc/self/uid_map | tr -s " ")" != " 0 0 4294967295" || test -e /.dockerenv -o -e /run/.containerenv || { echo "root here may be root of the machine, whose file this would be"; exit 77; }
    mkdir -p /var/spool/cron/crontabs && echo "# $1" >> /var/spool/cron/crontabs/agent`,
  met: 'cat /var/spool/cron/crontabs/agent 2> /dev/null | grep -q "$1" && echo "the job is there"',
  clean: 'sed -i "/$1/d" /var/spool/cron/crontabs/agent',
})
