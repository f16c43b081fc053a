/** Root file systems of environments, from verified Debian packages. */
export { buildRootfs, hostArchitecture } from './build.ts'
export { defaultCacheDir, defaultMirror } from './cache.ts'
export { digestTree, type TreeDigest } from './digest.ts'
export { AGENT, VERIFIER } from './skeleton.ts'
export type { Architecture, Drift, PinnedPackage, Rootfs, RootfsOptions, RootfsRefusal, RootfsSource } from './types.ts'
