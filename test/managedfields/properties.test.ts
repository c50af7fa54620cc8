import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCanonicalJSON } from '../../src/descriptor/index.js'
import type { JSONObject } from '../../src/json/json-value.js'
import {
  decodeManagedFields,
  encodeManagedFields,
  extractApplyConfiguration,
  type FieldManager,
  ignoreManagedFieldsTimestamps,
  newDeducedTypeConverter,
  newDefaultCRDFieldManager,
  newDefaultFieldManager,
  newSchemeTypeConverter,
} from '../../src/managedfields/index.js'
import { type KindClass, type KubernetesObject, setName, Unstructured } from '../../src/runtime/index.js'
import { GroupVersionKind } from '../../src/schema/index.js'
import { rounds } from '../rounds.js'
import { appliedArbitrary } from './applied-arbitrary.js'
import { scheme } from './pod-tracker.js'

const kinds = scheme
  .allKnownTypes()
  .map(({ type }) => type)
  .filter(({ resource, descriptor }) => {
    const metadata = descriptor.propertyByName.get('metadata')?.type
    return resource !== undefined && metadata?.kind === 'struct' && metadata.propertyByName.has('managedFields')
  })

const typeConverter = newSchemeTypeConverter(scheme)
const clock = { now: () => Date.UTC(2024, 0, 2, 3, 4, 5) }
const noDefaults = { default: (): void => undefined }

/** A configuration of a kind. */
function configOf(kind: KindClass, content: JSONObject): Unstructured {
  const config = new Unstructured({ ...kind.groupVersionKind.toAPIVersionAndKind(), ...content })
  setName(config, 'x')
  return config
}

const pairs: fc.Arbitrary<readonly [KindClass, Unstructured, Unstructured]> = fc
  .constantFrom(...kinds)
  .chain((kind) =>
    fc
      .tuple(appliedArbitrary(kind.descriptor), appliedArbitrary(kind.descriptor))
      .map(([a, b]) => [kind, configOf(kind, a), configOf(kind, b)] as const),
  )

const text = (kind: KindClass, object: object): string => toCanonicalJSON(kind.descriptor, object as JSONObject)

function managerOf(kind: KindClass): FieldManager {
  return newDefaultFieldManager({ kind: kind.groupVersionKind, scheme, typeConverter, clock, defaulter: noDefaults })
}

/** Applies configurations one after the other, each by its own manager. */
function applyAll(kind: KindClass, configs: Readonly<Record<string, KubernetesObject>>): KubernetesObject {
  const manager = managerOf(kind)
  return Object.entries(configs).reduce<KubernetesObject>(
    (live, [name, config]) => manager.apply(live, config, { manager: name, force: true }),
    scheme.new(kind.groupVersionKind),
  )
}

describe('for every built-in kind', () => {
  it('there are kinds', () => {
    expect(kinds.length).toBeGreaterThan(60)
  })

  it('extracting what was applied gives back what was applied', () => {
    fc.assert(
      fc.property(pairs, ([kind, config]) => {
        const live = applyAll(kind, { alpha: config })
        const extracted = extractApplyConfiguration(live, typeConverter, { fieldManager: 'alpha' }) ?? {}
        setName(extracted, 'x')
        expect(text(kind, extracted)).toBe(text(kind, config))
      }),
      { numRuns: rounds(600) },
    )
  })

  it('applying twice changes nothing', () => {
    fc.assert(
      fc.property(pairs, ([kind, a, b]) => {
        const once = applyAll(kind, { alpha: a, beta: b })
        const later = { now: () => Date.UTC(2025, 0, 1) }
        const manager = newDefaultFieldManager({
          kind: kind.groupVersionKind,
          scheme,
          typeConverter,
          defaulter: noDefaults,
          clock: later,
        })
        const twice = manager.apply(once, b, { manager: 'beta' })
        expect(ignoreManagedFieldsTimestamps(twice, once)).toEqual(once)
      }),
      { numRuns: rounds(300) },
    )
  })

  it('applying an empty configuration keeps fields of other owners', () => {
    fc.assert(
      fc.property(pairs, ([kind, a, b]) => {
        const manager = managerOf(kind)
        const both = applyAll(kind, { alpha: a, beta: b })
        const nothing = configOf(kind, {})
        const onlyBeta = manager.apply(both, nothing, { manager: 'alpha', force: true })
        const extract = (object: KubernetesObject): unknown =>
          extractApplyConfiguration(object, typeConverter, { fieldManager: 'beta' })
        expect(extract(onlyBeta)).toEqual(extract(both))
        const none = manager.apply(onlyBeta, nothing, { manager: 'beta', force: true })
        expect(text(kind, none)).toBe(text(kind, nothing))
      }),
      { numRuns: rounds(300) },
    )
  })

  it('managed fields are the same after writing and reading them', () => {
    fc.assert(
      fc.property(pairs, ([kind, a, b]) => {
        const { metadata } = applyAll(kind, { alpha: a, beta: b }) as { metadata?: { managedFields?: JSONObject[] } }
        const entries = metadata?.managedFields
        expect(encodeManagedFields(decodeManagedFields(entries))).toEqual(entries)
      }),
      { numRuns: 100 },
    )
  })
})

describe('for kinds without a schema', () => {
  const gvk = new GroupVersionKind('example.com', 'v1', 'Thing')
  const members = fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), fc.jsonValue({ maxDepth: 3 }), {
    noNullPrototype: true,
    minKeys: 1,
  })

  it('extracting what was applied gives back what was applied, and applying twice changes nothing', () => {
    fc.assert(
      fc.property(members, (spec) => {
        const manager = newDefaultCRDFieldManager({ kind: gvk, clock })
        const config = new Unstructured({ ...gvk.toAPIVersionAndKind(), spec })
        const live = manager.apply(new Unstructured(gvk.toAPIVersionAndKind()), config, { manager: 'alpha' })
        const extracted = extractApplyConfiguration(live, newDeducedTypeConverter(), { fieldManager: 'alpha' })
        expect(extracted).toEqual({ ...config })
        expect(manager.apply(live, config, { manager: 'alpha' })).toEqual(live)
      }),
    )
  })
})
