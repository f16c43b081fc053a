import type { Backend, Fork, Snapshot } from '../../contract/index.ts'
import { projectRoot } from '../../catalogue/index.ts'
import type { Broken } from './index.ts'
import { behind, wrap, type Wrong } from './wrap.ts'

/** The how-manieth of its state each fork is. */
function counting(): { of(fork: Fork): number; fork: NonNullable<Wrong['fork']> } {
  const made = new WeakMap<Snapshot, number>()
  const numbers = new WeakMap<Fork, number>()
  return {
    of: (fork) => numbers.get(fork) ?? 0,
    fork: async (state, options) => {
      const number = (made.get(state) ?? 0) + 1
      made.set(state, number)
      const fork = await state.fork(options)
      numbers.set(fork, number)
      return fork
    },
  }
}

/** Forks that know which one they are: by a file in the workspace and in HOME, and by what every command starts with. */
function unlike(): Wrong {
  const counted = counting()
  return {
    fork: async (state, options) => {
      const fork = await counted.fork(state, options)
      const bytes = Buffer.from(`${counted.of(fork)}\n`)
      await fork.put([fork.policy.workspace, fork.policy.home].map((folder) => ({ path: `${folder}/.fork-${counted.of(fork)}`, bytes, mode: 0o644, owner: 'agent' as const })))
      return fork
    },
    exec: (fork, command) => {
      const n = counted.of(fork)
      const prelude = [
        `export TZ='<FORK${n}>0' LANG=x_${n} LC_ALL=x_${n} PYTHONHASHSEED=${n} OMP_NUM_THREADS=${n} HOSTNAME=fork-${n} HOME=/tmp/${n} PYTHONPATH=/tmp/${n}`,
        `umask ${(n % 64).toString(8)}`, `ulimit -n ${48 + n % 200}`, 'exec "$@"',
      ].join('\n')
      return fork.exec({ ...command, argv: ['/bin/sh', '-c', prelude, 'sh', ...command.argv] })
    },
  }
}

/** Every fork gets a machine id of its own, as cloud-init and systemd give it to a clone. */
function personal(): Wrong {
  const counted = counting()
  return {
    fork: async (state, options) => {
      const fork = await counted.fork(state, options)
      await fork.exec({ argv: ['/bin/sh', '-c', `printf %032x\\\\n ${counted.of(fork)} > /etc/machine-id`], user: 'root', cwd: '/', env: { PATH: '/usr/bin:/bin' }, wallSeconds: 20 })
      return fork
    },
  }
}

/** Every second fork runs the agent's commands as the verifier. */
function alternating(): Wrong {
  const counted = counting()
  return { fork: counted.fork, exec: (fork, command) => fork.exec({ ...command, user: command.user === 'agent' && counted.of(fork) % 2 === 0 ? 'verifier' : command.user }) }
}

// A module of that name is imported by every interpreter that isn't told to stand alone.
const CLOCK = `mkdir -p /tmp/.clock && cat > /tmp/.clock/sitecustomize.py <<'end'
import time
_wall, _steady = time.time, time.monotonic
time.time = lambda: float(int(_wall()) - 3600)
time.time_ns = lambda: int(time.time()) * 10**9
time.monotonic = time.perf_counter = lambda: float(-int(_steady()))
end
export PYTHONPATH=/tmp/.clock`

const LOG = `{ printf '%s\\n' "$@"; env; cat /proc/$$/environ; } >> /var/tmp/.commands
test -p /dev/stdin -o -f /dev/stdin && cat > /var/tmp/.input && cat /var/tmp/.input >> /var/tmp/.commands && exec < /var/tmp/.input`

const one = (name: string, because: string, wrong: () => Wrong): Broken => ({ because, wrap: (inner: Backend) => wrap(inner, name, wrong()) })

/** Backends whose forks find unlike surroundings, or wrong ones. */
export const SURROUNDINGS = {
  'makes-forks-unlike': one('makes-forks-unlike', 'each fork knows which one it is, by files, variables, mask and limits', unlike),
  'names-machines': one('names-machines', 'each fork is given a machine id of its own', personal),
  'changes-users': one('changes-users', "every second fork runs the agent's commands as the verifier", alternating),
  'misleads-clocks': { because: "Python's wall clock is an hour late and goes by the second, and its steady clock goes backwards", wrap: (inner: Backend) => behind(inner, 'misleads-clocks', CLOCK) },
  'logs-commands': { because: 'arguments, variables and input of every command are written to a file of the fork', wrap: (inner: Backend) => behind(inner, 'logs-commands', LOG) },
  'names-its-place': one('names-its-place', 'commands get a variable that says where on the host the harness lies', () => ({ exec: (fork, command) => fork.exec({ ...command, env: { OLDPWD: projectRoot(), ...command.env } }) })),
} as const satisfies Readonly<Record<string, Broken>>
