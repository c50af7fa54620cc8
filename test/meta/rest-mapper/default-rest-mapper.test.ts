import { describe, expect, test } from 'vitest'
import {
  DefaultRESTMapper,
  isAmbiguousError,
  isNoMatchError,
  restScopeNamespace,
  restScopeRoot,
  unsafeGuessKindToResource,
} from '../../../src/meta/index.js'
import { thrown } from '../../thrown.js'
import { gv, gvk, gvr, mapperOf } from './names.js'

describe('guessing the resource of a kind', () => {
  test.each([
    ['Pod', 'pods', 'pod'],
    ['ReplicationController', 'replicationcontrollers', 'replicationcontroller'],
    ['ImageRepository', 'imagerepositories', 'imagerepository'],
    ['miss', 'misses', 'miss'],
    ['lowercase', 'lowercases', 'lowercase'],
    ['Endpoints', 'endpoints', 'endpoints'],
    ['MyEndpoints', 'myendpoints', 'myendpoints'],
    ['', '', ''],
  ])('%s', (kind, plural, singular) => {
    const names = unsafeGuessKindToResource(gvk(`g/v, Kind=${kind}`))
    expect([names.plural.resource, names.singular.resource]).toEqual([plural, singular])
    expect(names.plural.group).toBe(kind === '' ? '' : 'g')
  })
})

const both = ['first-group/first-version, Kind=my-kind', 'first-group-1/first-version, Kind=my-kind']
const four = ['first-group', 'second-group'].flatMap((group) =>
  ['my-kind', 'your-kind'].map((kind) => `${group}/first-version, Kind=${kind}`),
)

interface Partial {
  readonly name: string
  readonly order: readonly string[]
  readonly kinds: readonly string[]
  readonly partial: string
  readonly expected: readonly string[]
}

function row(name: string, kinds: readonly string[], rest: Omit<Partial, 'name' | 'kinds'>): Partial {
  return { name, kinds, ...rest }
}

describe('partial resources', () => {
  const [one, two] = ['first-group', 'second-group']
  const longer = 'first-group-1'
  test.each([
    row('an exact group wins', both, { order: [longer, one], partial: 'first-group/', expected: [one] }),
    row('the beginning of a group', four, { order: [two, one], partial: 'first/', expected: [one] }),
    row('an ambiguous beginning', both, { order: [longer, one], partial: 'first/', expected: [longer, one] }),
    row('the order of preference', four, { order: [two, one], partial: '/', expected: [two, one] }),
    row('a group by name', four, { order: [two, one], partial: 'first-group/', expected: [one] }),
    row('a version', four, { order: [one, two], partial: '/first-version', expected: [one, two] }),
  ])('$name', ({ order, kinds, partial, expected }) => {
    const versions = order.map((group) => `${group}/first-version`)
    const mapper = mapperOf(versions, kinds)
    for (const name of ['my-kinds', 'my-kind', 'MY-Kind']) {
      const resource = gvr(`${partial}, Resource=${name}`)
      expect(mapper.kindsFor(resource).map(String)).toEqual(
        expected.map((group) => `${group}/first-version, Kind=my-kind`),
      )
      expect(mapper.resourcesFor(resource).map(String)).toEqual(
        expected.map((group) => `${group}/first-version, Resource=my-kinds`),
      )
      if (expected.length === 1) {
        expect(mapper.kindFor(resource).group).toBe(expected[0])
        expect(mapper.resourceFor(resource).group).toBe(expected[0])
      } else {
        expect(thrown(() => mapper.kindFor(resource)).message).toContain(' matches multiple kinds [')
        expect(thrown(() => mapper.resourceFor(resource)).message).toContain(' matches multiple resources [')
        expect(isAmbiguousError(thrown(() => mapper.kindFor(resource)))).toBe(true)
      }
    }
  })

  test('an internal version means any', () => {
    const mapper = mapperOf(['g/v1'], ['g/v1, Kind=Foo'])
    expect(String(mapper.kindFor(gvr('g/__internal, Resource=foos')))).toBe('g/v1, Kind=Foo')
  })

  test('versions without preference follow in the order in which they were added', () => {
    const mapper = mapperOf(['c/v1'], ['b/v1, Kind=Foo', 'a/v1, Kind=Foo', 'c/v1, Kind=Foo'])
    expect(mapper.kindsFor({ resource: 'foos' }).map(({ group }) => group)).toEqual(['c', 'b', 'a'])
  })

  test('names of nothing', () => {
    const mapper = mapperOf(['g/v1'], ['g/v1, Kind=InternalObject'])
    expect(thrown(() => mapper.kindFor({ resource: 'InternalObjec' })).message).toBe(
      'no matches for /, Resource=InternalObjec',
    )
    expect(thrown(() => mapper.resourceFor({ resource: 'InternalObjec' })).message).toBe(
      'no matches for /, Resource=internalobjec',
    )
    expect(isNoMatchError(thrown(() => mapper.kindsFor(gvr('g/v2, Resource=internalobjects'))))).toBe(true)
    for (const ask of ['kindsFor', 'resourcesFor'] as const) {
      expect(thrown(() => mapper[ask](gvr('g/v1, Resource='))).message).toBe(
        'a resource must be present, got: g/v1, Resource=',
      )
    }
  })

  test('keys of objects are ordinary names', () => {
    const mapper = mapperOf(['g/v1'], ['g/v1, Kind=constructor', 'g/v1, Kind=__proto__'])
    expect(mapper.kindFor({ resource: '__proto__s' }).kind).toBe('__proto__')
    expect(isNoMatchError(thrown(() => mapper.kindFor({ resource: 'toString' })))).toBe(true)
  })

  test('a name that is plural and singular counts twice', () => {
    const mapper = mapperOf(['/v1'], ['/v1, Kind=Endpoints'])
    expect(mapper.resourcesFor({ resource: 'endpoints' })).toHaveLength(2)
    expect(isAmbiguousError(thrown(() => mapper.resourceFor({ resource: 'endpoints' })))).toBe(true)
    expect(mapper.kindFor({ resource: 'endpoints' }).kind).toBe('Endpoints')
  })
})

