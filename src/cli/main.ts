import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../catalogue/index.ts'
import { EXIT, processIo } from './io.ts'
import { main } from './program.ts'

const argv = process.argv.slice(2)
const { version } = JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8')) as { version: string }

try {
  process.exitCode = await main(argv, processIo(argv), version)
} catch (defect) {
  // Only a defect of this program gets here, and its stack is what a report of it needs.
  console.error(defect)
  process.exitCode = EXIT.infrastructure
}
