/** The other side of remote.ts: a real backend in a process of another user, driven by messages. */
import { createNamespacesBackend, type NamespacesOptions } from '../../../../src/backends/namespaces/index.ts'
import { ENVIRONMENT } from './environment.ts'
import type { Call, Result } from './remote.ts'

const backend = createNamespacesBackend(JSON.parse(process.argv[2] ?? '{}') as NamespacesOptions)
const things = new Map<number, object>([[0, backend]])
const aborts = new Map<number, AbortController>()
let count = 0

process.on('disconnect', () => process.exit(0))
process.on('message', (message: Call | { readonly abort: number }) => {
  if ('abort' in message) aborts.get(message.abort)?.abort()
  else void serve(message).then((result) => process.send?.(result))
})

async function serve({ id, target, method, args }: Call): Promise<Result> {
  try {
    const thing = things.get(target) as Record<string, (...args: unknown[]) => unknown>
    return { id, value: described(await thing[method]?.(...args.map((argument) => prepared(id, argument)))) }
  } catch (error) {
    const { message, during } = error as Error & { during?: string }
    return { id, error: { message, during } }
  } finally {
    aborts.delete(id)
  }
}

function prepared(id: number, argument: unknown): unknown {
  if (argument === 'the environment') return ENVIRONMENT
  if (typeof argument !== 'object' || argument === null || !('abortable' in argument)) return argument
  const abort = new AbortController()
  aborts.set(id, abort)
  return { ...argument, signal: abort.signal }
}

/** Forks and snapshots stay here; the other side gets a number for each and what of them is data. */
function described(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('discard' in value)) return value
  things.set(++count, value)
  const data = Object.fromEntries(Object.entries(value).filter(([, field]) => typeof field !== 'function'))
  return { thing: count, kind: 'exec' in value ? 'fork' : 'snapshot', data }
}
