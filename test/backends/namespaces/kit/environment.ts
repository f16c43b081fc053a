import type { Environment } from '../../../../src/schema/index.ts'
import { environment } from '../../rootfs/environment.ts'

/** The python environment with the limits that it has; its digest only tells environments of one backend apart. */
export const ENVIRONMENT: Environment = { ...environment('python'), digest: '1'.repeat(64) } as Environment
