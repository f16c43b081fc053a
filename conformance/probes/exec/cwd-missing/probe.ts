// Directories that are not there, a file, and a link that leads nowhere. A call that throws is what the suite tells as a failure.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  await shell(one, 'echo x > file; ln -s nowhere link')
  const wrong: string[] = []
  for (const name of ['none', 'file', 'link']) {
    const { exitCode, stdout } = await shell(one, 'echo ran', { cwd: `${one.policy.workspace}/${name}` })
    if (exitCode === 0 || textOf(stdout).includes('ran')) wrong.push(`with ${name} it ran elsewhere`)
  }
  return holdsIf(wrong.length === 0, wrong.length === 0 ? 'in none, in a file and in a dangling link no command ran, and each was a value' : wrong.join(', '))
})
