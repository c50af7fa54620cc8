import { describe, expect, test } from 'vitest'
import {
  Aggregate,
  aggregateGoroutines,
  filterOut,
  flatten,
  isAggregate,
  isNotFound,
  newAggregate,
  newNotFound,
  reduce,
} from '../../src/errors/index.js'

const [a, b, c] = [new Error('a'), new Error('b'), new Error('c')]

describe('messages', () => {
  test.each([
    [[a], 'a'],
    [[a, b], '[a, b]'],
    [[a, new Error('a')], 'a'],
    [[a, new Aggregate([b, a]), c], '[a, b, c]'],
    [[new Aggregate([a, b])], '[a, b]'],
    [[], ''],
  ])('%# reads %s', (errors, message) => {
    expect(new Aggregate(errors).message).toBe(message)
  })

  test('deep nesting is supported', () => {
    let nested: Error = a
    for (let i = 0; i < 10_000; i++) nested = new Aggregate([nested])
    expect(nested.message).toBe('a')
    expect(new Aggregate([nested, b]).message).toBe('[a, b]')
    expect(flatten(new Aggregate([nested, b]))?.errors).toEqual([a, b])
    expect(filterOut(nested, (error) => error === b)?.message).toBe('a')
  })
})

test('absent errors are left out, and no errors are no aggregate', () => {
  expect(newAggregate([])).toBeUndefined()
  expect(newAggregate([undefined, null])).toBeUndefined()
  expect(newAggregate([undefined, a])?.errors).toEqual([a])
})

test('members are found by identity, at any depth and as causes', () => {
  const aggregate = new Aggregate([a, new Aggregate([new Error('outer', { cause: b })])])
  expect(aggregate.is(a)).toBe(true)
  expect(aggregate.is(b)).toBe(true)
  expect(aggregate.is(c)).toBe(false)
})

test('predicates do not look inside', () => {
  expect(isNotFound(new Aggregate([newNotFound({ group: '', resource: 'pods' }, 'a')]))).toBe(false)
})

test('filtering takes out what matches, everywhere', () => {
  const aggregate = new Aggregate([a, new Aggregate([b]), new Aggregate([a, c])])
  expect(filterOut(aggregate, (error) => error === a)?.message).toBe('[b, c]')
  expect(filterOut(aggregate, () => true)).toBeUndefined()
  expect(filterOut(a, (error) => error === a)).toBeUndefined()
  expect(filterOut(a, (error) => error === b)).toBe(a)
  expect(filterOut(undefined)).toBeUndefined()
})

test('flattening and reducing', () => {
  expect(flatten(new Aggregate([a, new Aggregate([b, new Aggregate([c])])]))?.errors).toEqual([a, b, c])
  expect(flatten(undefined)).toBeUndefined()
  expect(reduce(new Aggregate([a]))).toBe(a)
  expect(reduce(a)).toBe(a)
  const two = new Aggregate([a, b])
  expect(reduce(two)).toBe(two)
  expect(reduce(undefined)).toBeUndefined()
})

test('aggregates of another copy are recognised', () => {
  const foreign = Object.assign(new Error('x'), { code: 'Aggregate', errors: [a, b] })
  Object.defineProperty(foreign, Symbol.for('apimachinery.error'), { value: true })
  expect(isAggregate(foreign)).toBe(true)
  expect(new Aggregate([foreign as never, c]).message).toBe('[a, b, c]')
})

test('work done at once reports all that failed', async () => {
  const failed = await aggregateGoroutines(
    async () => 1,
    () => Promise.reject(a),
    () => Promise.reject('text'),
    () => {
      throw b
    },
  )
  expect(failed?.message).toBe('[a, text, b]')
  expect(await aggregateGoroutines(async () => 1)).toBeUndefined()
})

test('names, several matchers, and what is thrown that is no error', async () => {
  expect(new Aggregate([a]).name).toBe('Aggregate')
  const either = filterOut(
    new Aggregate([a, b, c]),
    (error) => error === a,
    (error) => error === b,
  ) as Aggregate
  expect(either.errors).toEqual([c])
  const failed = await aggregateGoroutines(
    () => Promise.reject('text'),
    () => Promise.reject(a),
  )
  expect(failed?.errors[0]).toMatchObject({ code: 'Thrown', message: 'text', cause: 'text' })
  expect(failed?.errors[1]).toBe(a)
})

test('members are compared as they are, and what caused them need not be an error', () => {
  const aggregate = new Aggregate([new Error('outer', { cause: 'text' }), new Error('none', { cause: null })])
  expect(aggregate.is('text')).toBe(true)
  expect(aggregate.is(null)).toBe(false)
  expect(aggregate.is(undefined)).toBe(false)
  const [x, y] = [new Error('x'), new Error('y')]
  Object.assign(x, { cause: y })
  Object.assign(y, { cause: x })
  expect(new Aggregate([x]).is(y)).toBe(true)
  expect(new Aggregate([x]).is(a)).toBe(false)
})
