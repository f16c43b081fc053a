import type { Case, Value, Verdict } from '../../src/schema/index.ts'
import type { Verifier } from '../../src/contract/index.ts'
import type { Situation } from './double.ts'
import { contextOf, taskOf } from './double.ts'

/** An integer value. */
export const int = (value: number | bigint): Value => ({ type: 'int', value: BigInt(value) })

/** A call on integers that returns one. */
export const call = (name: string, args: readonly number[], returns: number): Case => ({ kind: 'call', call: name, args: args.map(int), expect: { returns: int(returns) } })

export const bugged = 'def add(a, b):\n    return a - b\n\n\ndef mul(a, b):\n    return a + b\n'

/** The published task. */
export const calculator = taskOf({
  visible: [call('add', [2, 3], 5), call('mul', [3, 4], 12)],
  stated: [call('add', [-1, 1], 0)],
  heldOut: [call('add', [10, 20], 30), call('add', [123, 77], 200), call('mul', [6, 7], 42)],
}, { workspace: [{ path: 'impl.py', bytes: Buffer.from(bugged), mode: 0o644 }] })

/** A verifier by id. */
export async function verifier(id: string): Promise<Verifier> {
  return ((await import(`../../verifiers/${id}/verifier.ts`)) as { default: Verifier }).default
}

/** The verdict of a verifier on a situation in doubles of forks. */
export async function run(id: string, situation: Situation): Promise<Verdict> {
  const context = contextOf(situation)
  try {
    return await (await verifier(id)).verify(context)
  } finally {
    context.close()
  }
}
