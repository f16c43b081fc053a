// A file without the execute bit, a directory, and one with the bit that is no program: it has no interpreter that is there.
import { defineProbe, endOf, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell, exec }) => {
  const one = await fork()
  await shell(one, 'echo echo ran > plain; mkdir folder; : > empty; chmod +x empty')
  const [plain, folder] = [await exec(one, ['./plain']), await exec(one, ['./folder'])]
  return holdsIf(plain.exitCode === 126 && folder.exitCode === 126, `a plain file: ${endOf(plain)}; a directory: ${endOf(folder)}`)
})
