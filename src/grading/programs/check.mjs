// The published kind of ground truth, for JavaScript: imports the artifact into its own process and decides by exit code.
// Called as `node check.mjs cases.json` with the workspace as working directory. As fallible as check.py, on purpose.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

function decode([tag, value]) {
  switch (tag) {
    case 'none': return null
    case 'int': return Number(value)
    case 'float': return { nan: NaN, inf: Infinity, '-inf': -Infinity }[value] ?? Number(value)
    case 'bytes': return new Uint8Array(Buffer.from(value, 'hex'))
    case 'list':
    case 'tuple': return value.map(decode)
    case 'set': return new Set(value.map(decode))
    case 'dict': {
      const entries = value.map(([key, item]) => [decode(key), decode(item)])
      return entries.every(([key]) => typeof key === 'string') ? Object.fromEntries(entries) : new Map(entries)
    }
    default: return value
  }
}

const find = (owner, path) => path.split('.').reduce((found, part) => found[part], owner)

async function agrees(owner, { call, args, expect }) {
  const path = call.split('.')
  const holder = path.slice(0, -1).reduce((found, part) => found[part], owner)
  let got
  try {
    got = await holder[path.at(-1)](...args.map(decode))
  } catch (error) {
    return error?.constructor?.name === expect.raises
  }
  if ('raises' in expect) return false
  try {
    assert.deepEqual(got, decode(expect.returns))
    return true
  } catch {
    return false
  }
}

async function checkSteps(artifact, { make, args, steps }) {
  const thing = new (find(artifact, make))(...args.map(decode))
  let right = true
  for (const step of steps) right = (await agrees(thing, step)) && right
  return right
}

/** A copy in which a program may write, whoever owns the workspace, and where no case finds what another one wrote. */
function copyOfWorkspace(place) {
  const work = join(place, 'work')
  const copied = (path) => {
    const found = lstatSync(path)
    return found.isFile() || found.isDirectory() || found.isSymbolicLink()
  }
  cpSync('.', work, { recursive: true, verbatimSymlinks: true, filter: copied })
  return work
}

function checkProgram(program, { argv, stdin, files, expect }) {
  const place = mkdtempSync(join(tmpdir(), 'case-'))
  try {
    const work = copyOfWorkspace(place)
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(work, path)), { recursive: true })
      writeFileSync(join(work, path), text)
    }
    const [command, ...rest] = [...program, ...argv]
    const { status, stdout } = spawnSync(command, rest, { cwd: work, input: stdin })
    return status === expect.exit && stdout.toString('utf8') === expect.stdout
      && Object.entries(expect.files).every(([path, text]) => existsSync(join(work, path)) && readFileSync(join(work, path), 'utf8') === text)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

const plan = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const loaded = plan.module === '' ? {} : await import(pathToFileURL(resolve(plan.module)).href)
const artifact = { ...loaded.default, ...loaded }
let wrong = 0
for (const [number, one] of plan.cases.entries()) {
  const right = one.kind === 'call' ? await agrees(artifact, one)
    : one.kind === 'steps' ? await checkSteps(artifact, one)
      : checkProgram(plan.program, one)
  if (right) continue
  wrong += 1
  console.log(`case ${number + 1} of ${plan.cases.length}: wrong`)
}
process.exit(wrong === 0 ? 0 : 1)
