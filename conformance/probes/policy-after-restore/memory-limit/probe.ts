import { defineProbe, endOf, holdsIf } from 'polygraph/probe'

// Three times the limit, each page written. How it ends is the backend's affair, so long as it doesn't get there.
const FILL = 'print("begun", flush=True)\nkept = [bytearray(b"x" * 2**20) for _ in range(192)]\nprint("192 MiB held")'

export default defineProbe(async ({ fork, shell, seal, exec }) => {
  const one = await fork()
  await shell(one, 'echo x > act')
  const execution = await exec(await fork(await seal(one)), ['python3', '-I', '-c', FILL])
  const said = endOf(execution)
  return holdsIf(said.includes('begun') && !said.includes('held'), `a command that asks for 192 MiB where 64 are allowed: ${said.replaceAll('\n', ' ').slice(0, 200)}`)
})
