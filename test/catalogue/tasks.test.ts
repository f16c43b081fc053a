import { describe, expect, test } from 'vitest'
import { CASES, catalogueWith, loadedFrom, problemsOf, TASK } from './scratch.ts'

const FILE = 'tasks/adding/task.toml'
const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('utf8')

describe('a task', () => {
  test('is read whole, its files laid out relative to where they go', async () => {
    const { tasks } = await loadedFrom(catalogueWith())
    const task = tasks.get('adding')!
    expect(task).toMatchObject({
      id: 'adding', language: 'python', instruction: 'Add.\n', artifact: ['impl.py'], visibleTest: ['python3', '-m', 'pytest', '-q'],
      visibleFiles: ['test_impl.py'], environment: 'python', description: '',
      mutants: [{ id: 'zero', file: 'mutants/zero.py', replaces: 'impl.py', why: 'answers nothing but zero' }],
    })
    expect(task.workspace.map((file) => file.path)).toEqual(['impl.py', 'test_impl.py'])
    expect(task.solution.map((file) => [file.path, file.mode])).toEqual([['impl.py', 0o644], ['solve.sh', 0o755]])
    expect(task.tests.map((file) => file.path)).toEqual(['test.sh'])
    expect(text(task.workspace[0]?.bytes)).toBe('def add(a, b): return a - b\n')
    expect(task.cases.module).toBe('impl')
  })

  test('keeps integers exact', async () => {
    const { tasks } = await loadedFrom(catalogueWith({ 'tasks/adding/cases.toml': CASES.replace('30', '9007199254740993') }))
    expect(tasks.get('adding')!.cases.heldOut[0]).toMatchObject({ expect: { returns: { type: 'int', value: 9007199254740993n } } })
  })

  test('may hold what only Harbor reads', async () => {
    const more = `\n[environment]\ncpus = 1\nnetwork_mode = "no-network"\n[[steps]]\nname = "x"\n`
    expect(await problemsOf(catalogueWith({ [FILE]: TASK + more }))).toEqual([])
  })

  test.each([
    ['an artifact that the solution lacks', TASK.replace('["impl.py"]', '["impl.py",\n"ipml.py"]'), { line: 9, field: 'metadata.polygraph.artifact[1]', what: 'solution/ipml.py is not there' }],
    ['a visible file that the workspace lacks', TASK.replace('test_impl.py', 'test_imp.py'), { line: 10, field: 'metadata.polygraph.visible_files[0]', fix: 'put the visible test there (did you mean "test_impl.py"?)' }],
    ['an unknown environment', TASK.replace('environment = "python"', 'environment = "pyhton"'), { line: 11, field: 'metadata.polygraph.environment', fix: 'did you mean "python"?' }],
    ['a mutant without a file', TASK.replace('mutants/zero.py', 'mutants/one.py'), { line: 16, field: 'metadata.polygraph.mutants[0].file', what: 'mutants/one.py is not there' }],
    ['a mutant of no file of the artifact', TASK.replace('replaces = "impl.py"', 'replaces = "imp.py"'), { line: 17, field: 'metadata.polygraph.mutants[0].replaces', fix: 'did you mean "impl.py"?' }],
    ['two mutants of one name', `${TASK}\n[[metadata.polygraph.mutants]]\nid = "zero"\nfile = "mutants/zero.py"\nreplaces = "impl.py"\nwhy = "the same again"\n`, { line: 21, field: 'metadata.polygraph.mutants[1].id' }],
    ['a path that leaves the workspace', TASK.replace('["impl.py"]', '["../impl.py"]'), { line: 8, field: 'metadata.polygraph.artifact[0]' }],
    ['a key of ours that is unknown', TASK.replace('language', 'langauge'), { line: 7, field: 'metadata.polygraph.langauge', fix: 'did you mean "language"?' }],
    ['a key of a mutant that is unknown', `${TASK}when = "always"\n`, { line: 19, field: 'metadata.polygraph.mutants[0].when', fix: 'remove it' }],
    ['no part of ours', 'schema_version = "1.4"\n[metadata]\nx = 1\n', { line: 2, field: 'metadata.polygraph', what: 'is missing' }],
    ['a language nobody knows', TASK.replace('"python"', '"cobol"'), { line: 7, field: 'metadata.polygraph.language' }],
  ])('says where there is %s', async (_, source, problem) => {
    expect(await problemsOf(catalogueWith({ [FILE]: source }))).toContainEqual(expect.objectContaining({ file: FILE, ...problem }))
  })

  test.each([
    ['tasks/adding/instruction.md', 'is missing'],
    ['tasks/adding/environment/Dockerfile', 'is missing'],
    ['tasks/adding/tests/test.sh', 'is missing'],
    ['tasks/adding/solution/solve.sh', 'is missing'],
    ['tasks/adding/cases.toml', 'is missing'],
    [FILE, 'is missing'],
  ])('says that %s %s', async (file, what) => {
    expect(await problemsOf(catalogueWith({ [file]: undefined }))).toEqual([expect.objectContaining({ file, what })])
  })

  test('says that the workspace is empty', async () => {
    const problems = await problemsOf(catalogueWith({ 'tasks/adding/environment/workspace/impl.py': undefined, 'tasks/adding/environment/workspace/test_impl.py': undefined }))
    expect(problems).toContainEqual(expect.objectContaining({ file: 'tasks/adding/environment/workspace', what: 'is missing or empty' }))
  })
})

