import { describe, expect, test } from 'vitest'
import { Pod } from '../../src/api/core/v1/index.js'
import { list, map, scalar, struct } from '../../src/descriptor/build.js'
import { type KindClass, TypedObject } from '../../src/runtime/objects/typed-object.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { GroupVersion } from '../../src/schema/group-version.js'
import { GroupVersionKind } from '../../src/schema/group-version-kind.js'
import { conversionRoundTrip, Filler } from '../../src/testing/index.js'
import { isRoundTripError } from '../../src/testing/round-trip-error.js'
import { thrown } from '../thrown.js'

/** A kind with optional fields of several types below a pointer. */
function backupKind(version: string) {
  return class Backup extends TypedObject {
    static groupVersionKind = new GroupVersionKind('example.com', version, 'Backup')
    static descriptor = struct(`com.example.${version}.Backup`, () => [
      [
        'spec',
        1,
        struct(`com.example.${version}.BackupSpec`, () => [
          ['schedule', 1, scalar('string'), '*?'],
          ['keep', 2, scalar('int32'), '*?'],
          ['hosts', 3, list(scalar('string')), '?'],
          ['labels', 4, map(scalar('string')), '?'],
        ]),
      ],
    ])
    declare spec: { schedule?: string; keep?: number; hosts?: string[]; labels?: Record<string, string> }
  }
}

/** A scheme whose conversions keep a field only `if` the condition holds. */
function schemeWith(keeps: (spec: Record<string, unknown>, field: string) => boolean): Scheme {
  const [one, two] = ['v1', 'v2'].map((version) => backupKind(version) as unknown as KindClass) as [
    KindClass,
    KindClass,
  ]
  const scheme = new Scheme().addKinds(one, two)
  const convert = (from: { spec?: object }, to: { spec?: object }) => {
    const spec = (from.spec ?? {}) as Record<string, unknown>
    to.spec = Object.fromEntries(Object.entries(spec).filter(([field]) => keeps(spec, field)))
    return to
  }
  scheme.addConversion(one, two, (from) => convert(from as object, new two() as object) as never)
  scheme.addConversion(two, one, (from) => convert(from as object, new one() as object) as never)
  return scheme
}

const hub = new GroupVersion('example.com', 'v1')

describe('edges on purpose', () => {
  test('what keeps everything passes', () => {
    expect(
      conversionRoundTrip(
        schemeWith(() => true),
        hub,
      ),
    ).toBe(400)
  })

  test.each(['schedule', 'keep'])('a conversion that takes an empty %s for none is found at once', (field) => {
    const scheme = schemeWith((spec, name) => name !== field || Boolean(spec[field]))
    const error = thrown(() => conversionRoundTrip(scheme, hub, { rounds: 3 }))
    expect(isRoundTripError(error) && error.path).toBe(`spec.${field}`)
  })

  test('one that cuts long texts as well', () => {
    const cut = schemeWith((spec, name) => name !== 'schedule' || String(spec.schedule).length < 200)
    expect(isRoundTripError(thrown(() => conversionRoundTrip(cut, hub, { rounds: 3 })))).toBe(true)
  })

  test('one that does not expect null in an optional list is found by the default rounds', () => {
    const careless = schemeWith((spec, name) => name !== 'hosts' || (spec.hosts as string[]).length >= 0)
    expect(conversionRoundTrip(careless, hub, { rounds: 3 })).toBe(6)
    expect(thrown(() => conversionRoundTrip(careless, hub))).toBeDefined()
  })

  test('a filler makes null of optional lists, maps and structs on request', () => {
    const { spec, metadata } = new Filler({ share: 1, nulls: 1 }).object(Pod)
    expect(metadata).toBeNull()
    expect(spec).toBeNull()
    const half = JSON.stringify(new Filler({ share: 1, nulls: 0.5, maxDepth: 4 }).object(Pod))
    expect(half).toContain('null')
    expect(JSON.stringify(new Filler({ share: 1, maxDepth: 4 }).object(Pod))).not.toContain('null')
  })

  test('a filler takes everything from one end, within the bounds of the type', () => {
    const smallest = new Filler({ edge: 'smallest', share: 1, maxDepth: 4 }).object(Pod)
    const largest = new Filler({ edge: 'largest', share: 1, maxDepth: 4 }).object(Pod)
    expect(smallest.spec).toMatchObject({ hostname: '', hostNetwork: false, priority: 0 })
    expect(largest.spec).toMatchObject({ hostNetwork: true, priority: 2147483647 })
    expect(largest.spec?.hostname).toHaveLength(253)
    expect(smallest.spec?.tolerations ?? []).toEqual([])
  })

  test('without edges the same seed gives the same objects as before', () => {
    expect(new Filler({ seed: 3 }).object(Pod)).toEqual(new Filler({ seed: 3, edges: 0 }).object(Pod))
  })
})
