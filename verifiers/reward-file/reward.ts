import type { Verdict } from 'polygraph/schema'
import { fail, pass, printable } from 'polygraph/schema'

/**
 * The verdict on the reward files as Harbor reads them: reward.json first, whoever wrote it, and reward.txt where that is
 * missing or has no number of that name. A reward of 1 or more is a pass.
 */
export function rewardOf(json: string | null, text: string | null): Verdict {
  const shown = { json: json === null ? null : printable(json, { limit: 200 }), text: text === null ? null : printable(text, { limit: 200 }) }
  const fromJson = json === null ? null : numberIn(json)
  if (fromJson === 'unreadable') return fail('no-report', 'reward.json is no JSON object', shown)
  const reward = fromJson ?? (text === null ? null : number(text))
  if (reward === null) return fail('no-report', 'there is no reward that can be read', shown)
  const where = fromJson === null ? 'reward.txt' : 'reward.json'
  const evidence = { ...shown, where, reward }
  return reward >= 1 ? pass('report-says-pass', `${where} says ${reward}`, evidence) : fail('report-says-fail', `${where} says ${reward}`, evidence)
}

function numberIn(json: string): number | null | 'unreadable' {
  try {
    const value: unknown = JSON.parse(json)
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return 'unreadable'
    const { reward } = value as { reward?: unknown }
    return typeof reward === 'number' && Number.isFinite(reward) ? reward : null
  } catch {
    return 'unreadable'
  }
}

function number(text: string): number | null {
  const value = text.trim() === '' ? NaN : Number(text.trim())
  return Number.isFinite(value) ? value : null
}
