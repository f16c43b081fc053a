import type { Backend } from '../../contract/index.ts'
import type { Broken } from './index.ts'
import { rootGranted, wrap } from './wrap.ts'

/** Commands of the agent start as root of the fork and become the agent by setpriv, with something left over. */
const becoming = (name: string, because: string, ...options: readonly string[]): Broken => ({
  because,
  wrap: (inner: Backend) => wrap(inner, name, {
    prepare: rootGranted,
    exec: (fork, command) => command.user === 'agent'
      ? fork.exec({ ...command, user: 'root', argv: ['/usr/bin/setpriv', ...options, '--', ...command.argv] })
      : fork.exec(command),
  }),
})

/** Backends that mix up who is who in a fork. */
export const USERS = {
  'makes-agent-root': {
    because: 'commands of the agent run as root of a fork that can be written everywhere',
    wrap: (inner: Backend) => wrap(inner, 'makes-agent-root', { prepare: rootGranted, exec: (fork, command) => fork.exec({ ...command, user: 'root' }) }),
  },
  'joins-groups': becoming('joins-groups', "the agent is in the verifier's group", '--reuid', 'agent', '--regid', 'agent', '--groups', 'verifier'),
  'keeps-root-id': becoming('keeps-root-id', "the agent's real user id is root's", '--euid', 'agent', '--regid', 'agent', '--clear-groups'),
  'closes-folders': {
    because: "the agent can't write in its own workspace and HOME",
    wrap: (inner: Backend) => wrap(inner, 'closes-folders', { fork: async (state, options) => {
      const fork = await state.fork(options)
      const { workspace, home } = fork.policy
      await fork.exec({ argv: ['/bin/chmod', '0555', workspace, home], user: 'agent', cwd: '/', env: {}, wallSeconds: 20 })
      return fork
    } }),
  },
} as const satisfies Readonly<Record<string, Broken>>
