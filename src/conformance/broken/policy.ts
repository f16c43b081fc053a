import type { Backend, Policy } from '../../contract/index.ts'
import { wrap } from './wrap.ts'

const policy = (name: string, because: string, changes: Partial<Policy>) => ({
  because,
  wrap: (inner: Backend): Backend => wrap(inner, name, { prepare: (backend, environment, files, asked) => backend.prepare(environment, files, { ...asked, ...changes }) }),
})

/** Backends that set forks up with one protection off, whatever the policy says. */
export const POLICY = {
  'shares-network': policy('shares-network', 'forks share the network of the host', { network: 'host' }),
  'merges-users': policy('merges-users', 'agent and verifier are one user', { distinctUsers: false }),
  'keeps-processes': policy('keeps-processes', 'forks share the processes of the host, and a seal kills none', { ownProcesses: false }),
  'shares-tmp': policy('shares-tmp', 'forks share /tmp', { privateTmp: false }),
  'filters-nothing': policy('filters-nothing', 'no system call is refused', { systemCallFilter: false }),
  'follows-links': policy('follows-links', 'readers of files follow links', { followLinks: true }),
  'loosens-limits': {
    because: 'limits are a hundred times what was asked',
    wrap: (inner: Backend): Backend => wrap(inner, 'loosens-limits', { prepare: (backend, environment, files, asked) => {
      const limits = asked?.limits ?? environment.limits
      return backend.prepare(environment, files, { ...asked, limits: Object.fromEntries(Object.entries(limits).map(([name, value]) => [name, value * 100])) as typeof limits })
    } }),
  },
} as const
