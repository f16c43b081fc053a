import { defineProbe, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  const wrong: string[] = []
  for (const code of [0, 1, 2, 70, 126, 127, 128, 143, 255]) {
    const { exitCode, signal } = await shell(one, `exit ${code}`)
    if (exitCode !== code || signal !== null) wrong.push(`${code} came as ${String(exitCode)}${signal === null ? '' : ` by ${signal}`}`)
  }
  return holdsIf(wrong.length === 0, wrong.length === 0 ? 'nine exit codes came back' : wrong.join(', '))
})
