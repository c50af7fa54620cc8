import { describe, expect, test } from 'vitest'
import { type FieldShape, type FieldTuple, list, map, scalar, struct, variant } from '../../src/descriptor/build.js'
import { typePlan } from '../../src/descriptor/json-plan.js'
import { type ReadJSONOptions, type ReadResult, readExactly, readJSON } from '../../src/descriptor/read-json.js'
import { canonicalize, toCanonicalJSON } from '../../src/descriptor/to-canonical-json.js'
import type { ScalarKind, TypeDescriptor } from '../../src/descriptor/types.js'
import { JSONSource } from '../../src/json/json-source.js'
import type { JSONValue } from '../../src/json/json-value.js'
import { parseJSON } from '../../src/json/parse-json.js'
import { stringifyJSON } from '../../src/json/stringify-json.js'
import { Random } from '../interop/random.mjs'
import { rounds } from '../rounds.js'

const kinds: Readonly<Record<ScalarKind, readonly string[]>> = {
  string: ['""', '"a"', '"<\\u2028"'],
  bool: ['true', 'false'],
  int32: ['0', '-0', '1', '2147483647', '2147483648', '-2147483649', '1.0', '1.5'],
  int64: ['0', '-1', '9007199254740991', '9007199254740993', '9223372036854775807', '9223372036854775808', '2.0'],
  uint32: ['0', '4294967295', '4294967296', '-1'],
  uint64: ['0', '18446744073709551615', '18446744073709551616', '-1'],
  float: ['0', '-0.0', '1.5', '0.1', '1e39'],
  double: ['0', '-0.0', '-0', '1.5', '1e300', '1e400', '1.0'],
  bytes: ['""', '"QQ=="', '"QR=="', '"Q"', '"QU\\nI="', '[1,2]'],
  time: ['""', '"2024-01-02T03:04:05Z"', '"2024-01-02T03:04:05.5+01:00"', '"0001-01-01T00:00:00Z"', '"x"'],
  microTime: ['"2024-01-02T03:04:05.000000Z"', '"2024-01-02T03:04:05.123456789Z"', '"x"'],
  duration: ['"0s"', '"0"', '"1h"', '"90m"', '"x"'],
  quantity: ['"0"', '"1.5Gi"', '"100m"', '1', '0.5', '0', '"x"'],
  intOrString: ['0', '1', '"50%"', '""', '1.5', '2147483648'],
  rawExtension: ['{"b":1,"a":{"z":1,"y":2}}', '{}', '1', '"x"', '[1.0]'],
  fieldsV1: ['{"f:b":{},"f:a":{}}', '{}', '1'],
  json: ['{"b":1.0,"a":[]}', '"x"', '1', 'false'],
  any: ['{"b":1,"a":[{"d":1,"c":2}]}', '[]', '{}', '1', '-0', '1.0', '"x"'],
}

const inner = struct('x.Inner', () => [
  ['b', 1, scalar('string'), '?'],
  ['a', 2, scalar('int32'), '?'],
])
const open = struct(
  'x.Open',
  () => [
    ['b', 1, scalar('string'), '?'],
    ['a', 2, scalar('int32')],
  ],
  { preserveUnknownFields: true },
)
const structs = ['{}', '{"a":1,"b":"x"}', '{"b":"","a":0}', '{"b":"x","c":1}', '{"c":{"z":1,"y":2},"a":0}', '{"a":"x"}']
const composed: Readonly<Record<string, readonly [TypeDescriptor, readonly string[]]>> = {
  struct: [inner, structs],
  open: [open, structs],
  strings: [list(scalar('string')), ['[]', '["",null,"a"]', '[1]']],
  numbers: [list(scalar('int64')), ['[]', '[0,null,1.0]', '[9223372036854775807]']],
  pointers: [list(inner, { pointerElements: true }), ['[null,{}]', '[{"a":1}]']],
  structs: [list(inner), ['[null,{}]', '[{"b":"","a":1},{}]']],
  map: [map(scalar('string')), ['{}', '{"b":"","a":null}', '{"10":"x","9":"y"}']],
  structMap: [map(inner), ['{"b":{"b":"","a":1},"a":null}', '{"a":{}}']],
  pointerMap: [map(inner, { pointerValues: true }), ['{"b":null,"a":{}}']],
  bytesMap: [map(scalar('bytes')), ['{"b":"","a":null}']],
  orBool: [variant('orBool', inner), ['true', 'false', '{}', '{"a":1}', '[]']],
  orArray: [variant('orArray', inner), ['[]', '[{"a":1},{}]', '{}', 'true']],
  orStringArray: [variant('orStringArray', inner), ['[]', '["a",""]', '{"b":""}']],
}
const types: readonly (readonly [string, TypeDescriptor, readonly string[]])[] = [
  ...Object.entries(kinds).map(([kind, values]) => [kind, scalar(kind as ScalarKind), values] as const),
  ...Object.entries(composed).map(([name, [type, values]]) => [name, type, values] as const),
]
const shapes: readonly FieldShape[] = ['', '?', '*', '*?', 'z']

