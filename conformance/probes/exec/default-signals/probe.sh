# grep inherits both sets from this shell, which got them from whoever started it. Python as a parent ignores PIPE, services HUP.
sets=$(grep -E '^Sig(Blk|Ign)' /proc/self/status) || { echo 'no /proc/self/status'; exit 78; }
echo $sets
! echo "$sets" | grep -qv '[[:space:]]0*$'
