import { describe, expect, it } from 'vitest'
import type { JSONObject, JSONValue } from '../../src/json/json-value.js'
import { stringifyJSON } from '../../src/json/stringify-json.js'
import type { JSONSchemaProps } from '../../src/openapi/json-schema-props.js'
import { isAdmitted } from '../../src/openapi/structural/admitted.js'
import { applySchemaDefaults, copyJSON, pruneNonNullableNulls } from '../../src/openapi/structural/default-value.js'
import { newStructural } from '../../src/openapi/structural/new-structural.js'
import { prune } from '../../src/openapi/structural/prune.js'
import type { Structural } from '../../src/openapi/structural/structural.js'
import { Random } from '../interop/random.mjs'
import { rounds } from '../rounds.js'

/** What admission does to an object besides its metadata. */
function admitted(object: JSONObject, schema: Structural): JSONObject {
  const copy = copyJSON(object)
  pruneNonNullableNulls(copy, schema)
  prune(copy, schema)
  applySchemaDefaults(copy, schema)
  return copy
}

const names = ['a', 'b', 'c', 'metadata', 'kind']

function randomSchema(random: Random, depth: number): JSONSchemaProps {
  const facts: Record<string, unknown> = {
    ...(random.chance(0.3) && { nullable: true }),
    ...(random.chance(0.2) && { default: randomValue(random, 1) }),
    ...(random.chance(0.1) && { 'x-kubernetes-preserve-unknown-fields': true }),
    ...(random.chance(0.05) && { 'x-kubernetes-embedded-resource': true }),
  }
  if (depth === 0 || random.chance(0.2)) return { type: 'string', ...facts } as JSONSchemaProps
  const below = () => randomSchema(random, depth - 1)
  if (random.chance(0.25)) return { type: 'array', items: below(), ...facts } as JSONSchemaProps
  if (random.chance(0.2)) return { type: 'object', additionalProperties: random.chance(0.3) || below(), ...facts }
  const properties = Object.fromEntries(names.filter(() => random.chance(0.6)).map((name) => [name, below()]))
  return { type: 'object', properties, ...facts } as JSONSchemaProps
}

function randomValue(random: Random, depth: number): JSONValue {
  if (depth === 0 || random.chance(0.3)) return random.pick(['x', 1, null, true])
  const below = () => randomValue(random, depth - 1)
  if (random.chance(0.3)) return random.list(2, below)
  return Object.fromEntries(names.filter(() => random.chance(0.5)).map((name) => [name, below()]))
}

describe('isAdmitted', () => {
  it('is true of objects that admission does not change', () => {
    const random = new Random(11)
    let found = 0
    for (let i = 0; i < rounds(4000); i++) {
      const properties = { spec: randomSchema(random, 3), status: randomSchema(random, 2) }
      const schema = newStructural({ type: 'object', properties })
      const object: JSONObject = { kind: 'A', metadata: { name: 'a' }, spec: randomValue(random, 3) }
      // What was admitted once is the usual case.
      for (const each of [object, admitted(object, schema)]) {
        if (!isAdmitted(each, schema)) continue
        found++
        expect(stringifyJSON(admitted(each, schema)), JSON.stringify(properties)).toBe(stringifyJSON(each))
      }
    }
    expect(found).toBeGreaterThan(rounds(400))
  })

  const schema = newStructural({
    type: 'object',
    properties: {
      metadata: { type: 'object' },
      spec: {
        type: 'object',
        properties: {
          size: { type: 'integer', default: 1 },
          note: { type: 'string', nullable: true },
          parts: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
          any: { type: 'object', additionalProperties: { type: 'string' } },
        },
      },
    },
  } as JSONSchemaProps)
  const specs: readonly (readonly [boolean, JSONValue])[] = [
    [true, { size: 2, note: null, parts: [{ name: 'x' }, {}], any: { some: 'text' } }],
    [false, {}],
    [false, { size: null }],
    [false, { size: 1, more: 1 }],
    [false, { size: 1, parts: [{ more: 1 }] }],
    [true, { size: 1, parts: [null] }],
    [false, { size: 1, any: { some: null } }],
    [false, null],
  ]

  it.each(specs)('is %s of spec %j', (expected, spec) => {
    const object = { apiVersion: 'v1', kind: 'A', metadata: { name: 'a', more: 1 }, spec }
    expect(isAdmitted(object, schema)).toBe(expected)
    expect(stringifyJSON(admitted(object, schema)) === stringifyJSON(object)).toBe(expected)
  })

  it('leaves objects whose schema says more to the walks', () => {
    const spec = { type: 'object' }
    for (const root of [
      { properties: { spec }, 'x-kubernetes-preserve-unknown-fields': true },
      { properties: { spec: { ...spec, 'x-kubernetes-embedded-resource': true } } },
      { properties: { spec, metadata: { type: 'object', properties: { name: { type: 'string' } } } } },
      { properties: { spec: { ...spec, 'x-kubernetes-preserve-unknown-fields': true } } },
    ]) {
      const object = { metadata: { name: 'a' }, spec: {} }
      expect(isAdmitted(object, newStructural({ type: 'object', ...root } as JSONSchemaProps))).toBe(false)
    }
  })
})
