// Requires, one at a time, each promise that the backend itself says it doesn't keep.
import { BackendUnavailable, type Promises } from 'polygraph/contract'
import { defineProbe, holdsIf, unsupported } from 'polygraph/probe'

export default defineProbe(async ({ backend, prepare }) => {
  const readiness = await backend.readiness()
  if (!readiness.ready) return unsupported('it is not ready')
  const unkept = (Object.keys(readiness.promises) as (keyof Promises)[]).filter((name) => [false, 'none'].includes(readiness.promises[name] as boolean | string))
  if (unkept.length === 0) return unsupported('it keeps every promise that there is')
  const wrong: string[] = []
  for (const name of unkept) {
    await prepare([], { requires: [name] }).then(() => wrong.push(`one that requires ${name} was prepared`), (thrown: unknown) => thrown instanceof BackendUnavailable && thrown.during === 'prepare' || wrong.push(`${name}: ${String(thrown)}`))
  }
  return holdsIf(wrong.length === 0, wrong.length === 0 ? `a policy that requires ${unkept.join(' or ')} was refused` : wrong.join('; '))
})
