/** A run that dies in the middle: stages a session on a real fork, says so, and waits to be killed. */
import { createNamespacesBackend } from '../../src/backends/namespaces/index.ts'
import { shippedCatalogue, stageOn } from './staged.ts'

const box = await stageOn(createNamespacesBackend(), await shippedCatalogue(), { layout: 'other-tree', defects: ['earlier-session', 'planted-link'], exposed: ['network'] })
process.stdout.write(`${box.staged.sources.find(({ log }) => log !== undefined)!.log!}\n`)
setInterval(() => {}, 1000)
