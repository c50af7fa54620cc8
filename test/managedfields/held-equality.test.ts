import { describe, expect, test } from 'vitest'
import { addToScheme as addCore } from '../../src/api/core/v1/register.gen.js'
import { LimitRange } from '../../src/api/core/v1/types.gen.js'
import { addToScheme as addNetworking } from '../../src/api/networking/v1/register.gen.js'
import { NetworkPolicy } from '../../src/api/networking/v1/types.gen.js'
import { addToScheme as addResource } from '../../src/api/resource/v1/register.gen.js'
import { ResourceClaim } from '../../src/api/resource/v1/types.gen.js'
import type { JSONValue } from '../../src/json/json-value.js'
import { parseJSON } from '../../src/json/parse-json.js'
import { rawText } from '../../src/json/raw-text.js'
import { newDefaultFieldManager } from '../../src/managedfields/field-manager/default-field-manager.js'
import type { FieldManager } from '../../src/managedfields/field-manager/field-manager.js'
import { mergePatch } from '../../src/patch/merge/merge-patch.js'
import { strategicMergeMapPatch } from '../../src/patch/strategic/strategic-merge-patch.js'
import type { KindClass, KubernetesObject } from '../../src/runtime/objects/typed-object.js'
import { fromUnstructured, toUnstructured } from '../../src/runtime/objects/unstructured-converter.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { CodecFactory } from '../../src/runtime/serializer/codec-factory.js'
import { goldenLines } from '../golden-lines.js'

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

/** The owners of the spec after `second` was sent by another manager than `first`. */
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
const twice = <T>(value: T): [T, T] => [value, value]
const selector = (podSelector: object) => ingress({ from: [{ podSelector }] })

describe('in an atomic list Go compares what it holds: the second manager becomes the owner for', () => {
  test.each([
    ['a quantity in other units', LimitRange, limits('1'), limits('1000m')],
    ['a quantity with a sign', LimitRange, limits('1'), limits('+1')],
    ['a quantity with an exponent', LimitRange, limits('1k'), limits('1e3')],
    ['a quantity that was not canonical when it came first', LimitRange, limits('1000m'), limits('1000m')],
    ['an empty map where the other has a list', NetworkPolicy, selector({}), selector({ matchExpressions: [] })],
    ['an empty map that is gone when it was stored', NetworkPolicy, ...twice(selector({ matchLabels: {} }))],
    ['an empty list that is gone when it was stored', NetworkPolicy, ...twice(ingress({ ports: [] }))],
    ['an empty map in place of none', NetworkPolicy, selector({}), selector({ matchLabels: {} })],
    ['an empty list in place of none', NetworkPolicy, ingress({}), ingress({ ports: [] })],
    ['raw JSON in another order', ResourceClaim, config({ a: 1, b: 2 }), config({ b: 2, a: 1 })],
  ] as [string, KindClass, object, object][])('%s', (_, ...[type, first, second]) => {
    expect(ownersAfter(type, first, second)).toEqual(['two'])
  })
})

describe('ownership does not change for', () => {
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

interface RawStep {
  readonly verb: string
  readonly text: string
}

interface RawHistory {
  readonly steps: readonly RawStep[]
  readonly answers: readonly { readonly owners: readonly string[]; readonly raw: string }[]
}

describe('raw JSON as a server reads, merges and stores it, as in Go', () => {
  const canonical = new CodecFactory(scheme, { mode: 'canonical' })
  const { json, protobuf: storage } = canonical
  const labelled = { metadata: { labels: { x: 'y' } } }
  const names = { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim' }

  function claim(parameters: string): string {
    const text = JSON.stringify({ ...names, metadata: { name: 'a' }, spec: config({ here: 0 }) })
    return text.replace('{"here":0}', parameters)
  }

  /** What a handler of requests does. */
  function next(manager: FieldManager, live: ResourceClaim, { verb, text, name }: RawStep & { name: string }) {
    if (verb === 'apply')
      return manager.apply(live, parseJSON(claim(text)) as object as KubernetesObject, { manager: name, force: true })
    if (verb === 'label')
      return manager.apply(live, { ...names, ...labelled } as KubernetesObject, { manager: name, force: true })
    const change = {
      write() {
        const { object } = json.decode(claim(text)) as { object: ResourceClaim }
        Object.assign(object.metadata ?? {}, { managedFields: live.metadata?.managedFields })
        return object
      },
      merge: () => json.decode(mergePatch(Buffer.from(json.encode(live)).toString(), JSON.stringify(labelled))).object,
      strategic: () =>
        fromUnstructured(
          strategicMergeMapPatch(toUnstructured(live, { canonical: true }), labelled, ResourceClaim),
          ResourceClaim,
          { mode: 'canonical' },
        ),
    }[verb]
    return manager.update(live, change?.() ?? live, { manager: name })
  }

  function play(steps: RawHistory['steps']): RawHistory['answers'] {
    const manager = newDefaultFieldManager({ kind: ResourceClaim.groupVersionKind, scheme, clock: { now: () => 0 } })
    let live = json.decode(JSON.stringify(names)).object as ResourceClaim
    return steps.map((step, i) => {
      const bytes = storage.encode(next(manager, live, { ...step, name: `m${i}` }) ?? live)
      live = storage.decode(bytes).object as ResourceClaim
      const entries = (live.metadata?.managedFields ?? []).filter(({ fieldsV1 }) => 'f:spec' in (fieldsV1 ?? {}))
      const { config: [first] = [] } = live.spec?.devices ?? {}
      return {
        owners: entries.map((entry) => entry.manager ?? ''),
        raw: rawText(first?.opaque?.parameters as JSONValue),
      }
    })
  }

  const histories = goldenLines<RawHistory>('managedfields/raw-owners.jsonl.gz')
  test.each(['write', 'strategic', 'merge', 'label', 'apply'])('%s', (verb) => {
    const played = histories.filter(
      ({ steps }) => (steps.at(1) as { verb: string }).verb === verb || steps[0]?.verb === verb,
    )
    expect(played.length).toBeGreaterThanOrEqual(20)
    for (const { steps, answers } of played) expect({ steps, answers: play(steps) }).toEqual({ steps, answers })
  })
})
