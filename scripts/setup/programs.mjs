// The programs behind the goals: what the pinned Node is started with once everything is in place.
import { join } from 'node:path'
import { programIn, SOURCE_FLAG } from './program.mjs'

/**
 * The programs of a goal, in order; all run, and the first that fails gives the exit code.
 * `cwd` is null where the user's own folder must stay, so that relative paths mean what they say.
 */
export function programsFor(goal, args, root) {
  const tool = (...path) => join(root, 'node_modules', ...path)
  const here = (list) => list.map((argv) => ({ argv, cwd: root }))
  const vitest = (...own) => here([[tool('vitest', 'vitest.mjs'), 'run', ...own, ...args]])
  switch (goal) {
    case 'test':
      return vitest()
    case 'test:slow':
      return vitest('--config', join(root, 'vitest.slow.config.ts'))
    case 'test:machines':
      return vitest('--config', join(root, 'vitest.machines.config.ts'))
    case 'check':
      return here([
        [tool('typescript', 'bin', 'tsc'), '--noEmit'],
        [tool('oxlint', 'bin', 'oxlint'), '--deny-warnings', ...args],
      ])
    case 'build':
      return here([
        [join(root, 'scripts', 'setup', 'build.mjs'), 'clean'],
        [tool('typescript', 'bin', 'tsc'), '-p', join(root, 'tsconfig.build.json')],
        [join(root, 'scripts', 'setup', 'build.mjs'), 'assets'],
      ])
    case 'bench':
      return here([[SOURCE_FLAG, join(root, 'bench', 'main.ts'), ...args]])
    default:
      return polygraph(goal, args, root)
  }
}

// Not by way of bin/polygraph.mjs, which hands `reproduce` to set-up: the two would call each other for ever.
function polygraph(goal, args, root) {
  const program = programIn(root)
  if (!program) return []
  const command = goal === 'reproduce' ? ['reproduce', ...args] : args
  return [{ argv: [...program.flags, program.file, ...command], cwd: null }]
}
