import { describe, expect, test } from 'vitest'
import { addToScheme as addCore } from '../../src/api/core/v1/register.gen.js'
import { LimitRange } from '../../src/api/core/v1/types.gen.js'
import { addToScheme as addNetworking } from '../../src/api/networking/v1/register.gen.js'
import { NetworkPolicy } from '../../src/api/networking/v1/types.gen.js'
import { addToScheme as addResource } from '../../src/api/resource/v1/register.gen.js'
import { ResourceClaim } from '../../src/api/resource/v1/types.gen.js'
import { newDefaultFieldManager } from '../../src/managedfields/field-manager/default-field-manager.js'
import { Scheme } from '../../src/runtime/scheme.js'
import { CodecFactory } from '../../src/runtime/serializer/codec-factory.js'
import type { KindClass, KubernetesObject } from '../../src/runtime/typed-object.js'

const scheme = new Scheme()
addCore(scheme)
addNetworking(scheme)
addResource(scheme)
const codecs = new CodecFactory(scheme)
const decoder = codecs.universalDeserializer()
const protobuf = codecs.supportedMediaTypes().find(({ mediaType }) => mediaType.endsWith('protobuf'))!.serializer

/** An object as a server has it: read from a request, and later from its storage. */
const read = (object: object): KubernetesObject => decoder.decode(JSON.stringify(object)).object
const stored = (object: KubernetesObject): KubernetesObject => decoder.decode(protobuf.encode(object)).object

/** Who owns the spec after `second` was sent by another manager than `first`. */
function ownersAfter(type: KindClass, first: object, second: object): string[] {
  const manager = newDefaultFieldManager({ kind: type.groupVersionKind, scheme, clock: { now: () => 0 } })
  const { apiVersion, kind } = type.groupVersionKind.toAPIVersionAndKind()
  const whole = (spec: object) => ({ apiVersion, kind, metadata: { name: 'a', namespace: 'n' }, spec })
  const created = manager.update(read({ apiVersion, kind, metadata: {} }), read(whole(first)), { manager: 'one' })
  const { managedFields } = (created as { metadata?: { managedFields?: object } }).metadata ?? {}
  const next = { ...whole(second), metadata: { name: 'a', namespace: 'n', managedFields } }
  const updated = manager.update(stored(created), read(next), { manager: 'two' })
  const entries = (updated as { metadata?: { managedFields?: { manager: string; fieldsV1: object }[] } }).metadata
    ?.managedFields
  return (entries ?? []).filter(({ fieldsV1 }) => 'f:spec' in fieldsV1).map((entry) => entry.manager)
}

const limits = (max: string) => ({ limits: [{ type: 'Pod', max: { cpu: max } }] })
const ingress = (rule: object) => ({ podSelector: {}, ingress: [rule] })
const config = (parameters: object) => ({
  devices: { config: [{ opaque: { driver: 'example.com', parameters } }] },
})
const selector = (podSelector: object) => ingress({ from: [{ podSelector }] })

describe('in an atomic list Go compares what it holds: the second manager becomes the owner for', () => {
  test.each([
    ['a quantity in other units', LimitRange, limits('1'), limits('1000m')],
    ['a quantity with a sign', LimitRange, limits('1'), limits('+1')],
    ['an empty map in place of none', NetworkPolicy, selector({}), selector({ matchLabels: {} })],
    ['an empty list in place of none', NetworkPolicy, ingress({}), ingress({ ports: [] })],
    ['raw JSON in another order', ResourceClaim, config({ a: 1, b: 2 }), config({ b: 2, a: 1 })],
  ] as [string, KindClass, object, object][])('%s', (_, ...[type, first, second]) => {
    expect(ownersAfter(type, first, second)).toEqual(['two'])
  })
})

describe('nothing changes hands for', () => {
  test.each([
    ['the same quantity', LimitRange, limits('1'), limits('1')],
    ['a quantity that was stored in its canonical form', LimitRange, limits('1500m'), limits('1500m')],
    ['the same selector', NetworkPolicy, selector({}), selector({})],
    ['the same raw JSON', ResourceClaim, config({ a: 1, b: 2 }), config({ a: 1, b: 2 })],
  ] as [string, KindClass, object, object][])('%s', (_, ...[type, first, second]) => {
    expect(ownersAfter(type, first, second)).toEqual(['one'])
  })

  test('an empty map outside of lists', () => {
    const policy = (podSelector: object) => ({ podSelector, ingress: [{}] })
    expect(ownersAfter(NetworkPolicy, policy({}), policy({ matchLabels: {} }))).toEqual(['one'])
  })
})
