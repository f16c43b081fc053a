export { createNamespacesBackend, type NamespacesOptions } from './backend.ts'
export { policyOf } from '../policy.ts'
export type { Tier } from './client.ts'
