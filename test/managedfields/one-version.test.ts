import { describe, expect, it } from 'vitest'
import type { JSONObject, JSONValue } from '../../src/json/json-value.js'
import { type FieldManager, newDefaultCRDFieldManager, newTypeConverter } from '../../src/managedfields/index.js'
import { type KubernetesObject, Unstructured } from '../../src/runtime/index.js'
import { GroupVersionKind } from '../../src/schema/index.js'
import { Random } from '../interop/random.mjs'
import { rounds } from '../rounds.js'

const text = { type: 'string' }
const part = {
  type: 'object',
  properties: { name: text, size: { type: 'integer' }, more: { type: 'object', properties: { a: text, b: text } } },
}
const spec = {
  type: 'object',
  properties: {
    note: text,
    parts: { type: 'array', items: part, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] },
    words: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
    whole: { type: 'array', items: text },
    labels: { type: 'object', additionalProperties: text },
    nested: { type: 'object', properties: { one: part, two: text } },
    atomic: { type: 'object', additionalProperties: text, 'x-kubernetes-map-type': 'atomic' },
  },
}
const versions = ['v1', 'v2']
const types = newTypeConverter(
  Object.fromEntries(
    versions.map((version) => [
      `com.example.${version}.Crew`,
      {
        type: 'object',
        properties: { apiVersion: text, kind: text, metadata: { type: 'object' }, spec, status: spec },
        'x-kubernetes-group-version-kind': [{ group: 'example.com', version, kind: 'Crew' }],
      } as unknown as JSONObject,
    ]),
  ),
)
const crew = new GroupVersionKind('example.com', 'v1', 'Crew')

/** Owns a field that is in no object and no schema: there is always a manager. */
const base = { ...entryOf('v1'), manager: 'base' }

/** With it everything has to be looked at in two versions, which differ in their names alone. */
const witness = { ...entryOf('v2'), manager: 'witness' }

function entryOf(version: string): JSONObject {
  const apiVersion = `example.com/${version}`
  return { operation: 'Apply', apiVersion, fieldsType: 'FieldsV1', fieldsV1: { 'f:other': {} } }
}

function randomPart(random: Random, name?: string): JSONObject {
  return {
    ...(name === undefined ? {} : { name }),
    ...(random.chance(0.5) && { size: random.below(3) }),
    ...(random.chance(0.4) && {
      more: random.pick([{}, null, { a: 'x' }, { a: 'y', b: 'z' }]) as JSONObject,
    }),
  }
}

function randomSpec(random: Random): JSONObject {
  const some = (values: readonly string[]) => values.filter(() => random.chance(0.5))
  const members: Record<string, () => JSONValue> = {
    note: () => random.pick(['a', 'b', '', null]),
    parts: () => some(['x', 'y', 'z']).map((name) => randomPart(random, name)),
    words: () => some(['k', 'l', 'm']),
    whole: () => some(['k', 'l']),
    labels: () => random.pick([{}, null, { a: 'x' }, { a: 'y', b: 'z' }]),
    nested: () => random.pick([{}, null, { one: randomPart(random) }]),
    atomic: () => random.pick([{}, { a: 'x' }, { b: 'y' }]),
  }
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, make]) => (random.chance(0.5) ? [[name, make()] as const] : [])),
  )
}

type Step = (manager: FieldManager, live: KubernetesObject) => KubernetesObject

function randomStep(random: Random, earlier: JSONObject[]): Step {
  const again = earlier.length > 0 && random.chance(0.5)
  const content = again
    ? random.pick(earlier)
    : { spec: randomSpec(random), ...(random.chance(0.3) && { status: randomSpec(random) }) }
  earlier.push(content)
  const name = random.pick(['one', 'two'])
  const object = (metadata: JSONObject) =>
    new Unstructured({
      ...crew.toAPIVersionAndKind(),
      metadata: { name: 'a', ...metadata },
      ...structuredClone(content),
    })
  if (random.chance(0.6)) return (manager, live) => manager.apply(live, object({}), { manager: name, force: true })
  return (manager, live) => {
    const { managedFields } = (live as { metadata?: JSONObject }).metadata ?? {}
    return manager.update(live, object(managedFields === undefined ? {} : { managedFields }), { manager: name })
  }
}

function outcome(run: () => KubernetesObject): { readonly live?: KubernetesObject; readonly text: string } {
  try {
    const live = run()
    const { metadata, ...rest } = live as unknown as { metadata: { managedFields?: { manager: string }[] } }
    const owned = metadata.managedFields?.filter(({ manager }) => manager !== witness.manager)
    return { live, text: JSON.stringify([rest, owned ?? []]) }
  } catch (error) {
    return { text: (error as Error).message }
  }
}

describe('an object of which all managers are in one version', () => {
  it('becomes what it becomes with a manager in another version', () => {
    const clock = { now: () => 0 }
    const manager = newDefaultCRDFieldManager({ kind: crew, typeConverter: types, clock })
    const random = new Random(3)
    let applied = 0
    for (let i = 0; i < rounds(1200); i++) {
      const first = (...managedFields: JSONObject[]) =>
        new Unstructured({ ...crew.toAPIVersionAndKind(), metadata: { name: 'a', uid: '1', managedFields } })
      let alone: KubernetesObject = first(base)
      let witnessed: KubernetesObject = first(base, witness)
      const earlier: JSONObject[] = []
      for (let step = 0; step < 5; step++) {
        const next = randomStep(random, earlier)
        const left = outcome(() => next(manager, alone))
        const right = outcome(() => next(manager, witnessed))
        expect(left.text).toBe(right.text)
        if (left.live === undefined || right.live === undefined) continue
        applied++
        alone = left.live
        witnessed = right.live
      }
    }
    expect(applied).toBeGreaterThan(rounds(3000))
  })
})
