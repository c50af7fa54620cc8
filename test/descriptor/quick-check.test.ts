import { describe, expect, test } from 'vitest'
import { list, map, scalar, struct, variant } from '../../src/descriptor/build.js'
import { typePlan } from '../../src/descriptor/json-plan.js'
import {
  type ReadJSONOptions,
  type ReadResult,
  readExactly,
  readSource,
  readValueQuickly,
} from '../../src/descriptor/read-json.js'
import { toCanonicalJSON } from '../../src/descriptor/to-canonical-json.js'
import type { ScalarKind, TypeDescriptor } from '../../src/descriptor/types.js'
import { documentOf } from '../../src/json/document-of.js'
import { JSONSource } from '../../src/json/json-source.js'
import type { JSONValue } from '../../src/json/json-value.js'
import { parseDocument } from '../../src/json/parse-document.js'
import { stringifyJSON } from '../../src/json/stringify-json.js'

const integers = [
  0,
  1,
  -1,
  255,
  256,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  -(2 ** 31) - 1,
  2 ** 32 - 1,
  2 ** 32,
  2 ** 53 - 1,
]
const fractions = [1.5, -0.5, 1e-7, 3e38, 3.5e38, 1e300, Infinity, Number.NaN]
const wide = [2n ** 53n, -(2n ** 53n), 2n ** 63n - 1n, -(2n ** 63n)]
const tooWide = [2n ** 63n, -(2n ** 63n) - 1n, 2n ** 64n - 1n, 2n ** 64n]
const texts = [
  ...['', 'a', '0', '0s', '1h30m', '90m', '1.5', '500m', '1Ki', ' 1', '2024-01-02T03:04:05Z', '0001-01-01T00:00:00Z'],
  ...['2024-01-02T03:04:05.5+01:00', '2024-01-02T03:04:05.123456Z', '2024-13-02T03:04:05Z', 'QQ==', 'QR==', 'QQ', '5%'],
]
const simple: readonly JSONValue[] = [
  null,
  true,
  false,
  ...integers,
  ...fractions,
  ...wide,
  ...tooWide,
  ...texts,
  [],
  {},
]
const members: readonly JSONValue[] = [null, true, 0, 1, -1, 256, 2 ** 32, 1.5, 2n ** 63n - 1n, '', '1s', 'QQ=', {}]
const nested: readonly JSONValue[] = [
  ...members.flatMap((value): JSONValue[] => [[value], [null, value], { a: value }, { b: value }, { c: value }]),
  ...[
    { a: 1, b: 'x' },
    { b: 'x', a: 1 },
    { a: 1, c: [1, { d: 1.5 }] },
  ],
  ...[{ a: { b: {} } }, { a: { b: 'x' } }, { a: { b: 1 } }, { 10: 'x', 9: 'y' }, [0, 255], [{ a: 1 }], [{ b: 1 }]],
]

const infinite: readonly JSONValue[] = [[Infinity], { a: Infinity }, { c: { d: Infinity } }, { c: [Infinity] }]

const inner = struct('x.Inner', () => [
  ['a', 1, scalar('int32'), '?'],
  ['b', 2, scalar('string'), '?'],
])
const kinds: readonly ScalarKind[] = [
  ...(['string', 'bool', 'int32', 'int64', 'uint32', 'uint64', 'float', 'double', 'bytes', 'time'] as const),
  ...(['microTime', 'duration', 'quantity', 'intOrString', 'rawExtension', 'fieldsV1', 'json', 'any'] as const),
]
const composed: Readonly<Record<string, TypeDescriptor>> = {
  inner,
  open: struct('x.Open', () => [['a', 1, scalar('int32'), '?']], { preserveUnknownFields: true }),
  'list of strings': list(scalar('string')),
  'list of numbers': list(scalar('int64')),
  'list of structs': list(inner),
  'list of pointers': list(inner, { pointerElements: true }),
  'map of strings': map(scalar('string')),
  'map of numbers': map(scalar('uint32')),
  'map of structs': map(inner),
  'map of pointers': map(scalar('duration'), { pointerValues: true }),
  orBool: variant('orBool', inner),
  orArray: variant('orArray', inner),
  orStringArray: variant('orStringArray', inner),
}
const types: readonly (readonly [string, TypeDescriptor])[] = [
  ...kinds.map((kind) => [kind, scalar(kind)] as const),
  ...Object.entries(composed),
]

