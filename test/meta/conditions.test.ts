import { describe, expect, test } from 'vitest'
import {
  findStatusCondition,
  isStatusConditionFalse,
  isStatusConditionPresentAndEqual,
  isStatusConditionTrue,
  removeStatusCondition,
  setStatusCondition,
} from '../../src/meta/index.js'
import type { Condition } from '../../src/meta/v1/index.js'

const before = '2024-01-02T02:00:00Z'
const after = '2024-01-02T04:00:00Z'
const clock = { now: () => Date.parse('2024-01-02T03:00:00.987Z') }

function condition(type: string, more: Partial<Condition> = {}): Condition {
  return { type, status: 'Unknown', lastTransitionTime: before, reason: '', message: '', ...more }
}

describe('setStatusCondition', () => {
  test('adds with the time it is given, or now in whole seconds', () => {
    const conditions = [condition('first')]
    const added = { type: 'second', status: 'True', reason: 'r', message: 'm' }
    expect(setStatusCondition(conditions, { ...added, lastTransitionTime: before })).toBe(true)
    expect(setStatusCondition(conditions, { ...added, type: 'third' }, { clock })).toBe(true)
    expect(conditions.map(({ type, lastTransitionTime }) => [type, lastTransitionTime])).toEqual([
      ['first', before],
      ['second', before],
      ['third', '2024-01-02T03:00:00Z'],
    ])
  })

  test('changes the time with the status only', () => {
    const conditions = [condition('a', { status: 'True' })]
    const message = {
      type: 'a',
      status: 'True',
      reason: 'r',
      message: 'm',
      observedGeneration: 3,
      lastTransitionTime: after,
    }
    expect(setStatusCondition(conditions, message, { clock })).toBe(true)
    expect(conditions).toEqual([condition('a', { ...message, lastTransitionTime: before })])
    expect(setStatusCondition(conditions, { ...message, status: 'False' }, { clock })).toBe(true)
    expect(conditions[0]?.lastTransitionTime).toBe(after)
    expect(setStatusCondition(conditions, { ...message, lastTransitionTime: '0001-01-01T00:00:00Z' }, { clock })).toBe(
      true,
    )
    expect(conditions[0]?.lastTransitionTime).toBe('2024-01-02T03:00:00Z')
  })

  test('reports when nothing changes; absent and zero are the same', () => {
    const conditions = [condition('a', { status: 'True', observedGeneration: 0 })]
    expect(setStatusCondition(conditions, { type: 'a', status: 'True', lastTransitionTime: after })).toBe(false)
    expect(conditions[0]?.lastTransitionTime).toBe(before)
  })

  test('clears what the new condition has not', () => {
    const conditions = [condition('a', { reason: 'r', message: 'm', observedGeneration: 3 })]
    expect(setStatusCondition(conditions, { type: 'a', status: 'Unknown' })).toBe(true)
    expect(conditions).toEqual([condition('a')])
  })
})

test('removeStatusCondition', () => {
  const conditions = ['a', 'b', 'c'].map((type) => condition(type))
  expect(removeStatusCondition(conditions, 'b')).toBe(true)
  expect(removeStatusCondition(conditions, 'b')).toBe(false)
  expect(conditions.map(({ type }) => type)).toEqual(['a', 'c'])
  expect(removeStatusCondition([], 'a')).toBe(false)
})

test('asking', () => {
  const conditions = [condition('yes', { status: 'True' }), condition('no', { status: 'False' }), condition('maybe')]
  expect(findStatusCondition(conditions, 'no')).toBe(conditions[1])
  expect(findStatusCondition(undefined, 'no')).toBeUndefined()
  expect(['yes', 'no', 'maybe', 'none'].map((type) => isStatusConditionTrue(conditions, type))).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect(['yes', 'no', 'maybe', 'none'].map((type) => isStatusConditionFalse(conditions, type))).toEqual([
    false,
    true,
    false,
    false,
  ])
  expect(isStatusConditionPresentAndEqual(conditions, 'maybe', 'Unknown')).toBe(true)
})

test('null among conditions, which a faithful reading keeps, is none of them', () => {
  const conditions = JSON.parse('[null,{"type":"a","status":"True"}]') as Condition[]
  expect(findStatusCondition(conditions, 'a')?.status).toBe('True')
  expect(setStatusCondition(conditions, { type: 'b', status: 'False', reason: 'New' })).toBe(true)
  expect(removeStatusCondition(conditions, 'a')).toBe(true)
  expect(conditions.map((condition) => condition?.type)).toEqual([undefined, 'b'])
})
