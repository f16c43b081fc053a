import { execFileSync } from 'node:child_process'

/** What one Python program prints as JSON, given JSON on its standard input. One process a call, so send batches. */
export function python(program: string, input: unknown): unknown {
  const output = execFileSync('python3', ['-I', '-c', program], { input: JSON.stringify(input), maxBuffer: 64 * 1024 * 1024 })
  return JSON.parse(output.toString('utf8'))
}
