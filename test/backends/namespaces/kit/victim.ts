/** Holds a backend with forks in use until it is killed. Says one word when everything stands. */
import { createNamespacesBackend } from '../../../../src/backends/namespaces/index.ts'
import { ENVIRONMENT } from './environment.ts'
import { pause, said, sh } from './run.ts'

const backend = createNamespacesBackend()
const start = await backend.prepare(ENVIRONMENT, [])
const [one, other] = [await start.fork(), await start.fork()]
await said(sh(one, 'setsid sleep 1000 >/dev/null 2>&1 &'))
await other.seal()
void sh(one, 'trap "" TERM; sleep 1000')
await pause(200)
console.log('standing')
