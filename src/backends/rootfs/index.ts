/** Root file systems of environments, from verified Debian packages. */
export { buildRootfs, hostArchitecture } from './build.ts'
export { defaultCacheDir, defaultMirror } from './cache.ts'
export { digestTree, type TreeDigest } from './digest.ts'
export { findDeadBuilds, removeDeadBuild } from './leftovers.ts'
export { AGENT_UID, VERIFIER_UID } from './skeleton.ts'
export { verifyRootfs } from './tree.ts'
export { driftText } from './types.ts'
export type { Architecture, Drift, PinnedPackage, Rootfs, RootfsOptions, RootfsRefusal, RootfsSource } from './types.ts'
