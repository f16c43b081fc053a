import type { Backend } from '../../contract/index.ts'
import { shared } from '../../backends/shared.ts'
import { EXEC } from './exec.ts'
import { FILES } from './files.ts'
import { FORKS } from './forks.ts'
import { HOST } from './host.ts'
import { LIFECYCLE } from './lifecycle.ts'
import { POLICY } from './policy.ts'
import { SECRETS } from './secrets.ts'
import { USERS } from './users.ts'

/**
 * A deliberately broken backend, made from a working one: the positive control of a probe. It keeps the types of the
 * contract and breaks one promise. `because` says what is wrong with it, in one sentence.
 */
export interface Broken { readonly because: string; wrap(inner: Backend): Backend }

/** Every broken backend by name; probe.toml names those that a probe has to fail on. */
export const BROKEN: ReadonlyMap<string, Broken> = new Map<string, Broken>(Object.entries({
  'shared': { because: 'one fork is kept for all: nothing is frozen, killed or thrown away', wrap: shared },
  ...EXEC,
  ...FILES,
  ...LIFECYCLE,
  ...FORKS,
  ...HOST,
  ...POLICY,
  ...SECRETS,
  ...USERS,
}))