describe('adding', () => {
  const kind = gvk('g/v1, Kind=Foo')
  const names = (plural: string, singular: string) => ({
    plural: gv('g/v1').withResource(plural),
    singular: gv('g/v1').withResource(singular),
  })

  test('a resource with another singular replaces the previous one', () => {
    const mapper = new DefaultRESTMapper([gv('g/v1')])
      .addSpecific(kind, names('foos', 'old'), restScopeRoot)
      .addSpecific(kind, names('foos', 'new'), restScopeNamespace)
    expect(isNoMatchError(thrown(() => mapper.resourceFor({ resource: 'old' })))).toBe(true)
    expect(String(mapper.resourceFor({ resource: 'new' }))).toBe('g/v1, Resource=foos')
    expect(mapper.kindFor({ resource: 'old' }).kind).toBe('Foo')
    expect(mapper.restMapping(kind).scope.name).toBe('namespace')
    expect(mapper.resourceSingularizer('foos')).toBe('new')
  })

  test('toString is what Go prints', () => {
    const mapper = mapperOf(['g/v1'], ['g/v1, Kind=B', '/v1, Kind=C', 'g/v1, Kind=A'])
    expect(String(mapper)).toBe(
      'DefaultRESTMapper{kindToPluralResource=map[/v1, Kind=C:/v1, Resource=cs g/v1, Kind=A:g/v1, Resource=as g/v1, Kind=B:g/v1, Resource=bs]}',
    )
  })
})

describe('mappings', () => {
  const mapper = mapperOf(
    ['tgroup/test1', 'tgroup/test2'],
    [
      'tgroup/test1, Kind=InternalObject',
      'tgroup/test2, Kind=OtherObject',
      'tgroup/test1, Kind=Both',
      'tgroup/test2, Kind=Both',
      'tgroup/test3, Kind=Unlisted',
    ],
  )
  const mapped = (kind: string, ...versions: string[]) =>
    mapper.restMappings({ group: 'tgroup', kind }, ...versions).map(({ resource }) => `${resource}`)

  test.each([
    ['OtherObject', [], ['tgroup/test2, Resource=otherobjects']],
    ['InternalObject', [], ['tgroup/test1, Resource=internalobjects']],
    ['OtherObject', ['test3', 'test2'], ['tgroup/test2, Resource=otherobjects']],
    ['Both', [], ['tgroup/test1, Resource=boths', 'tgroup/test2, Resource=boths']],
    ['Both', ['', '__internal'], ['tgroup/test1, Resource=boths', 'tgroup/test2, Resource=boths']],
    ['Both', ['test2', 'test1'], ['tgroup/test2, Resource=boths']],
    ['Unlisted', ['test3'], ['tgroup/test3, Resource=unlisteds']],
  ])('%s in %j', (kind, versions, expected) => {
    expect(mapped(kind, ...versions)).toEqual(expected)
    expect(`${mapper.restMapping({ group: 'tgroup', kind }, ...versions).resource}`).toBe(expected[0])
  })

  test.each([
    ['InternalObject', ['test2'], 'no matches for kind "InternalObject" in version "tgroup/test2"'],
    [
      'OtherObject',
      ['test3', 'test1'],
      'no matches for kind "OtherObject" in versions ["tgroup/test1" "tgroup/test3"]',
    ],
    ['Unlisted', [], 'no matches for tgroup/, Resource=Unlisted'],
    ['Unknown', [], 'no matches for tgroup/, Resource=Unknown'],
  ])('%s is not in %j', (kind, versions, message) => {
    const error = thrown(() => mapper.restMapping({ group: 'tgroup', kind }, ...versions))
    expect(error.message).toBe(message)
    expect(isNoMatchError(error)).toBe(true)
  })

  test('a group without preferred versions', () => {
    const error = thrown(() => mapper.restMapping({ group: 'other', kind: 'Both' }))
    expect(error.message).toBe('no matches for kind "Both" in group "other"')
  })
})

describe('singular names', () => {
  test('may be empty', () => {
    const version = gv('g/v1')
    const mapper = new DefaultRESTMapper([version])
    const names = { plural: version.withResource('things'), singular: version.withResource('') }
    mapper.addSpecific(version.withKind('Thing'), names, restScopeRoot)
    expect(mapper.resourceSingularizer('things')).toBe('')
  })

  test.each([
    ['Pod', 'pods', 'pod'],
    ['ImageRepository', 'imagerepositories', 'imagerepository'],
    ['Status', 'statuses', 'status'],
    ['lowercases', 'lowercaseses', 'lowercases'],
  ])('%s', (kind, plural, singular) => {
    expect(mapperOf(['tgroup/test'], [`tgroup/test, Kind=${kind}`]).resourceSingularizer(plural)).toBe(singular)
  })

  test('several different ones', () => {
    const mapper = new DefaultRESTMapper([gv('a/v1'), gv('b/v1')])
    for (const group of ['a', 'b']) {
      const names = { plural: gvr(`${group}/v1, Resource=foos`), singular: gvr(`${group}/v1, Resource=foo${group}`) }
      mapper.addSpecific(gvk(`${group}/v1, Kind=Foo`), names, restScopeNamespace)
    }
    expect(thrown(() => mapper.resourceSingularizer('foos')).message).toBe(
      'multiple possible singular resources ([a/v1, Resource=foos b/v1, Resource=foos]) found for foos',
    )
  })
})
