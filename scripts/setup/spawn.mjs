// Starting a program and ending as it ended. Node 14 syntax, see program.mjs.
import { spawn } from 'child_process'
import { constants } from 'os'

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']

/**
 * Runs a program on this process's own input and output, hands on signals, and answers with its exit code
 * (128 + n where signal n killed it, as shells do).
 */
export function runToEnd(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options })
    const handlers = FORWARDED.map((signal) => {
      const handler = () => {
        if (!sentByTerminal(signal)) child.kill(signal)
      }
      process.on(signal, handler)
      return [signal, handler]
    })
    const end = (code) => {
      for (const [signal, handler] of handlers) process.removeListener(signal, handler)
      resolve(code)
    }
    child.on('error', (error) => {
      console.error(`Polygraph: ${command} did not start: ${error.message}`)
      end(3)
    })
    child.on('exit', (code, signal) => end(codeOf(code, signal)))
  })
}

/** The exit code a shell would give. */
export function codeOf(code, signal) {
  if (signal) return 128 + (constants.signals[signal] || 0)
  return code === null ? 1 : code
}

// Ctrl-C and Ctrl-\ reach every process in front of the terminal, the child among them. Sent once more they would
// count as the second Ctrl-C, which programs take as "stop without tidying up".
function sentByTerminal(signal) {
  return (signal === 'SIGINT' || signal === 'SIGQUIT') && Boolean(process.stdin.isTTY)
}
