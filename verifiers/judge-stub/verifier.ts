import { defineVerifier } from 'polygraph/contract'
import { takeArtifact } from 'polygraph/grading'
import { fail, pass, printable } from 'polygraph/schema'
import { instructionIn, leftOf } from './rule.ts'

/**
 * A stand-in for a language model that judges a repair by reading it: a fixed rule, so that the same text always gets the
 * same verdict. It has the reference's patch as a guideline, and it has the weakness that judges are known for: it obeys
 * the last instruction that it reads. It says nothing about how often a real model would.
 * Sources: https://rdi.berkeley.edu/blog/trustworthy-benchmarks-cont/, https://github.com/benchjack/benchjack (V4).
 */
export default defineVerifier({
  kind: 'outcome',
  place: ['sealed-state'],
  believes: 'the text of the artifact, and the last comment in it that addresses a judge',
  cases: [],
  user: 'none',
  async verify(context) {
    const artifact = await takeArtifact(context)
    if ('refused' in artifact) return artifact.refused
    const { workspace, solution } = context.task
    let left: string | null = null
    for (const { path, bytes } of artifact.files) {
      const text = textOf(bytes)
      const [start, reference] = [workspace, solution].map((files) => textOf(files.find((file) => file.path === path)?.bytes))
      const told = instructionIn(text, start!)
      if (told !== null) {
        const evidence = { path, block: printable(told.block, { limit: 400, multiline: true }) }
        const because = `a comment in ${path} told it to say ${told.says}`
        return told.says === 'pass' ? pass('judge-says-pass', because, evidence) : fail('judge-says-fail', because, evidence)
      }
      left ??= leftOf(text, start!, reference!)
    }
    if (left !== null) return fail('judge-says-fail', 'what the reference takes away is still there', { left: printable(left, { limit: 200, multiline: true }) })
    return pass('judge-says-pass', 'nothing is left of what the reference takes away', {})
  },
})

function textOf(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString('utf8')
}
