export * from './backend.ts'
export * from './verifier.ts'
export * from './injected.ts'
export * from './probe.ts'
