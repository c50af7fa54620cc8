import { expect, test } from 'vitest'
import { removeStatusCondition, setStatusCondition } from '../../src/meta/conditions.js'

const before = {
  type: 'Ready',
  status: 'True',
  reason: 'Up',
  message: 'fine',
  observedGeneration: 1,
  lastTransitionTime: '2024-01-01T00:00:00Z',
} as const

test.each([
  [{}, false],
  [{ reason: 'Down' }, true],
  [{ message: 'bad' }, true],
  [{ message: '' }, true],
  [{ observedGeneration: 2 }, true],
])('a condition with %j is another one: %j', (more, changed) => {
  const conditions = [{ ...before }]
  expect(setStatusCondition(conditions, { ...before, ...more })).toBe(changed)
  expect(conditions).toEqual([{ ...before, ...more }])
  expect(setStatusCondition(conditions, { ...before, ...more })).toBe(false)
})

test('a generation of zero is left out', () => {
  const conditions = [{ ...before }]
  expect(setStatusCondition(conditions, { ...before, observedGeneration: 0 })).toBe(true)
  expect(conditions[0]).not.toHaveProperty('observedGeneration')
})

test('conditions are removed by their type', () => {
  const conditions = [{ ...before }, { ...before, type: 'Other' }, { ...before }]
  expect(removeStatusCondition(conditions, 'None')).toBe(false)
  expect(removeStatusCondition(conditions, 'Ready')).toBe(true)
  expect(conditions.map(({ type }) => type)).toEqual(['Other'])
})
