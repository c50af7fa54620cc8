import { describe, expect, it } from 'vitest'
import { validateConfigMap } from '../../src/api/core/config-map/validation.js'
import { validateSecret } from '../../src/api/core/secret/validation.js'
import type { JSONValue } from '../../src/json/json-value.js'
import { explain } from '../../src/openapi/validate/explain.js'
import { schemaPlan } from '../../src/openapi/validate/schema-plan.js'
import { enumHolds } from '../../src/openapi/validate/value-rules.js'
import { validateAnnotations } from '../../src/validation/annotations.js'
import type { FieldError } from '../../src/validation/field-error.js'
import { FieldPath, fieldPath } from '../../src/validation/field-path.js'
import { validateLabels } from '../../src/validation/labels.js'

const most = 10_000
const count = 30_000
const badKeys = (length: number, value: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length }, (_, index) => [`!${index}`, value]))

describe('of an object that is wrong everywhere', () => {
  const metadata = { name: 'a', namespace: 'b' }
  const path = fieldPath('metadata')
  const forms: Readonly<Record<string, (length: number) => readonly FieldError[]>> = {
    labels: (length) => validateLabels(badKeys(length, ''), path),
    annotations: (length) => validateAnnotations(badKeys(length, ''), path),
    'data of a ConfigMap': (length) => validateConfigMap({ metadata, data: badKeys(length, '') } as never),
    'bytes of a ConfigMap': (length) => validateConfigMap({ metadata, binaryData: badKeys(length, '') } as never),
    'data of a Secret': (length) => validateSecret({ metadata, type: 'Opaque', data: badKeys(length, '') } as never),
  }

  it.each(Object.keys(forms))('no more than ten thousand errors are looked for, the first ones: %s', (form) => {
    const errorsOf = forms[form] as (length: number) => readonly FieldError[]
    const [few, many] = [errorsOf(2000), errorsOf(count)]
    expect(few.length).toBe(2000)
    expect(many.filter(({ type }) => type === 'FieldValueInvalid').length).toBe(most)
    expect(many.slice(0, 2000).map(String)).toEqual(few.map(String))
  })
})

describe('of a custom object that is wrong everywhere', () => {
  const properties = {
    list: { type: 'array', items: { type: 'integer' } },
    enums: { type: 'array', items: { type: 'string', enum: Array.from({ length: 50 }, (_, index) => `v${index}`) } },
    map: { type: 'object', additionalProperties: { type: 'string', maxLength: 1 } },
  } as const
  const plan = schemaPlan({ type: 'object', properties })
  const forms: Readonly<Record<string, (length: number) => JSONValue>> = {
    'items of another type': (length) => ({ list: Array(length).fill('x') }),
    'items that an enumeration does not have': (length) => ({ enums: Array(length).fill('x') }),
    'properties that are too long': (length) => ({ map: badKeys(length, 'xx') }),
  }

  it.each(Object.keys(forms))('no more than ten thousand errors are looked for: %s', (form) => {
    const errorsOf = (length: number): readonly FieldError[] =>
      explain(plan, (forms[form] as (length: number) => JSONValue)(length), { base: FieldPath.empty() })
    const [few, many] = [errorsOf(500), errorsOf(count)]
    expect(few.length).toBe(500)
    expect(many.length).toBe(most)
    expect(many.slice(0, 500).map(String)).toEqual(few.map(String))
  })
})

describe('a long enumeration', () => {
  /** A list that counts how often an element of it is read. */
  function counted(values: readonly JSONValue[]): {
    readonly list: readonly JSONValue[]
    readonly reads: () => number
  } {
    let reads = 0
    const list = new Proxy(values, {
      get(target, key, receiver) {
        if (typeof key === 'string' && /^\d+$/.test(key)) reads++
        return Reflect.get(target, key, receiver)
      },
    })
    return { list, reads: () => reads }
  }
  const texts = Array.from({ length: 500 }, (_, index) => `v${index}`)

  it.each([
    ['a text that it has', 'v499', true],
    ['a text that it does not have', 'w', false],
    ['a number', 1, false],
  ])('is read once for many values: %s', (_form, value, expected) => {
    const { list, reads } = counted(texts)
    for (let round = 0; round < 1000; round++) expect(enumHolds(list, value)).toBe(expected)
    expect(reads()).toBeLessThan(5 * texts.length)
  })

  it.each([
    [3, true],
    [3.7, true],
    [4n, false],
    ['a', true],
    ['3', false],
    [true, false],
    [false, true],
    [[1, { a: 'b' }], true],
    [[1], false],
  ] as [JSONValue, boolean][])('of values of many kinds has or has not %s, as a short one', (value, expected) => {
    const mixed: JSONValue[] = ['a', 3, false, [1, { a: 'b' }]]
    expect(enumHolds(mixed, value)).toBe(expected)
    expect(enumHolds([...mixed, ...texts], value)).toBe(expected)
  })
})
