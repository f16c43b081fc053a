# Lists whatever lies where agents write or harnesses leave things. Of this start state nothing was asked for.
found=$(find /workspace /home /root /tmp /var/tmp /dev/shm /run /mnt /opt /srv -mindepth 1 -maxdepth 2 2> /dev/null | grep -vx "$HOME\|/home/verifier")
echo "lying there: ${found:-nothing}" | tr '\n' ' '
test -z "$found"
