# Asks the kernel for the names of all interfaces, in two ways.
names=$(tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' ' | sort | tr '\n' ' ')
six=$(test ! -e /proc/net/if_inet6 || awk '{ print $6 }' /proc/net/if_inet6 | sort -u | tr '\n' ' ')
echo "interfaces: ${names:-none }with IPv6 addresses: ${six:-none}"
case "$names" in '' | 'lo ') ;; *) exit 1 ;; esac
case "$six" in '' | 'lo ') ;; *) exit 1 ;; esac
