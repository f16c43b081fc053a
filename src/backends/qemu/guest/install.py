"""Checks and unpacks the payload: what the host brought on a read-only disk. Runs once, at boot, before anything of it is used.

The kernel's command line names the SHA-256 of the manifest, the manifest that of the archive. Where one is wrong, the serial line
says so and the guest ends: nothing unchecked is ever unpacked.
"""
import glob
import hashlib
import json
import os
import subprocess
import sys
import tarfile

PLACE = '/run/polygraph'
MOST_BYTES = 1 << 30


class Refused(Exception):
    pass


def expected():
    with open('/proc/cmdline') as handle:
        for word in handle.read().split():
            if word.startswith('payload='):
                return word.partition('=')[2]
    raise Refused('the command line of the kernel names no payload')


def disk(serial):
    for path in sorted(glob.glob('/sys/block/vd*/serial')):
        with open(path) as handle:
            if handle.read() == serial:
                return f'/dev/{path.split("/")[3]}'
    raise Refused(f'there is no disk of the name {serial}')


def mount(kind, serial, name):
    os.makedirs(f'{PLACE}/{name}', 0o755)
    done = subprocess.run(['/usr/bin/mount', '-t', kind, '-o', 'ro,nosuid,nodev', disk(serial), f'{PLACE}/{name}'], capture_output=True, text=True)
    if done.returncode != 0:
        raise Refused(f'the disk {serial} can not be mounted: {done.stderr.strip()}')


def sha256(path):
    digest = hashlib.sha256()
    with open(path, 'rb') as handle:
        while part := handle.read(1 << 20):
            digest.update(part)
    return digest.hexdigest()


def check(manifest_digest):
    """The path of the archive, whose bytes are those that the host meant."""
    path = f'{PLACE}/payload/manifest.json'
    if sha256(path) != manifest_digest:
        raise Refused('the manifest of the payload has another SHA-256 than the host named')
    with open(path) as handle:
        archive = json.load(handle)['archive']
    path = f'{PLACE}/payload/payload.tar'
    if os.path.getsize(path) > MOST_BYTES or os.path.getsize(path) != archive['size'] or sha256(path) != archive['sha256']:
        raise Refused('the payload has another SHA-256 than its manifest says')
    return path


def unpack(path):
    with tarfile.open(path, 'r:') as archive:
        for member in archive:
            if not (member.isreg() or member.isdir()) or member.name.startswith('/') or '..' in member.name.split('/'):
                raise Refused(f'the payload holds {member.name!r}, which is no file below it')
            archive.extract(member, f'{PLACE}/program', numeric_owner=True)


def main():
    try:
        mount('iso9660', 'payload', 'payload')
        unpack(check(expected()))
        mount('erofs', 'environment', 'environment')
    except (Refused, OSError, ValueError, KeyError, tarfile.TarError) as error:
        with open('/dev/ttyS0', 'w') as serial:
            serial.write(f'\npolygraph: refused: {error}\n')
        subprocess.run(['/usr/bin/systemctl', 'poweroff', '--force'])
        sys.exit(1)


main()
