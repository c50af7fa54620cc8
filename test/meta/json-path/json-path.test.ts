import { describe, expect, test } from 'vitest'
import { JSONPath } from '../../../src/meta/index.js'
import { Unstructured } from '../../../src/runtime/objects/unstructured.js'
import { goldenLines } from '../../golden-lines.js'
import { thrown } from '../../thrown.js'

interface Line {
  readonly a: string
  readonly strict: boolean
  readonly out?: string
  readonly error?: string
}

const lines = goldenLines<Line>('json-path.jsonl')
const { object } = (await import('../../interop/cases/json-path.mjs' as string)) as { object: object }

function execute(path: string, data: object, allowMissingKeys = false): string {
  return JSONPath.parse(path, { allowMissingKeys }).execute(new Unstructured(data))
}

test.each(lines)('$a has the answer of Go (strict: $strict)', ({ a, strict, out, error }) => {
  if (error === undefined) expect(execute(a, object, !strict)).toBe(out)
  else expect(thrown(() => execute(a, object, !strict)).message).toBe(error)
})

describe('results that depend on Go’s map order', () => {
  test.each([
    ['{.spec.*}', '1 2 3'],
    ['{..c}', '5'],
    ['{.spec..}', '{"a":2,"b":3,"z":1}'],
  ])('%s', (path, expected) => {
    expect(
      execute(path, { spec: { z: 1, a: 2, b: 3 }, d: { c: 5 } })
        .split(' ')
        .sort()
        .join(' '),
    ).toBe(expected)
  })

  test('comes in the order of keys here', () => {
    expect(execute('{.spec.*}', { spec: { z: 1, a: 2, b: 3 } })).toBe('2 3 1')
  })
})

test('numbers are printed as Go prints them', () => {
  expect(
    execute('{.n[*]}', { n: [0.00001, 1e-7, 0.0001, 1234567.5, 2000000, 1e20, 1e21, -0.5, 9007199254740993n] }),
  ).toBe('1e-05 1e-07 0.0001 1.2345675e+06 2000000 1e+20 1e+21 -0.5 9007199254740993')
  expect(execute('{-.0}', {})).toBe('-0')
  expect(execute('{-0}', {})).toBe('0')
})

test('keys of objects are ordinary keys, and nothing is inherited', () => {
  const data = JSON.parse('{"__proto__": {"x": 1}, "a": {}}') as object
  expect(JSONPath.parse('{.__proto__.x}').findResults(data)).toEqual([[1]])
  expect(JSONPath.parse('{.a.constructor}', { allowMissingKeys: true }).findResults(data)).toEqual([[]])
})

test('depth exhausts no stack: it is walked through, or refused', () => {
  let deep: object = {}
  for (let i = 0; i < 100_000; i++) deep = { a: deep }
  expect(JSONPath.parse('{..b}', { allowMissingKeys: true }).findResults(deep)).toEqual([[]])
  expect(thrown(() => JSONPath.parse(`{${'[?('.repeat(10_000)}`)).message).toBe('unterminated filter')
  expect(thrown(() => JSONPath.parse(`{${'[?('.repeat(10_000)}@.a${')]'.repeat(10_000)}}`)).message).toBe(
    'unterminated filter',
  )
  expect(() => JSONPath.parse(`{${'.a'.repeat(100_000)}}`)).not.toThrow()
})
