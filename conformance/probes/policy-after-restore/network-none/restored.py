# A UDP socket that is connected sends nothing, but the kernel looks for a route. The addresses are kept for documentation.
# 0x8913 is SIOCGIFFLAGS, whose lowest bit says that a device is up: some modules put one that is down into every network.
import fcntl, socket, struct, sys
one = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
flags = lambda name: struct.unpack('16xH', fcntl.ioctl(one, 0x8913, struct.pack('16s16x', name.encode()))[:18])[0]
with open('/proc/net/dev') as table:
    devices = [name for name in (line.split(':')[0].strip() for line in table.readlines()[2:]) if flags(name) & 1]
routes = []
for family, address in ((socket.AF_INET, '192.0.2.1'), (socket.AF_INET6, '2001:db8::1')):
    try:
        socket.socket(family, socket.SOCK_DGRAM).connect((address, 9))
        routes.append(address)
    except OSError:
        pass
print('devices that are up:', *devices, '; routes to:', *routes or ['none'])
sys.exit(any(name != 'lo' for name in devices) or routes != [])
