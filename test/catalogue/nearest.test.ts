import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nearest, suggest } from '../../src/catalogue/nearest.ts'

const KEYS = ['label', 'conduct', 'artifact_correct', 'family', 'trick', 'sources', 'applies_to', 'needs', 'given', 'witness', 'expect']

describe('nearest', () => {
  test.each([
    ['artefact_correct', 'artifact_correct'], ['artifact-correct', 'artifact_correct'], ['artifactCorrect', 'artifact_correct'], ['lable', 'label'],
    ['Label', 'label'], ['apply_to', 'applies_to'], ['source', 'sources'], ['expects', 'expect'], ['witnes', 'witness'],
  ])('takes %s for %s', (name, meant) => {
    expect(nearest(name, KEYS)).toBe(meant)
  })

  test.each(['colour', 'x', '', 'timeout_sec'])('takes %j for none of them', (name) => {
    expect(nearest(name, KEYS)).toBeNull()
  })

  test('takes every known name for itself', () => {
    fc.assert(fc.property(fc.uniqueArray(fc.string({ unit: fc.constantFrom(...'abcd'), minLength: 1 }), { minLength: 1 }), (names) => {
      expect(names.map((name) => nearest(name, names))).toEqual(names)
    }))
  })

  test('answers with a known name or none', () => {
    fc.assert(fc.property(fc.string(), fc.array(fc.string()), (name, known) => {
      const found = nearest(name, known)
      expect([null, ...known]).toContain(found)
    }))
  })
})

describe('suggest', () => {
  test('says what was meant, what there is, or to remove it', () => {
    expect(suggest('lable', KEYS)).toBe('did you mean "label"?')
    expect(suggest('zzz', ['a', 'b'])).toBe('known here: a, b')
    expect(suggest('zzz', [])).toBe('remove it')
  })
})
