import { describe, expect, test } from 'vitest'
import { polygraph } from '../helpers/io.ts'

interface Shown { readonly sandbox: string; readonly role: string; readonly name: string; readonly text: string }

describe('polygraph doctor --units', () => {
  test('prints the unit files of both sandboxes, and nothing else', async () => {
    const { code, out, err } = await polygraph(['doctor', '--units'])
    expect([code, err]).toEqual([0, ''])
    expect(out.match(/^\[Service\]$/gm)).toHaveLength(4)
    expect(out).toContain('# polygraph-agent.service, sandbox declared-files: the agent\n')
    expect(out).toContain('ReadWritePaths="+/workspace/impl.py"\n')
  })

  test('--json is the same as one document', async () => {
    const [{ out: text }, { code, out }] = [await polygraph(['doctor', '--units']), await polygraph(['doctor', '--units', '--json'])]
    const units = JSON.parse(out) as readonly Shown[]
    expect(code).toBe(0)
    expect(units.map(({ sandbox, role, name }) => [sandbox, role, name])).toEqual([
      ['open', 'agent', 'polygraph-agent.service'], ['open', 'grader', 'polygraph-grader.service'],
      ['declared-files', 'agent', 'polygraph-agent.service'], ['declared-files', 'grader', 'polygraph-grader.service'],
    ])
    for (const unit of units) expect(text).toContain(unit.text)
  })
})
