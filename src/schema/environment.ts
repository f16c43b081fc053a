import { z } from 'zod'

const count = z.number().int().positive()

/** Limits of one fork. Sizes in MiB, times in seconds; each holds for every fork and every command in it. */
export const Limits = z.strictObject({
  memory_mb: count.default(512),
  processes: count.default(128),
  file_mb: count.default(64),
  open_files: count.default(256),
  disk_mb: count.default(128),
  inodes: count.default(20_000),
  output_kb: count.default(1024),
  act_seconds: count.default(60),
  verify_seconds: count.default(30),
  cpu_seconds: count.default(60),
})
export type Limits = z.infer<typeof Limits>

/** environments/<id>/environment.toml: what a fork starts from. */
export const EnvironmentFile = z.strictObject({
  suite: z.string().min(1),
  packages: z.array(z.string()).min(1),
  node: z.string().optional(),
  npm: z.string().optional(),
  writable: z.enum(['home-and-workspace', 'root']).default('home-and-workspace'),
  network: z.enum(['none']).default('none'),
  users: z.strictObject({ agent: z.string().default('agent'), verifier: z.string().default('verifier') }).prefault({}),
  limits: Limits.prefault({}),
  /** Variables of every command in a fork, the agent's and the verifiers' alike. */
  env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string()).default({}),
})

export interface Environment extends z.infer<typeof EnvironmentFile> {
  readonly id: string
  readonly dir: string
  /** Digest of the definition, its lock files included. */
  readonly digest: string
}