/** What is left to the exact reader although it takes it: rare notations of which there is another, canonical one. */
const leftToExactReader: Readonly<Record<string, (value: JSONValue, mode: string) => boolean>> = {
  float: (value, mode) => mode === 'canonical' && typeof value === 'bigint',
  double: (value, mode) => mode === 'canonical' && typeof value === 'bigint',
  bytes: (value, mode) => mode === 'canonical' && Array.isArray(value),
  quantity: (value, mode) => mode === 'canonical' && typeof value !== 'string',
  orBool: isLeftOfVariant,
  orArray: isLeftOfVariant,
  orStringArray: isLeftOfVariant,
}

/** Go looks for no unknown fields in schemas, and takes any scalar for none. */
function isLeftOfVariant(value: JSONValue, mode: string): boolean {
  return typeof value === 'string' || mode === (typeof value === 'object' ? 'strict' : 'canonical')
}

/** What Go would write of the value that a reader gives; `undefined` if there is none, or findings. */
function written(type: TypeDescriptor, mode: string, read: () => ReadResult | undefined): string | undefined {
  const result = read()
  if (result === undefined || result.findings.length > 0) return undefined
  return mode === 'canonical' ? stringifyJSON(result.value, { keys: 'kept' }) : toCanonicalJSON(type, result.value)
}

function exactly(type: TypeDescriptor, value: JSONValue, options: ReadJSONOptions): ReadResult | undefined {
  try {
    return readExactly(typePlan(type), { document: documentOf(value), quick: value }, options)
  } catch {
    return undefined
  }
}

function valuesFor(name: string, mode: string): readonly JSONValue[] {
  if (!(name in composed) && name !== 'any' && name !== 'bytes') return simple
  if (mode !== 'canonical' || name === 'open') return [...simple, ...nested, ...infinite]
  // Integers of more than 64 bits without a type stay what they are given as; of what is dropped no number is looked at.
  return [...simple.filter((value) => !tooWide.includes(value as bigint)), ...nested]
}

/** The engine's parser may round other numbers, and leaves them to the exact reader. */
function hasSafeNumbers(value: JSONValue): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(hasSafeNumbers)
  return typeof value === 'number' ? Math.abs(value) < 2 ** 53 : typeof value !== 'bigint'
}

/** Reads a text, and reports whether it was parsed a second time. */
function isParsedTwice(type: TypeDescriptor, text: string, options: ReadJSONOptions): boolean {
  const source = new JSONSource(text)
  let twice = false
  Object.defineProperty(source, 'document', {
    get: () => {
      twice = true
      return parseDocument(text)
    },
  })
  readSource(type, source, options)
  return twice
}

describe.each(types)('%s', (name, type) => {
  test.each(['faithful', 'strict', 'canonical'] as const)('is parsed once where it is checked quickly: %s', (mode) => {
    const whole = struct('x.Whole', () => [['f', 1, type, '*']])
    for (const f of valuesFor(name, mode).filter(hasSafeNumbers)) {
      if (readValueQuickly(typePlan(whole), { f }, { mode, exact: true }) === undefined) continue
      expect([f, isParsedTwice(whole, stringifyJSON({ f }, { keys: 'kept' }), { mode })]).toEqual([f, false])
    }
  })

  test.each(['faithful', 'strict', 'canonical'] as const)('is checked quickly as it is read exactly: %s', (mode) => {
    const left = leftToExactReader[name] ?? (() => false)
    for (const shape of ['', '*'] as const) {
      const whole = struct('x.Whole', () => [['f', 1, type, shape]])
      for (const f of valuesFor(name, mode)) {
        // A canonical value holds wide integers as they are given.
        for (const bigint of mode === 'canonical' ? [true] : [false, true]) {
          const integers = bigint ? 'bigint' : 'error'
          const exact = written(whole, mode, () => exactly(whole, { f }, { mode, integers }))
          const quick = written(whole, mode, () =>
            readValueQuickly(typePlan(whole), { f }, { mode, exact: true, bigint }),
          )
          if (quick === undefined && exact !== undefined && left(f, mode)) continue
          expect([shape, integers, f, quick]).toEqual([shape, integers, f, exact])
        }
      }
    }
  })
})
