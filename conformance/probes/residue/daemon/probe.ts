import { residue } from 'polygraph/probe'

// In a session of its own, deaf to SIGTERM and SIGHUP, without the streams of the command that started it.
export default residue({
  plant: 'setsid sh -c "trap \'\' TERM HUP; while :; do sleep 20; done" "left-$1" < /dev/null > /dev/null 2>&1 &',
  met: 'for each in /proc/[0-9]*; do test "${each#/proc/}" != $$ && tr "\\0" " " 2> /dev/null < "$each/cmdline" | grep "left-$1" && exit 0; done; exit 1',
  clean: 'for each in /proc/[0-9]*; do test "${each#/proc/}" != $$ && tr "\\0" " " 2> /dev/null < "$each/cmdline" | grep -q "left-$1" && kill -9 "${each#/proc/}"; done',
})
