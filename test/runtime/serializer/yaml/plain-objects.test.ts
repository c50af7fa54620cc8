import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stringifyJSON } from '../../../../src/json/stringify-json.js'
import { Scheme } from '../../../../src/runtime/scheme/scheme.js'
import { JSONSerializer } from '../../../../src/runtime/serializer/json/json-serializer.js'
import { withUnstructured } from '../../../../src/runtime/serializer/unstructured-registry.js'
import { rereadAsJSON } from '../../../../src/runtime/serializer/yaml/reread-as-json.js'
import { yamlToJSON } from '../../../../src/runtime/serializer/yaml/yaml-reader.js'
import { YAMLSerializer } from '../../../../src/runtime/serializer/yaml/yaml-serializer.js'
import { jsonToYAML } from '../../../../src/runtime/serializer/yaml/yaml-writer.js'
import { rounds } from '../../../rounds.js'
import { CronTabV1, group, v1 } from '../../crontab.js'

const header = `apiVersion: ${group}/v1\nkind: CronTab\n`

function registry(unstructured: boolean) {
  const scheme = new Scheme()
  if (!unstructured) scheme.addKnownTypes(v1, CronTabV1)
  return withUnstructured(scheme)
}

/** The result or error of reading the YAML, and of reading its JSON. */
function outcomes(text: string, unstructured: boolean): { fromYAML: unknown; fromJSON: unknown } {
  const kinds = registry(unstructured)
  const outcome = (run: () => { object: object }) => {
    try {
      const { object } = run()
      return { class: object.constructor.name, object: { ...object }, text: JSON.stringify(object) }
    } catch (error) {
      return { code: (error as { code?: string }).code }
    }
  }
  return {
    fromYAML: outcome(() => new YAMLSerializer(kinds).decode(text)),
    fromJSON: outcome(() => new JSONSerializer(kinds).decode(stringifyJSON(yamlToJSON(text)))),
  }
}

describe('objects that are read without making JSON text of them', () => {
  test.each([
    'spec: {replicas: 12345678901234567890}',
    'spec: {replicas: 9007199254740993}',
    'spec: {replicas: 1.5}',
    'spec: {replicas: 1.0}',
    'spec: {schedule: {minute: a}, replicas: 1}',
    'extra: {10: a, 9: b, c: {z: 1, y: [{b: 1, a: 2}]}}',
    'spec: {replicas: -0}',
    'extra: -0.0',
    'extra: 1e300',
    'extra: .inf',
    'extra: "\\uD83D\\uDE00 \\uD800"',
    'extra: 😀',
    'spec: {replicas: x}',
    'spec: null',
    'metadata: {labels: {1: a, true: b}}',
    'extra: {__proto__: {a: 1}}',
    'extra: &a {b: 1}\nmore: *a',
    `extra: ${'['.repeat(600)}${']'.repeat(600)}`,
  ])('are the same objects: %s', (line) => {
    for (const unstructured of [false, true]) {
      const { fromYAML, fromJSON } = outcomes(`${header}${line}\n`, unstructured)
      expect(fromYAML).toEqual(fromJSON)
    }
  })

  test('are the same objects, for any content', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.boolean(), (extra, unstructured) => {
        const value = { apiVersion: `${group}/v1`, kind: 'CronTab', extra, spec: { replicas: 3 } }
        const { fromYAML, fromJSON } = outcomes(jsonToYAML(value as never), unstructured)
        expect(fromYAML).toEqual(fromJSON)
      }),
      { numRuns: rounds(300) },
    )
  })

  test('share no part at an alias', () => {
    const kinds = registry(true)
    const { object } = new YAMLSerializer(kinds).decode(`${header}a: &x {b: 1}\nc: *x\n`)
    const { a, c } = object as unknown as { a: object; c: object }
    expect(a).toEqual(c)
    expect(a).not.toBe(c)
  })

  test('values that JSON text changes are reported', () => {
    const value = { b: [1, 'x', true, null, 1.5], a: { d: {}, c: 1 } }
    expect(JSON.stringify(rereadAsJSON(value))).toBe('{"a":{"c":1,"d":{}},"b":[1,"x",true,null,1.5]}')
    for (const odd of [-0, 2 ** 53, Number.NaN, 3n, '\ud800', { '\udc00': 1 }, [[-0]]]) {
      expect(rereadAsJSON({ odd } as never)).toBeUndefined()
    }
  })
})
