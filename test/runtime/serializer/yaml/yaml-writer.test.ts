import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JSONValue } from '../../../../src/descriptor/types.js'
import { isMachineryError } from '../../../../src/errors/machinery-error.js'
import { yamlToJSON } from '../../../../src/runtime/serializer/yaml/yaml-reader.js'
import { jsonToYAML } from '../../../../src/runtime/serializer/yaml/yaml-writer.js'
import { sourceOperations } from '../../../interop/source-operations.js'
import { agrees, answer, haveVectors, readVectors } from '../../../interop/vectors.js'
import { rounds } from '../../../rounds.js'
import { nastyValue } from './documents.js'

describe('jsonToYAML', () => {
  test.each<[JSONValue, string]>([
    [{ b: 1, a: [] }, 'a: []\nb: 1\n'],
    [{ a: [1, [2, [3]], { b: [{ c: 1, d: {} }] }] }, 'a:\n- 1\n- - 2\n  - - 3\n- b:\n  - c: 1\n    d: {}\n'],
    [{ a10: 1, a9: 2, A: 3, _: 4, 'b-1': 5 }, '_: 4\nA: 3\na9: 2\na10: 1\nb-1: 5\n'],
    [
      { a: 'yes', b: '0x1', c: '1_0', d: '2020-02-30', e: '2020-02-28', f: '' },
      'a: "yes"\nb: "0x1"\nc: "1_0"\nd: 2020-02-30\ne: "2020-02-28"\nf: ""\n',
    ],
    ['a\nb\n', '|\n  a\n  b\n'],
    ['\n a', '|2-\n\n   a\n'],
    ['a \nb', '"a \\nb"\n'],
    ["it's: ", "'it''s: '\n"],
    ['\u{1f600}', '"\\U0001F600"\n'],
    ['\ud800', '\ufffd\n'],
    [{ ['k'.repeat(129)]: [1] }, `? ${'k'.repeat(129)}\n: - 1\n`],
    [
      [2 ** 53 * 2, 1e21, 1e-7, 1234567.5, -0, 12345678901234567890n],
      '- 18014398509481984\n- 1e+21\n- 1e-07\n- 1.2345675e+06\n- 0\n- 12345678901234567890\n',
    ],
  ])('writes value %# as Go does', (value, text) => {
    expect(jsonToYAML(value)).toBe(text)
  })

  // Unlike Go, which parses the text (docs/conformance.md): a value has no notation.
  test.each([
    ['1e6', '1000000\n'],
    ['[1e3,{"a":2E4}]', '- 1000\n- a: 20000\n'],
    ['{"a":-0.0,"b":1.0}', 'a: 0\nb: 1\n'],
    ['1000000', '1000000\n'],
    ['1e21', '1e+21\n'],
  ])('writes the number that JSON text %s means', (json, text) => {
    expect(jsonToYAML(JSON.parse(json) as JSONValue)).toBe(text)
  })

  test('folds long text behind column 80', () => {
    const words = `${'word '.repeat(40)}end`
    const lines = jsonToYAML({ a: words }).split('\n')
    expect(lines.length).toBeGreaterThan(2)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(90)
  })

  test('leaves out undefined properties and keeps __proto__', () => {
    const value = JSON.parse('{"__proto__": 1}') as JSONValue
    expect(jsonToYAML({ a: undefined as never, b: value })).toBe('b:\n  __proto__: 1\n')
  })

  test('is read back as the same value', () => {
    fc.assert(
      fc.property(nastyValue, (value) => {
        expect(yamlToJSON(jsonToYAML(value), { strict: true })).toEqual(value)
      }),
      { numRuns: rounds(500) },
    )
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('refuses %d', (value) => {
    expect(() => jsonToYAML([value])).toThrow('unsupported value')
  })

  test('refuses what nests too deeply', () => {
    let value: JSONValue = 1
    for (let depth = 0; depth < 20_000; depth++) value = [value]
    expect(() => jsonToYAML(value)).toThrow(expect.toSatisfy((error: unknown) => isMachineryError(error, 'TooDeep')))
  })
})

describe.skipIf(!haveVectors)('answers recorded from Go (skipped without ../shared/vectors)', () => {
  test.each(['json2yaml', 'yaml2json'])('%s agrees', async (file) => {
    const operations = await sourceOperations('yaml')
    const results = readVectors(file).map((vector) => ({
      vector,
      got: answer(operations[vector.req.op] as never, vector.req),
    }))
    expect(results.length).toBeGreaterThan(50)
    expect(results.filter(({ vector, got }) => !agrees(vector, got) || got.error !== vector.res.error)).toEqual([])
  })
})
