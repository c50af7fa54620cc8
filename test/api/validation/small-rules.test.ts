import { expect, test } from 'vitest'
import { overlapOf, readIndexes } from '../../../src/api/batch/job/indexes.js'
import { validateBinding } from '../../../src/api/core/pod/binding.js'
import { Binding } from '../../../src/api/core/v1/types.gen.js'
import { validateAtMost100Percent, validatePositiveIntOrPercent } from '../../../src/api/validation/int-or-percent.js'
import { unifiedDiff } from '../../../src/api/validation/unified-diff.js'
import { fieldPath } from '../../../src/validation/field-path.js'

const path = fieldPath('f')
const messages = (errors: readonly { field: string; detail: string }[]) => errors.map(({ field }) => field)

test.each([
  ['', 0],
  ['0', 1],
  ['0-2,4', 4],
  ['0,2-3,9', 4],
])('%j are %d indexes', (text, count) => {
  expect(readIndexes(text, 10)).toBe(count)
})

test.each(['a', '1-', '-1', '2,1', '1-1', '10', '0-10', '1,,2'])('%j are not indexes', (text) => {
  expect(typeof readIndexes(text, 10)).toBe('string')
})

test('indexes that completed have not failed', () => {
  expect(overlapOf('0-2', '3,5', 10)).toBeUndefined()
  expect(overlapOf('0-3', '3,5', 10)).toBeDefined()
})

test.each([
  [0, 0, 0],
  ['100%', 0, 0],
  ['101%', 0, 1],
  [-1, 1, 0],
  ['a', 1, 0],
  ['-1%', 1, 0],
] as const)('%j has %d errors as an amount, %d as a share', (value, amount, share) => {
  expect(validatePositiveIntOrPercent(value, path)).toHaveLength(amount)
  expect(validateAtMost100Percent(value, path)).toHaveLength(share)
})

test('a pod is bound to a node with a name', () => {
  expect(messages(validateBinding(new Binding({ target: { kind: 'Node', name: 'n' } } as never)))).toEqual([])
  expect(messages(validateBinding(new Binding({ target: { name: 'n' } } as never)))).toEqual([])
  expect(messages(validateBinding(new Binding({ target: { kind: 'Pod' } } as never)))).toEqual([
    'target.kind',
    'target.name',
  ])
})

test('texts are compared in hunks with three lines around', () => {
  const lines = Array.from({ length: 12 }, (_, i) => `line ${i}`)
  const changed = lines.with(6, 'other')
  expect(unifiedDiff(lines.join('\n'), changed.join('\n'))).toContain(
    '@@ -4,7 +4,7 @@\n line 3\n line 4\n line 5\n-line 6\n+other\n line 7\n line 8\n line 9\n',
  )
  expect(unifiedDiff('a', 'a')).toBe('')
})
