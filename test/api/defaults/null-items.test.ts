import { describe, expect, test } from 'vitest'
import { toCanonicalJSON } from '../../../src/descriptor/to-canonical-json.js'
import type { JSONValue } from '../../../src/json/json-value.js'
import type { KindClass } from '../../../src/runtime/objects/typed-object.js'
import { CodecFactory } from '../../../src/runtime/serializer/codec-factory.js'
import { Filler } from '../../../src/testing/filler.js'
import { Random } from '../../../src/testing/random.js'
import { defaulted, scheme } from './defaulted.js'

const faithful = new CodecFactory(scheme).universalDeserializer()
const canonical = new CodecFactory(scheme, { mode: 'canonical' }).universalDeserializer()
const kinds = [
  ...['Pod', 'PodList', 'Service', 'ReplicationController', 'Endpoints', 'LimitRange', 'PersistentVolumeClaim', 'Node'],
  ...['Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob', 'HorizontalPodAutoscaler', 'NetworkPolicy'],
  ...['RoleBinding', 'EndpointSlice', 'MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'],
]

/** Puts null in the place of some items of lists. */
function withNullItems(value: JSONValue, random: Random): JSONValue {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => (random.chance(0.2) ? null : withNullItems(item, random)))
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withNullItems(member, random)]))
}

describe('null in lists is the empty item that Go reads', () => {
  const known = scheme.allKnownTypes().filter(({ gvk }) => kinds.includes(gvk.kind))

  test.each(known.map(({ gvk }) => [gvk.toString(), gvk] as const))('%s', (_, gvk) => {
    const type = scheme.classFor(gvk) as KindClass
    for (let seed = 1; seed <= 10; seed++) {
      const object = new Filler({ seed }).object(type)
      const header = gvk.toAPIVersionAndKind()
      const plain = { ...(JSON.parse(JSON.stringify(object)) as { [name: string]: JSONValue }), ...header }
      const text = JSON.stringify(withNullItems(plain, new Random(seed)))
      const read = faithful.decode(text).object
      const wanted = canonical.decode(text).object
      // A pod without a specification gets one with the list that its type asks for; Go's has none.
      const json = (value: unknown) =>
        toCanonicalJSON(type.descriptor, value as JSONValue).replaceAll('"containers":[]', '"containers":null')
      expect(json({ ...header, ...defaulted(read) })).toBe(json({ ...header, ...defaulted(wanted) }))
    }
  })
})
