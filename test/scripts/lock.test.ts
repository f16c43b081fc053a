import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { takeLock } from '../../scripts/setup/lock.mjs'
import { scratch } from './scratch.ts'

const DEAD = spawnSync(process.execPath, ['-e', '']).pid

function heldBy(pid: number, started: string | null): string {
  const folder = join(scratch(), 'lock')
  mkdirSync(folder)
  writeFileSync(join(folder, 'owner.json'), JSON.stringify({ pid, started }))
  return folder
}

describe('the lock of set-up', () => {
  test('is taken, named after its owner, and given back', async () => {
    const folder = join(scratch(), 'lock')
    const giveBack = await takeLock(folder)
    expect(JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8'))).toMatchObject({ pid: process.pid })
    giveBack()
    expect(existsSync(folder)).toBe(false)
  })

  test('lets one in at a time', async () => {
    const folder = join(scratch(), 'lock')
    let inside = 0
    let most = 0
    const enter = async () => {
      const giveBack = await takeLock(folder, { pause: 1 })
      most = Math.max(most, ++inside)
      await new Promise((resolve) => setTimeout(resolve, 3))
      inside--
      giveBack()
    }
    await Promise.all(Array.from({ length: 12 }, enter))
    expect(most).toBe(1)
    expect(readdirSync(join(folder, '..'))).toEqual([])
  })

  test('of a dead owner is taken over, and nothing is left of it', async () => {
    const folder = heldBy(DEAD, '12345')
    const giveBack = await takeLock(folder, { patience: 0 })
    expect(readdirSync(join(folder, '..'))).toEqual(['lock'])
    giveBack()
  })

  test('of a dead owner whose number another process has now is taken over', async () => {
    const folder = heldBy(process.pid, 'a start that was another one')
    const giveBack = await takeLock(folder, { patience: 0 })
    giveBack()
    expect(existsSync(folder)).toBe(false)
  })

  test('of a living owner is waited for, and told once', async () => {
    const folder = heldBy(process.ppid, null)
    const told: number[] = []
    await expect(takeLock(folder, { patience: 20, pause: 5, told: (pid) => told.push(pid) })).rejects.toThrow('too long')
    expect(told).toEqual([process.ppid])
  })

  test('is not given back by one who lost it', async () => {
    const folder = join(scratch(), 'lock')
    const giveBack = await takeLock(folder)
    writeFileSync(join(folder, 'owner.json'), JSON.stringify({ pid: process.ppid, started: null }))
    giveBack()
    expect(existsSync(folder)).toBe(true)
  })
})
