# Reads the capability sets that the kernel reports of this very process.
sets=$(grep '^Cap' /proc/self/status) || { echo 'no /proc/self/status'; exit 78; }
echo "$sets" | tr '\n\t' '  '
! echo "$sets" | grep -qv '	0*$'
