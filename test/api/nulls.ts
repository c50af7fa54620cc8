import { heldForm } from '../../src/api/judge/held-form.js'
import type { JSONObject, JSONValue } from '../../src/json/json-value.js'
import { instantiate } from '../../src/runtime/objects/instantiate.js'
import type { KindClass, KubernetesObject } from '../../src/runtime/objects/typed-object.js'
import { Filler } from '../../src/testing/filler.js'
import { Random } from '../../src/testing/random.js'

/** Null in the place of some values, nothing else changed. */
function withNulls(value: JSONValue, random: Random): JSONValue {
  if (random.chance(0.08)) return null
  if (Array.isArray(value)) return value.map((item) => withNulls(item, random))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withNulls(member, random)]))
}

/** One random object in two forms. */
export interface Pair {
  /** With null wherever a reader of JSON may find it. */
  readonly read: KubernetesObject
  /** The same as Go holds it: without. */
  readonly held: KubernetesObject
}

/** A random object of a kind, some of its values null. */
export function pairOf(type: KindClass, seed: number): Pair {
  const full = heldForm(new Filler({ seed, share: 0.6 }).object(type), type)
  const { apiVersion, kind, metadata, ...rest } = JSON.parse(JSON.stringify(full)) as JSONObject
  const random = new Random(seed)
  const members = Object.entries(rest).map(([name, value]) => [name, withNulls(value, random)])
  const meta = withNulls(metadata ?? {}, random) ?? {}
  const plain = { apiVersion, kind, metadata: meta, ...Object.fromEntries(members) } as JSONObject
  return { read: instantiate(structuredClone(plain), type), held: heldForm(plain, type) }
}
