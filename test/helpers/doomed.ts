/** A run on a double that dies or stands still where it is told to: `doomed.ts FOLDER kill@verify#3`. */
import { faultOf } from '../../src/cli/fault.ts'
import { fakeBackend } from './fake-backend.ts'
import { executeIn } from './run.ts'
import { SMALL } from './plans.ts'

const [dir = '', fault = ''] = process.argv.slice(2)
const { at } = faultOf(fault)
await executeIn(dir, await fakeBackend(), SMALL, { concurrency: 1, onStage: at, onPoint: at })
