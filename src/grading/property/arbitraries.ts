import * as fc from 'fast-check'
import type { Case, CaseGenerator, Expectation, Generator, Range, Value } from '../../schema/index.ts'
import { floatText } from '../../schema/index.ts'

/** Nothing is expected of a generated case until the reference has answered it. */
const OPEN: Expectation = { returns: { type: 'none' } }

/** Cases of one generator, with fast-check's own way of making them smaller. */
export function casesFrom(generator: CaseGenerator): fc.Arbitrary<Case> {
  const argsOf = (args: readonly Generator[]): fc.Arbitrary<Value[]> => fc.tuple(...args.map(valuesFrom))
  switch (generator.kind) {
    case 'call':
      return argsOf(generator.args).map((args): Case => ({ kind: 'call', call: generator.call, args, expect: OPEN }))
    case 'steps': {
      const step = fc.oneof(...generator.steps.map(({ call, args }) => argsOf(args).map((values) => ({ call, args: values, expect: OPEN }))))
      return fc.tuple(argsOf(generator.args), fc.array(step, lengths(generator.length)))
        .map(([args, steps]): Case => ({ kind: 'steps', make: generator.make, args, steps }))
    }
    case 'program': {
      const files = Object.entries(generator.files)
      const texts = [...generator.argv, ...(generator.stdin === null ? [] : [generator.stdin]), ...files.map(([, content]) => content)]
      return fc.tuple(...texts.map(textsFrom)).map((made): Case => {
        const [argv, rest] = [made.slice(0, generator.argv.length), made.slice(generator.argv.length)]
        const contents = generator.stdin === null ? rest : rest.slice(1)
        return {
          kind: 'program', argv, stdin: generator.stdin === null ? '' : rest[0]!,
          files: Object.fromEntries(files.map(([path], index) => [path, contents[index]!])),
          expect: { stdout: '', exit: 0, files: {} },
        }
      })
    }
  }
}

/** Values of one generator. */
export function valuesFrom(generator: Generator): fc.Arbitrary<Value> {
  switch (generator.kind) {
    case 'int': return multiples(generator.range, generator.every ?? 1).map((value) => ({ type: 'int', value: BigInt(value) }))
    case 'float': return floats(generator.range, generator.every).map((value) => ({ type: 'float', value }))
    case 'choice': return fc.constantFrom(...generator.values).map((value): Value => (typeof value === 'string' ? { type: 'str', value } : { type: 'bool', value }))
    case 'none': return fc.constant({ type: 'none' })
    case 'nan': return fc.constant({ type: 'float', value: NaN })
    case 'list': return fc.array(valuesFrom(generator.item), lengths(generator.length)).map((items) => ({ type: 'list', items }))
    case 'tuple': return fc.tuple(...generator.items.map(valuesFrom)).map((items) => ({ type: 'tuple', items }))
    case 'record': {
      const fields = Object.entries(generator.fields)
      return fc.tuple(...fields.map(([, field]) => valuesFrom(field)))
        .map((values) => ({ type: 'dict', entries: values.map((value, index) => [{ type: 'str', value: fields[index]![0] }, value] as const) }))
    }
    case 'one_of': return fc.oneof(...generator.options.map(valuesFrom))
    case 'text':
    case 'join':
    case 'lines': return textsFrom(generator).map((value) => ({ type: 'str', value }))
  }
}

/** A generator as text: what has no quotes on a command line or in a file. */
function textsFrom(generator: Generator): fc.Arbitrary<string> {
  switch (generator.kind) {
    case 'text': return fc.array(fc.constantFrom(...generator.alphabet), lengths(generator.length)).map((parts) => parts.join(''))
    case 'join': return fc.tuple(...generator.parts.map(textsFrom)).map((parts) => parts.join(''))
    case 'lines': return fc.array(textsFrom(generator.line), lengths(generator.length)).map((lines) => lines.map((line) => `${line}\n`).join(''))
    case 'one_of': return fc.oneof(...generator.options.map(textsFrom))
    default: return valuesFrom(generator).map(textOf)
  }
}

function textOf(value: Value): string {
  switch (value.type) {
    case 'str': return value.value
    case 'int': return value.value.toString()
    case 'float': return floatText(value.value)
    case 'bool': return String(value.value)
    default: throw new TypeError(`a ${value.type} has no text of its own; a generator of texts is made of text, int, float, choice, join and lines`)
  }
}

function floats([min, max]: Range, every: number | undefined): fc.Arbitrary<number> {
  return every === undefined ? fc.double({ min, max, noNaN: true }) : multiples([min, max], every)
}

function multiples([min, max]: Range, every: number): fc.Arbitrary<number> {
  // Division gives the very double that Python and JavaScript read from the decimal text; a product often doesn't.
  const parts = every < 1 ? Math.round(1 / every) : null
  const at = (count: number): number => (parts === null ? count * every : count / parts)
  return fc.integer({ min: Math.ceil(parts === null ? min / every : min * parts), max: Math.floor(parts === null ? max / every : max * parts) }).map(at)
}

function lengths([minLength, maxLength]: Range): fc.ArrayConstraints {
  // fast-check keeps to short arrays of its own accord; what a task declares is what it means.
  return { minLength, maxLength, size: 'max' }
}
