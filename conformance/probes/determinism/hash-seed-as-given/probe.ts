import { defineProbe, endOf, holdsIf, textOf, unverified } from 'polygraph/probe'

const HASH = ['/usr/bin/python3', '-c', 'print(hash("polygraph"), list({"a", "b", "c", "d", "e", "f", "g"}))']

// An environment that sets the seed makes the order of sets the same in all forks; one that doesn't must leave it open, so
// that nobody comes to rely on it.
export default defineProbe(async ({ fork, exec }) => {
  const forks = [await fork(), await fork(), await fork()]
  const declared = forks[0]!.policy.env['PYTHONHASHSEED']
  const asked = async (env: Record<string, string>): Promise<number> => {
    const ran = await Promise.all(forks.map((one) => exec(one, HASH, { env: { PATH: '/usr/bin:/bin', ...one.policy.env, ...env } })))
    const failed = ran.find(({ exitCode }) => exitCode !== 0)
    if (failed !== undefined) throw new Error(endOf(failed))
    return new Set(ran.map(({ stdout }) => textOf(stdout))).size
  }
  try {
    const [given, plain] = [await asked({ PYTHONHASHSEED: '7' }), await asked({})]
    const expected = declared === undefined || declared === 'random' ? 3 : 1
    return holdsIf(given === 1 && plain === expected, `${given} order(s) in 3 forks with a seed given, ${plain} with what the environment says (${declared === undefined ? 'nothing' : `seed ${declared}`})`)
  } catch (thrown) {
    return unverified((thrown as Error).message)
  }
})