describe('its cases', () => {
  const cases = 'tasks/adding/cases.toml'
  test.each([
    ['a mistyped key', CASES.replace('returns = 5', 'retruns = 5'), { line: 2, field: 'visible[0].retruns', fix: 'did you mean "returns"?' }],
    ['a case that says nothing', CASES.replace(', returns = 5', ''), { line: 2, field: 'visible[0]', what: 'give exactly one of "returns" and "raises"' }],
    ['a value of no type', CASES.replace('[10, 20]', '[10,\n { "$x" = 1 }]'), { line: 4, field: 'held-out[0].args[1]' }],
    ['no held-out cases', CASES.replace(/held-out.*/, 'held-out = []'), { line: 3, field: 'held-out', what: 'a task needs at least one held-out case' }],
    ['no module', CASES.replace(/module.*\n/, ''), { line: 1, field: 'module', fix: 'name the module that they import' }],
    ['a set of another name', `${CASES}hidden = []\n`, { line: 4, field: 'hidden' }],
    ['a case of a program that the task doesn\'t start', CASES.replace(/visible = .*/, 'visible = [{ argv = ["x"] }]'), { file: FILE, line: 6, field: 'metadata.polygraph.program' }],
    ['a step that says nothing', CASES.replace(/visible = .*/, 'visible = [{ make = "C", steps = [\n{ call = "f" }] }]'), { line: 3, field: 'visible[0].steps[0]' }],
  ])('are told where there is %s', async (_, source, problem) => {
    expect(await problemsOf(catalogueWith({ [cases]: source }))).toContainEqual(expect.objectContaining({ file: cases, ...problem }))
  })

  test('are read from wherever the task says', async () => {
    const catalogue = catalogueWith({ [FILE]: TASK.replace('"cases.toml"', '"data/c.toml"'), 'tasks/adding/data/c.toml': CASES, [cases]: undefined })
    expect((await loadedFrom(catalogue)).tasks.get('adding')!.cases.visible).toHaveLength(1)
  })

  test('may take and give a dict with any key', async () => {
    const { tasks } = await loadedFrom(catalogueWith({ [cases]: CASES.replace('[2, 3]', '[{ "__proto__" = 1, constructor = 2 }]') }))
    expect(tasks.get('adding')!.cases.visible[0]).toMatchObject({ args: [{ type: 'dict', entries: [[{ value: '__proto__' }, { value: 1n }], [{ value: 'constructor' }, { value: 2n }]] }] })
  })
})
