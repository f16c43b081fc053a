import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { digestFile } from '../../evidence/index.ts'
import type { RunRecord } from '../../schema/index.ts'
import { programDigest } from '../provenance.ts'
import { readFacts } from '../read-rows.ts'
import { reportElsewhere } from '../sealed-report.ts'
import type { Checked, Problems } from './problems.ts'

/** Makes the report again from run.json and trials.jsonl, in a folder of its own, and compares it byte for byte. */
export async function checkReport(dir: string, record: RunRecord, problems: Problems, checked: Checked): Promise<void> {
  const read = await readFacts(join(dir, 'trials.jsonl'))
  // Told already, row by row.
  if (!read.ok) return
  const otherwise = async (): Promise<string> => await programDigest() === record.digests.program ? '' : '; the run was made by other sources of this program, which may write it otherwise'
  await reportElsewhere({ record, ...read }, async (again, written) => {
    for (const path of written) {
      const [there, made] = [await digestFile(join(dir, path)), await digestFile(join(again, path))]
      if ('because' in there) problems.tell('removed', path, there.because)
      else if ('because' in made || made.sha256 !== there.sha256) problems.tell('mismatch', path, `is not what trials.jsonl gives${await otherwise()}`)
      checked.report += 1
    }
    for (const folder of ['tables', 'figures']) {
      for (const name of await readdir(join(dir, folder)).catch(() => [])) {
        if (!written.includes(`${folder}/${name}`)) problems.tell('added', `${folder}/${name}`, 'is no part of the report that trials.jsonl gives')
      }
    }
  })
}
