import { execa } from 'execa'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const PROGRAM = fileURLToPath(new URL('../../../src/backends/qemu/guest/program', import.meta.url))

/** Runs a body in the interpreter of the guest's programs, with a folder `d` of its own and pipes as the port. */
async function python(body: string): Promise<string> {
  const script = `
import json, os, shutil, stat, struct, sys, tempfile, threading
sys.path.insert(0, ${JSON.stringify(PROGRAM)})
import transfer
transfer.os.chown = lambda *a, **k: None
d = tempfile.mkdtemp()
def carry(most=1 << 30):
    """The layer d/a, exported and laid in d/to/u."""
    reading, writing = os.pipe()
    os.mkdir(f'{d}/to'), os.mkdir(f'{d}/to/u')
    failed = []
    def send():
        try: transfer.export(None, [writing], d, f'{d}/a', most)
        except OSError as error: failed.append(str(error))
    home = os.open('.', os.O_RDONLY)
    sender = os.fork()
    if sender == 0:
        send()
        os._exit(1 if failed else 0)
    os.close(writing)
    try: transfer.accept(None, [reading], f'{d}/to')
    finally: os.fchdir(home)
    return os.waitstatus_to_exitcode(os.waitpid(sender, 0)[1])
def tell(root):
    out = []
    for here, folders, files in os.walk(root):
        for name in sorted(folders + files):
            path = os.path.join(here, name)
            s = os.lstat(path)
            kind = stat.S_IFMT(s.st_mode)
            body = os.readlink(path) if kind == stat.S_IFLNK else open(path, 'rb').read(1 << 16).hex() if kind == stat.S_IFREG else ''
            out.append([os.path.relpath(path, root), s.st_mode, s.st_size if kind == stat.S_IFREG else 0, s.st_nlink if kind != stat.S_IFDIR else 0, s.st_mtime_ns, body])
    return sorted(out, key=repr)
try:
    os.mkdir(f'{d}/a')
${body.split('\n').map((line) => `    ${line}`).join('\n')}
finally:
    shutil.rmtree(d, ignore_errors=True)
`
  const { stdout } = await execa('/usr/bin/python3', ['-I', '-S', '-B', '-c', script], { input: '' })
  return stdout
}

describe('a layer between two guests', () => {
  test('arrives as it left: modes, times, links, pipes, names of any bytes', async () => {
    const same = await python(`
os.makedirs(f'{d}/a/x/y')
open(f'{d}/a/x/f', 'w').write('hello'); os.chmod(f'{d}/a/x/f', 0o4751); os.link(f'{d}/a/x/f', f'{d}/a/x/y/g')
os.symlink('/etc/shadow', f'{d}/a/l'); os.mkfifo(f'{d}/a/p', 0o600)
open(os.fsencode(d) + b'/a/' + bytes([0xff, 10, 0x1b]) + b'n', 'w').close()
open(f'{d}/a/' + 'n' * 255, 'w').close()
os.chmod(f'{d}/a/x/y', 0o1700)
for path in ('x/y', 'x', 'l'): os.utime(f'{d}/a/{path}', ns=(5, 1_234_567_891), follow_symlinks=False)
assert carry() == 0
one, two = tell(f'{d}/a'), tell(f'{d}/to/u')
print(one == two, len(one), os.listdir(f'{d}/to'))`)
    expect(same).toBe("True 8 ['u']")
  })

  test('carries holes as holes, and a file of many parts', async () => {
    expect(await python(`
h = os.open(f'{d}/a/s', os.O_RDWR | os.O_CREAT)
for n in range(2500): os.pwrite(h, b'%d' % n, n << 16)
os.ftruncate(h, 1 << 40)
assert carry() == 0
g = os.open(f'{d}/to/u/s', os.O_RDONLY)
print(os.fstat(g).st_size == 1 << 40, all(os.pread(g, 9, n << 16).rstrip(b'\\0') == b'%d' % n for n in range(2500)), os.fstat(g).st_blocks < 1 << 16)`)).toBe('True True True')
  })

  test('is no deeper than anybody can make', async () => {
    expect(await python(`
here = os.open(f'{d}/a', os.O_RDONLY)
for _ in range(600):
    os.mkdir('deep' * 20, dir_fd=here); below = os.open('deep' * 20, os.O_RDONLY, dir_fd=here); os.close(here); here = below
assert carry() == 0
here, depth = os.open(f'{d}/to/u', os.O_RDONLY), 0
while True:
    try: below = os.open('deep' * 20, os.O_RDONLY, dir_fd=here)
    except FileNotFoundError: break
    os.close(here); here, depth = below, depth + 1
print(depth)
import subprocess
subprocess.run(['rm', '-rf', d])`)).toBe('600')
  })

  test('ends, and says so, where it is larger than its fork could make it', async () => {
    expect(await python(`
open(f'{d}/a/big', 'wb').write(bytes(300_000))
try: code = carry(100_000)
except OSError as error: code = str(error)
print(code)`)).toMatch(/ends within a (file|record)/)
  })

  test.each([
    ['a name that leads out', [{ kind: 'top' }, { kind: 'link', name: '../x', target: 'y' }], /a name that is none/],
    ['a name of the folder itself', [{ kind: 'top' }, { kind: 'link', name: '..', target: 'y' }], /a name that is none/],
    ['one folder too many on the way up', [{ kind: 'top' }, { kind: 'up' }], /leads out of itself/],
    ['no end of a folder', [{ kind: 'top' }, { kind: 'folder', name: 'x' }], /within a folder/],
    ['something that is no record', [[1]], /indices must be/],
    ['a second name of nothing', [{ kind: 'top' }, { kind: 'same', name: 'x', index: 3 }], /No such file/],
  ])('is refused where it holds %s', async (_, records, because) => {
    const lines = records.map((record) => JSON.stringify(Array.isArray(record) ? record : { mode: 0o40755, owner: 0, group: 0, times: [0, 0], xattrs: {}, index: null, ...record }))
    expect(await python(`
reading, writing = os.pipe()
os.mkdir(f'{d}/to'), os.mkdir(f'{d}/to/u')
body = ${JSON.stringify(`${lines.join('\n')}\n`)}.encode()
os.write(writing, struct.pack('>I', len(body)) + body + struct.pack('>I', 0))
try: transfer.accept(None, [reading], f'{d}/to'); print('laid')
except OSError as error: print(error)
os.chdir('/')
assert not os.path.lexists(f'{d}/x') and not os.path.lexists(f'{d}/to/x')`)).toMatch(because)
  })
})
