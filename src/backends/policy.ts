import type { Environment } from '../schema/index.ts'
import { BackendUnavailable, type Policy, type Promises, type User } from '../contract/index.ts'

/** The policy of an environment as it is meant to be: every protection on. Ablations turn single fields off. */
export function policyOf(environment: Environment, changes: Partial<Policy> = {}): Policy {
  return {
    writable: environment.writable,
    workspace: '/workspace',
    home: `/home/${environment.users.agent}`,
    network: environment.network,
    limits: environment.limits,
    env: environment.env,
    distinctUsers: true,
    ownProcesses: true,
    privateTmp: true,
    systemCallFilter: true,
    followLinks: false,
    sandbox: 'open',
    declared: [],
    requires: environment.writable === 'root' ? [...REQUIRED, 'rootOfFork'] : REQUIRED,
    ...changes,
  }
}

const REQUIRED: readonly (keyof Promises)[] = ['ownMounts', 'ownProcesses', 'ownNetwork', 'noNewPrivileges', 'killsAll']

/** A fork has a root only where its policy grants one. */
export function refuseRoot(user: User, { writable }: Policy): void {
  if (user === 'root' && writable !== 'root') throw new BackendUnavailable('exec', 'the policy of this fork grants no root: it lets home and workspace alone be written')
}

/** For a backend that knows no sandbox but `open`: refuses another one. */
export function refuseSandbox(backend: string, { sandbox }: Policy): void {
  if (sandbox !== 'open') throw new BackendUnavailable('prepare', `backend ${backend} can't carry out the sandbox ${sandbox}: its forks let an agent write workspace, home and /tmp`)
}

/** The promises that a policy requires and this machine doesn't keep. */
export function unmet(policy: Policy, promises: Promises): readonly (keyof Promises)[] {
  return policy.requires.filter((name) => promises[name] === false || promises[name] === 'none')
}
