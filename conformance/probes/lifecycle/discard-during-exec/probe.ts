// The command would end by itself with a code that nothing else has. Whether the call throws or tells a signal is left open.
import { defineProbe, holdsIf, unverified } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell, sleep }) => {
  const one = await fork()
  const running = shell(one, 'touch started; sleep 2.5; exit 42').then(({ exitCode, signal }) => signal ?? `exit ${exitCode}`, (thrown: Error) => thrown.name)
  const path = `${one.policy.workspace}/started`
  for (let tries = 0; (await one.get([path], { files: 1, bytesPerFile: 1, bytes: 1 }))[0]!.state === 'missing'; tries++) {
    if (tries > 400) return unverified('the command did not start within 4 s')
    await sleep(10)
  }
  await one.discard()
  const how = await running
  return holdsIf(how !== 'exit 42' && how !== 'exit 0', `a command that was under way at the discard came back as: ${how}`)
})
