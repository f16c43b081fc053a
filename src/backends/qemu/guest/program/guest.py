"""The fork server in a virtual machine: it can be told that it woke up as a copy, and moves the layers that forks leave."""
import fcntl
import os
import time

import base64
import jobs
import transfer
import units
from server import Server
from states import Snapshot

LAYER_PORT = '/dev/virtio-ports/polygraph.layers'
# <linux/random.h>: makes the kernel take what was written to /dev/urandom into use at once.
RNDRESEEDCRNG = 0x5207


class Guest(units.Units, Server):
    def __init__(self, channel, home, identity, name):
        """`channel` leads to the keeper of units."""
        self.port = os.open(LAYER_PORT, os.O_RDWR | os.O_CLOEXEC)
        jobs.JOBS.update(export=transfer.export, accept=transfer.accept, grade=units.grade)
        super().__init__(home, identity, name)
        self.units, self.keeper = {}, units.Keeper(self, channel)

    def hello(self):
        """What the host asserts of every guest: that it can reach nobody."""
        return {**super().hello(), 'interfaces': sorted(os.listdir('/sys/class/net'))}

    def on_wake(self, request):
        """All copies of one memory begin with one state of the random generator and the clock of their template."""
        with open('/dev/urandom', 'wb', buffering=0) as handle:
            handle.write(base64.b64decode(request['entropy']))
            fcntl.ioctl(handle, RNDRESEEDCRNG)
        time.clock_settime(time.CLOCK_REALTIME, request['time'])
        self.answer(request)

    def on_export(self, request):
        """Writes the upper layer of a state to the port, for the host to keep."""
        snapshot = self.snapshots[request['snapshot']]
        self.job(request, 'export', (snapshot.directory, snapshot.layers[0], request['bytes']), [self.port], ended=self.use(snapshot))

    def on_accept(self, request):
        """Makes a state of one below it and a layer that comes over the port."""
        below = self.snapshots[request['below']]
        directory = f'{self.home}/s/{request["snapshot"]}'
        os.mkdir(directory)
        os.mkdir(f'{directory}/u')
        sealed = Snapshot(below.base, [f'{directory}/u', *below.layers], below.policy, below.digest, directory, None, below)
        below.users += 1

        def accepted(_):
            if 'digest' in request:
                return digested(request['digest'])
            self.job(request, 'digest', (sealed.plain(),), then=digested, failed=lambda: self.leave(sealed))

        def digested(answer):
            sealed.digest = answer.strip('"')
            self.snapshots[request['snapshot']] = sealed
            self.answer(request, digest=sealed.digest)
        self.job(request, 'accept', (directory,), [self.port], then=accepted, failed=lambda: self.leave(sealed))
