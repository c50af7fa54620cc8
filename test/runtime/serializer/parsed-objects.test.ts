import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JSONValue } from '../../../src/json/json-value.js'
import { Scheme } from '../../../src/runtime/scheme/scheme.js'
import { FaithfulJSONSerializer } from '../../../src/runtime/serializer/json/faithful-json-serializer.js'
import { JSONSerializer } from '../../../src/runtime/serializer/json/json-serializer.js'
import { ParsedObjects } from '../../../src/runtime/serializer/parsed-objects.js'
import { withUnstructured } from '../../../src/runtime/serializer/unstructured-registry.js'
import { rounds } from '../../rounds.js'
import { CronTabV1, group, v1 } from '../crontab.js'

const scheme = new Scheme()
scheme.addKnownTypes(v1, CronTabV1)
const registries = [scheme, withUnstructured(new Scheme())]
const serializers = registries.flatMap((registry) => [
  new JSONSerializer(registry),
  new FaithfulJSONSerializer(registry),
])

function textOf(rest: string): string {
  return `{"apiVersion":"${group}/v1","kind":"CronTab",${rest}}`
}

/** What a parsed value gives is what its text gives, or nothing. */
function agrees(text: string): void {
  for (const serializer of serializers) {
    const decoded = ParsedObjects.of(serializer)?.read(JSON.parse(text) as JSONValue)
    if (decoded === undefined) continue
    const { object, gvk } = serializer.decode(text)
    expect(decoded.object).toStrictEqual(object)
    expect(decoded.gvk.toString()).toBe(gvk.toString())
  }
}

describe('ParsedObjects', () => {
  test('takes plain objects over, though their text has long runs of digits', () => {
    const text = textOf('"metadata":{"name":"12345678901234567890"},"spec":{"schedule":{"minute":"1"},"replicas":3}')
    for (const serializer of serializers) {
      expect(ParsedObjects.of(serializer)?.read(JSON.parse(text) as JSONValue)).toBeDefined()
    }
    agrees(text)
  })

  test.each([
    '"spec":{"replicas":9007199254740993}',
    '"extra":9007199254740993',
    '"extra":[{"a":-9007199254740993}]',
    '"metadata":{"labels":{"a":9007199254740993}}',
    '"extra":1e400',
    '"spec":{"replicas":"x"}',
    '"spec":{"replicas":1e2}',
    '"items":[{"a":9007199254740993}]',
  ])('leaves to the text what only the text tells: %s', (rest) => {
    agrees(textOf(rest))
    for (const serializer of serializers) {
      const decoded = ParsedObjects.of(serializer)?.read(JSON.parse(textOf(rest)) as JSONValue)
      expect(JSON.stringify(decoded?.object ?? '')).not.toContain('900719925474099')
    }
  })

  test('agrees with the text for any JSON', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (extra) => {
        agrees(textOf(`"extra":${JSON.stringify(extra)}`))
      }),
      { numRuns: rounds(300) },
    )
  })
})
