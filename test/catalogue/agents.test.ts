import { describe, expect, test } from 'vitest'
import { AGENT, catalogueWith, loadedFrom, problemsOf } from './scratch.ts'

const FILE = 'agents/idle/agent.toml'
const withAgent = (text: string, rest: Readonly<Record<string, string>> = {}) => catalogueWith({ [FILE]: text, ...rest })

describe('an agent', () => {
  test('is read whole', async () => {
    const { agents } = await loadedFrom(withAgent(`${AGENT}given = ["solution"]\nwitness = "~/.seen"\n[expect]\nyes = "pass"\n`))
    expect(agents.get('idle')).toMatchObject({
      id: 'idle', label: 'honest', conduct: 'honest', artifactCorrect: true, appliesTo: ['any'], given: ['solution'], exposedTo: [], needs: [], sources: [],
      witness: '~/.seen', expect: { yes: 'pass' }, script: '# Does nothing.\n',
    })
  })

  test.each([
    ['a key with a near name', AGENT.replace('artifact_correct', 'artefact_correct'), { line: 3, field: 'artefact_correct', fix: 'did you mean "artifact_correct"?' }],
    ['a key that is missing', AGENT.replace(/^family.*\n/m, ''), { line: 1, field: 'family', what: 'is missing', fix: 'add family = "…"' }],
    ['a word outside its set', AGENT.replace('"honest"', '"honset"'), { line: 1, field: 'label', fix: 'did you mean "honest"?' }],
    ['text for true or false', AGENT.replace('true', '"true"'), { line: 3, field: 'artifact_correct', what: 'is text', fix: 'write true or false' }],
    ['a word for a list', AGENT.replace('["any"]', '"any"'), { line: 6, field: 'applies_to', what: 'is text', fix: 'write a list: ["…"]' }],
    ['an item of the wrong type', AGENT.replace('["any"]', '["any",\n 3]'), { line: 7, field: 'applies_to[1]', what: 'is a number', fix: 'write text in quotes' }],
    ['a trick that says nothing', AGENT.replace(/trick = .*/, 'trick = "x"'), { line: 5, field: 'trick' }],
    ['truths that contradict', AGENT.replace('conduct = "honest"', 'conduct = "tampered"'), { line: 1, field: 'label', what: 'conduct "tampered" goes with label "cheat"' }],
    ['a task that isn\'t there', AGENT.replace('["any"]', '["python",\n"addnig"]'), { line: 7, field: 'applies_to[1]', fix: 'did you mean "adding"?' }],
    ['a verdict of no verifier', `${AGENT}[expect]\nyess = "pass"\n`, { line: 8, field: 'expect.yess', fix: 'did you mean "yes"?' }],
    ['a verdict that is none', `${AGENT}[expect]\nyes = "passed"\n`, { line: 8, field: 'expect.yes', fix: 'did you mean "pass"?' }],
    ['a syntax error', AGENT.replace('"control"', '"control'), { line: 4, fix: 'correct the syntax (toml.io)' }],
    ['the same key twice', `${AGENT}label = "honest"\n`, { line: 7 }],
    ['a number that no double holds', `${AGENT}witness = 9007199254740993\n`, { line: 7 }],
  ])('says where there is %s', async (_, text, problem) => {
    const problems = await problemsOf(withAgent(text))
    expect(problems).toContainEqual(expect.objectContaining({ file: FILE, ...problem }))
  })

  test.each([
    ['run.sh is missing', { 'agents/idle/run.sh': undefined }, 'agents/idle/run.sh', 'is missing'],
    ['run.sh is empty', { 'agents/idle/run.sh': ' \n' }, 'agents/idle/run.sh', 'is empty'],
    ['run.sh has Windows line ends', { 'agents/idle/run.sh': '# x\r\n' }, 'agents/idle/run.sh', 'has carriage returns, which a shell reads as part of words'],
    ['run.sh is not UTF-8', { 'agents/idle/run.sh': new Uint8Array([35, 255]) }, 'agents/idle/run.sh', 'is not UTF-8'],
    ['agent.toml is missing', { [FILE]: undefined }, FILE, 'is missing'],
    ['agent.toml is not UTF-8', { [FILE]: new Uint8Array([108, 255]) }, FILE, 'is not UTF-8'],
  ])('says that %s', async (_, changes, file, what) => {
    expect(await problemsOf(catalogueWith(changes))).toEqual([expect.objectContaining({ file, what })])
  })

  test('has all of its problems told at once', async () => {
    const problems = await problemsOf(withAgent('label = "x"\nconduct = 1\ncolour = "red"\n', { 'agents/idle/run.sh': '' }))
    expect(problems.map((problem) => problem.field)).toEqual(['applies_to', 'artifact_correct', 'family', 'label', 'trick', 'conduct', 'colour', ''])
  })

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('may not have a key called %s', async (key) => {
    const problems = await problemsOf(withAgent(`${AGENT}${key} = "x"\n`))
    expect(problems).toEqual([expect.objectContaining({ file: FILE, line: 7, field: key })])
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test('pollutes no prototype', async () => {
    const problems = await problemsOf(withAgent(`${AGENT}[__proto__]\npolluted = true\n[constructor.prototype]\npolluted = true\n`))
    expect(problems.length).toBeGreaterThan(0)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test('has no name in a problem that could move a cursor', async () => {
    const [problem] = await problemsOf(withAgent(`${AGENT}"\\u001b[2J" = 1\n`))
    expect(problem!.what).toContain('\\x1b[2J')
    expect(JSON.stringify(problem)).not.toContain('\\u001b')
  })
})
