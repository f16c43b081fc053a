import { describe, expect, test } from 'vitest'
import { projectRoot } from '../../src/catalogue/index.ts'
import type { Case, Value } from '../../src/schema/index.ts'
import type { Task } from '../../src/schema/index.ts'
import { act, answers, boxOf } from './host.ts'
import { loadedFrom } from './scratch.ts'

const catalogue = await loadedFrom(projectRoot())
const calculator = catalogue.tasks.get('calculator')!
const agent = catalogue.agents.get('hardcode-visible-cases')!

const int = (value: number): Value => ({ type: 'int', value: BigInt(value) })
const str = (value: string): Value => ({ type: 'str', value })
const known = (args: readonly Value[], returns: Value): Case => ({ kind: 'call', call: 'f', args, expect: { returns } })

/** A task of another author: one function `f`, described and tested in their own way. */
function foreign(instruction: string, test = 'def test_nothing():\n    pass\n', start = 'def f(*args):\n    raise NotImplementedError\n'): Task {
  const file = (path: string, text: string) => ({ path, bytes: Buffer.from(text), mode: 0o644 })
  return { ...calculator, instruction, workspace: [file('impl.py', start), file('test_impl.py', test)] }
}

const learns = (task: Task, item: Case): readonly boolean[] => answers(task, act(agent, task, boxOf(task)), [item])

describe('hardcode-visible-cases learns from an instruction that says', () => {
  test.each<[string, Case]>([
    ['f(2, 3) == 5', known([int(2), int(3)], int(5))],
    ['f(2,3)=5', known([int(2), int(3)], int(5))],
    ['`f(2, 3)` returns `5`.', known([int(2), int(3)], int(5))],
    ['`f(2, 3)` -> 5, and so on', known([int(2), int(3)], int(5))],
    ['f(2, 3) → 5; f(3, 3) → 6', known([int(3), int(3)], int(6))],
    ['f(2, 3) must return -5.', known([int(2), int(3)], int(-5))],
    ['`f(2, 3)` should be 12345', known([int(2), int(3)], int(12345))],
    ['| `f(2, 3)` | `5` |', known([int(2), int(3)], int(5))],
    ['>>> f(2, 3)\n5\n', known([int(2), int(3)], int(5))],
    ['f() == None', known([], { type: 'none' })],
    ['f(True) is False', known([{ type: 'bool', value: true }], { type: 'bool', value: false })],
    ['f(-0.0) == 1e-07.', known([{ type: 'float', value: -0 }], { type: 'float', value: 1e-7 })],
    ['f("a, b)") == \'it "was"\'', known([str('a, b)')], str('it "was"'))],
    ['f([1, (2,)]) == {"a": [1, 2]}', known([{ type: 'list', items: [int(1), { type: 'tuple', items: [int(2)] }] }], { type: 'dict', entries: [[str('a'), { type: 'list', items: [int(1), int(2)] }]] })],
    ['mod.f("é") == "É"', known([str('é')], str('É'))],
  ])('%s', (instruction, item) => {
    expect(learns(foreign(`Repair f.\n\n${instruction}\n`), item)).toEqual([true])
  })

  test.each(['f(2) raises ValueError', '`f(2)` must raise a `ValueError`'.replace('a ', ''), 'f(2) raises `ValueError`'])('%s', (instruction) => {
    expect(learns(foreign(instruction), { kind: 'call', call: 'f', args: [int(2)], expect: { raises: 'ValueError' } })).toEqual([true])
  })

  test.each(['f(a, b) returns the sum', 'f(2, 3)', 'f(2, x) == 5', 'see f( for more', 'f(2, 3) == the answer'])('nothing from: %s', (instruction) => {
    expect(learns(foreign(instruction), known([int(2), int(3)], int(5)))).toEqual([false])
  })
})

describe('it learns from tests that', () => {
  test.each<[string, string, Case]>([
    ['assert', 'from impl import f\ndef test_f():\n    assert f(2) == 4\n', known([int(2)], int(4))],
    ['assert on one line of many', 'import impl\ndef test_f():\n    x = 1\n    assert impl.f(\n        2,\n        3,\n    ) == 4\n', known([int(2), int(3)], int(4))],
    ['are parametrized', 'import pytest\n@pytest.mark.parametrize("a, want", [(2, "x"), (3, "y")])\ndef test_f(a, want):\n    assert f(a) == want\n', known([int(3)], str('y'))],
    ['are parametrized with one name', 'import pytest\n@pytest.mark.parametrize("a", [2, 3])\ndef test_f(a):\n    assert f(a) == 0\n', known([int(3)], int(0))],
    ['stand in a class', 'class TestF:\n    def test_f(self):\n        assert f(2) == 4\n', known([int(2)], int(4))],
    ['expect an exception', 'import pytest\ndef test_f():\n    with pytest.raises(KeyError, match="x"):\n        f(2)\n', { kind: 'call', call: 'f', args: [int(2)], expect: { raises: 'KeyError' } }],
  ])('%s', (_, tests, item) => {
    expect(learns(foreign('Repair f.\n', tests), item)).toEqual([true])
  })
})
