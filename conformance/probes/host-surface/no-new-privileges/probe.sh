# Reads the bit that the kernel reports of this very process; once set it can't be taken back.
bit=$(grep '^NoNewPrivs' /proc/self/status | tr '\t' ' ') || { echo 'this kernel does not tell'; exit 78; }
echo "$bit"
test "$bit" = 'NoNewPrivs: 1'
