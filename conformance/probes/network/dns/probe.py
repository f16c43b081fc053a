# No name is asked for, since a question would leave the machine: for each resolver that is set and some that are known, whether
# a route leads there; for those on the loopback, whether anything listens; for those behind a socket file, whether it is there.
import os
import re
import socket
import sys

with open('/etc/resolv.conf') as handle:
    configured = re.findall(r'^nameserver\s+(\S+)', handle.read(), re.MULTILINE)
found = [path for path in ('/run/nscd/socket', '/var/run/nscd/socket', '/run/systemd/resolve/io.systemd.Resolve', '/run/avahi-daemon/socket') if os.path.exists(path)]
for address in dict.fromkeys([*configured, '1.1.1.1', '8.8.8.8', '2606:4700:4700::1111']):
    if address.startswith('127.') or address == '::1':
        continue
    try:
        with socket.socket(socket.AF_INET6 if ':' in address else socket.AF_INET, socket.SOCK_DGRAM) as handle:
            handle.connect((address.partition('%')[0], 53))
        found.append(address)
    except OSError:
        pass
# Local ports are in hexadecimal: 0035 is 53.
for name in ('udp', 'udp6', 'tcp', 'tcp6'):
    try:
        with open(f'/proc/net/{name}') as handle:
            found += [f'port 53 of {name}' for line in handle if re.match(r'\s*\d+: [0-9A-F]+:0035 ', line)][:1]
    except OSError:
        pass
print(f'within reach: {", ".join(found)}' if found else f'{len(configured)} resolvers are set, none of them or of 3 known ones has a route, nothing listens on port 53')
sys.exit(1 if found else 0)
