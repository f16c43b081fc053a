// Whatever a shell would act on; were it acted on, the text would come back changed or a file would stand there.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

const TEXT = '$(echo x > pasted) `echo x > pasted` $HOME ~ * ; echo x > pasted & | < > \\ "\' !! #{x} %s\nEOF\nEND\n.\nexit\n'

export default defineProbe(async ({ fork, exec, shell }) => {
  const one = await fork()
  const came = textOf((await exec(one, ['/bin/cat'], { stdin: Buffer.from(TEXT) })).stdout)
  const ran = (await shell(one, 'test -e pasted')).exitCode === 0
  return holdsIf(came === TEXT && !ran, came === TEXT && !ran ? 'shell text arrived as it was and nothing ran' : `${ran ? 'a command in it ran; ' : ''}came back: ${JSON.stringify(came).slice(0, 200)}`)
})
