# What core_pattern, modprobe and uevent_helper name is started by the kernel, outside of every fork. Nothing is written.
open=
for path in /proc/sys/kernel/core_pattern /proc/sys/kernel/modprobe /proc/sys/kernel/hotplug /sys/kernel/uevent_helper /proc/sys/fs/binfmt_misc/register; do
  if test -e "$path" && ( exec 3>> "$path" ) 2> /dev/null; then open="$open $path"; fi
done
echo "to be written:${open:- none}"
test -z "$open"
