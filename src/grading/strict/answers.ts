import type { FailReason } from '../../schema/index.ts'

/** Longest line that is read as an answer, and so the most that one canonical text may take. */
export const LONGEST_LINE = 2 << 20

/**
 * What a child's output amounts to. `answered`: each question once and nothing else, texts by index. All else says why
 * the output can't be taken as answers.
 */
export type Answers =
  | { readonly state: 'answered'; readonly texts: readonly string[] }
  | { readonly state: 'rejected'; readonly reason: FailReason; readonly because: string; readonly answered: number }

/**
 * Reads the output of an answering child. Candidate code shares a process with it and may write anything to its
 * descriptor, so this takes any bytes: only a complete set of lines, each `<nonce> <index> <text>` in printable ASCII,
 * each index once, counts as answers.
 */
export function parseAnswers(output: Uint8Array, nonce: string, count: number): Answers {
  const texts: (string | undefined)[] = Array.from({ length: count })
  let answered = 0
  const rejected = (reason: FailReason, because: string): Answers => ({ state: 'rejected', reason, because, answered })
  for (let start = 0; start < output.length;) {
    const end = output.indexOf(NEWLINE, start)
    if (end === -1) return rejected('malformed-answer', 'the output ends within a line')
    const line = lineOf(output.subarray(start, end))
    start = end + 1
    if (line === null || !line.startsWith(`${nonce} `)) return rejected('malformed-answer', 'a line is no answer to this request')
    const answer = ANSWER.exec(line.slice(nonce.length + 1))
    if (answer === null) return rejected('malformed-answer', 'a line has the nonce and is no answer')
    const [, key, text] = answer as unknown as [string, string, string]
    // Two lines run together, since no value that an honest artifact returns holds the nonce.
    if (text.includes(nonce)) return rejected('malformed-answer', 'a line holds the nonce twice')
    if (key === 'import') {
      return answered === 0 && start === output.length
        ? rejected('import-failed', `the import of the artifact raised ${text.replace(/^raise:/, '')}`)
        : rejected('extra-answer', 'there is output beside the word that the import failed')
    }
    const index = Number(key)
    if (index >= count) return rejected('extra-answer', `there is an answer to question ${index} of ${count}`)
    if (texts[index] !== undefined) return rejected('duplicate-answer', `question ${index} is answered twice`)
    texts[index] = text
    answered += 1
  }
  if (answered < count) return rejected('missing-answer', `${answered} of ${count} questions are answered`)
  return { state: 'answered', texts: texts as string[] }
}

const NEWLINE = 10
const ANSWER = /^(import|0|[1-9][0-9]{0,6}) (\S.*)$/

function lineOf(bytes: Uint8Array): string | null {
  if (bytes.length > LONGEST_LINE) return null
  for (const byte of bytes) if (byte < 0x20 || byte > 0x7e) return null
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
}