const modes = ['faithful', 'strict', 'canonical'] as const

/** The result of a reader: the value as Go would write it, or its error. Faithful values may distinguish -0 from 0. */
function outcome(type: TypeDescriptor, mode: string, read: () => ReadResult): string {
  try {
    const { value, findings } = read()
    if (mode === 'canonical') return stringifyJSON(value, { keys: 'kept' })
    return `${toCanonicalJSON(type, value).replaceAll(/-0(?![.\d])/g, '0')} ${JSON.stringify(findings)}`
  } catch (error) {
    return String(error)
  }
}

function same(type: TypeDescriptor, text: string): void {
  for (const mode of modes) {
    // Faithful reading of a whole fraction in an integer field is quick only, and keeps it.
    if (mode !== 'canonical' && /\d\.0\b/.test(text)) continue
    for (const integers of ['error', 'bigint'] as const) {
      const options: ReadJSONOptions = { mode, integers }
      const source = new JSONSource(text, { wellFormed: mode !== 'faithful' })
      const exact = outcome(type, mode, () => readExactly(typePlan(type), source, options))
      expect([text, options, outcome(type, mode, () => readJSON(type, text, options))]).toEqual([text, options, exact])
    }
  }
}

describe.each(types)('%s', (...[, type, values]) => {
  const fields = shapes.map((shape, i): FieldTuple => [`f${i}`, i + 1, type, shape])
  const whole = struct('x.Whole', () => fields)

  test('is read by the fast path as by the exact reader, present or not', () => {
    for (const value of ['null', ...values]) {
      for (let i = 0; i < shapes.length; i++) same(whole, `{"f${i}":${value}}`)
      same(whole, `{${shapes.map((_, i) => `"f${i}":${value}`).join()}}`)
    }
    same(whole, '{}')
  })

  test('is written in a form that is its own canonical form', () => {
    for (const value of ['null', ...values])
      for (let i = 0; i < shapes.length; i++) {
        let object: JSONValue
        try {
          object = parseJSON(`{"f${i}":${value}}`)
        } catch {
          continue
        }
        let written: string
        try {
          written = toCanonicalJSON(whole, object)
        } catch {
          expect(() => readJSON(whole, stringifyJSON(object), { mode: 'canonical', integers: 'bigint' })).toThrow()
          continue
        }
        // A pointer to an empty schema is written as null, which is read as no pointer.
        if (type.kind === 'variant' && written.includes('null')) continue
        const read = parseJSON(written)
        expect(toCanonicalJSON(whole, read)).toBe(written)
        // Unknown fields are moved to the end; JavaScript orders keys by number, Go does not.
        if (type !== open && !/"10":/.test(written)) expect(canonicalize(whole, read)).toBe(read)
      }
  })
})

test('objects of all kinds are read quickly as they are read exactly, in any order of their members', () => {
  const all = struct('x.All', () =>
    types.map(([name, type], i): FieldTuple => [name, i + 1, type, shapes[i % shapes.length] as FieldShape]),
  )
  const random = new Random(3)
  for (let round = 0; round < rounds(800); round++) {
    const members = types
      .filter(() => random.below(3) > 0)
      .map(
        ([name, , values]) => `${JSON.stringify(name)}:${values[random.below(Math.min(values.length, 3))] as string}`,
      )
    for (let swaps = random.below(4); swaps > 0 && members.length > 1; swaps--) {
      const [i, j] = [random.below(members.length), random.below(members.length)]
      ;[members[i], members[j]] = [members[j] as string, members[i] as string]
    }
    if (random.below(5) === 0) members.push('"unknown":{"b":1,"a":[1.0]}')
    if (random.below(8) === 0 && members[0] !== undefined) members.push(members[0])
    same(all, `{${members.join()}}`)
  }
})
