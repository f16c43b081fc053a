import { type Fork, type ProbeContext, textOf } from '../../contract/index.ts'

const BOUNDS = { files: 1, bytesPerFile: 100, bytes: 100 }
const WAITS = 'exec 3< answers; echo $$ > pid.new; mv pid.new pid; n=0; while test ! -e stop && test $n -lt 200; do n=$((n + 1)); sleep 0.05; done'

/**
 * Does something while a process of the verifier waits in a folder of its own, with a file of its own open and input. `act`
 * gets the process's number as the fork counts. Null where the process never said it.
 */
export async function besideVerifier<T>({ fork, shell, nonce, sleep }: ProbeContext, act: (fork: Fork, pid: string) => Promise<T>): Promise<T | null> {
  const one = await fork()
  const place = `${one.policy.workspace}/${nonce()}`
  await one.put([{ path: `${place}/answers`, bytes: Buffer.from('x'), mode: 0o600, owner: 'verifier' }])
  const verifying = shell(one, WAITS, { user: 'verifier', cwd: place, stdin: Buffer.from('x') })
  let pid = ''
  for (let tries = 0; tries < 60 && pid === ''; tries++) {
    const [read] = await one.get([`${place}/pid`], BOUNDS)
    pid = read?.state === 'file' ? textOf(read.bytes).trim() : ''
    if (pid === '') await sleep(20)
  }
  const acted = pid === '' ? null : await act(one, pid)
  await one.put([{ path: `${place}/stop`, bytes: Buffer.alloc(0), mode: 0o644, owner: 'verifier' }])
  await verifying
  return acted
}
