/**
 * A Node process that holds nothing, for spawns whose cost is that of the program and not of a large process's page tables.
 * It is sent `{program, args}` and answers with the milliseconds from spawn to exit, or with why there are none.
 */
import { spawn } from 'node:child_process'

interface Order { readonly program: string; readonly args: readonly string[] }

process.on('message', ({ program, args }: Order) => {
  const begun = performance.now()
  spawn(program, [...args], { stdio: 'ignore' })
    .once('error', (error) => process.send!(error.message))
    .once('exit', (code) => process.send!(code === 0 ? performance.now() - begun : `${program} ended with ${code}`))
})
process.once('disconnect', () => process.exit(0))
