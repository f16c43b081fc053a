import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'

/** Clock and randomness are given, not taken, so that tests can hold them still. */
export interface Clock { monotonicMs(): number; now(): Date }
export interface Randomness { hex(bytes: number): string }

export const systemClock: Clock = { monotonicMs: () => performance.now(), now: () => new Date() }
export const systemRandomness: Randomness = { hex: (bytes) => randomBytes(bytes).toString('hex') }
