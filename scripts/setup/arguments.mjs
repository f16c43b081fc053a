// Reads set-up's own arguments. What stands behind the goal belongs to the program it starts.
import { GOALS } from './needs.mjs'

const OPTIONS = ['--dry-run', '--quiet-if-done', '--help']

/** { goal, args, dryRun, quiet }, or { wrong: a sentence }. */
export function readArguments(argv) {
  const own = []
  let rest = argv
  while (rest.length > 0 && rest[0].startsWith('-')) {
    own.push(rest[0])
    rest = rest.slice(1)
  }
  const unknown = own.find((option) => !OPTIONS.includes(option))
  if (unknown) return { wrong: `Set-up knows no ${unknown}; it takes ${OPTIONS.join(', ')} before the goal.` }
  const [goal, ...args] = rest
  const goals = Object.keys(GOALS)
  if (own.includes('--help')) return { help: usage(goals) }
  if (!goal) return { wrong: `Say what to start: ${goals.join(', ')}.` }
  if (!goals.includes(goal)) return { wrong: `Set-up knows no ${goal}; it starts ${goals.join(', ')}.` }
  return { goal, ...splitDryRun(goal, args, own) }
}

// `npm run reproduce -- --dry-run` is what people type, and npm puts it behind the goal. Commands of polygraph may
// have a dry run of their own (clean), so there it is theirs.
function splitDryRun(goal, args, own) {
  const behind = goal !== 'polygraph' && args.includes('--dry-run')
  return {
    args: behind ? args.filter((arg) => arg !== '--dry-run') : args,
    dryRun: behind || own.includes('--dry-run'),
    quiet: own.includes('--quiet-if-done'),
  }
}

function usage(goals) {
  return [
    `Usage: node scripts/setup.mjs [--dry-run] [--quiet-if-done] <${goals.join(' | ')}> [arguments of the program]`,
    'Does what is missing (Debian packages, node_modules, the pinned Node), then starts the program.',
    '--dry-run        only says what would be done',
    '--quiet-if-done  a dry run says nothing when nothing is missing',
  ].join('\n')
}
