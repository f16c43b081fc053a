// By path, by name on the PATH, and by an interpreter that isn't there.
import { defineProbe, endOf, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell, exec, nonce }) => {
  const one = await fork()
  await shell(one, `printf '#!/nowhere/${nonce()}\\n' > script; chmod +x script`)
  const ends = []
  for (const program of [`/nowhere/${nonce()}`, `none-${nonce()}`, './script']) ends.push(await exec(one, [program]))
  return holdsIf(ends.every(({ exitCode }) => exitCode === 127), `by path, by name, by interpreter: ${ends.map(endOf).join('; ')}`)
})
