/** What a probe may import: its own side of the contract, and probes that differ in a line of shell alone. */
export * from '../contract/probe.ts'
export { alike, type Surroundings } from './kit/alike.ts'
export { digests, type Acts } from './kit/digests.ts'
export { kept, type Keepsake } from './kit/kept.ts'
export { processesOnHost } from './kit/processes.ts'
export { residue, type Residue } from './kit/residue.ts'
