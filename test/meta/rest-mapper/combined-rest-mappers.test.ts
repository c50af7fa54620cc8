import { describe, expect, test } from 'vitest'
import {
  AmbiguousKindError,
  anyGroup,
  anyKind,
  anyResource,
  anyVersion,
  CachingRESTMapper,
  FirstHitRESTMapper,
  isAmbiguousError,
  isNoMatchError,
  LazyRESTMapper,
  MultiRESTMapper,
  maybeResetRESTMapper,
  NoKindMatchError,
  NoResourceMatchError,
  PriorityRESTMapper,
  type RESTMapper,
} from '../../../src/meta/index.js'
import { GroupVersionKind, GroupVersionResource } from '../../../src/schema/index.js'
import { thrown } from '../../thrown.js'
import { fixedMapper, gvk, gvr, mapperOf, mappingOf } from './names.js'

const unknown = fixedMapper({ error: new NoResourceMatchError({ resource: 'IGNORE_THIS' }) })
const failing = fixedMapper({ error: new Error('fail on this') })
const foo = { group: '', kind: 'Foo' }

describe('MultiRESTMapper', () => {
  test.each([
    ['nobody to ask', []],
    ['nobody knows', [unknown]],
  ])('%s', (_, mappers) => {
    const mapper = new MultiRESTMapper(mappers)
    for (const ask of ['kindFor', 'kindsFor', 'resourceFor', 'resourcesFor'] as const) {
      expect(thrown(() => mapper[ask]({ resource: 'foo' })).message).toBe('no matches for /, Resource=foo')
    }
    expect(thrown(() => mapper.restMappings(foo)).message).toBe('no matches for kind "Foo" in group ""')
    expect(thrown(() => mapper.restMappings(foo, 'v1beta')).message).toBe(
      'no matches for kind "Foo" in version "v1beta"',
    )
    expect(thrown(() => mapper.restMapping(foo, 'v2', 'v1beta')).message).toBe(
      'no matches for kind "Foo" in versions ["v1beta" "v2"]',
    )
  })

  test('other errors come through', () => {
    const mapper = new MultiRESTMapper([failing, fixedMapper({ resources: [gvr('/, Resource=unused')], kinds: [] })])
    for (const ask of ['kindFor', 'kindsFor', 'resourceFor', 'resourcesFor'] as const) {
      expect(thrown(() => mapper[ask]({ resource: 'foo' })).message).toBe('fail on this')
    }
  })

  test('answers together, each once', () => {
    const names = [
      ['dupe', 'first'],
      ['dupe', 'second'],
    ]
    const mapper = new MultiRESTMapper([
      unknown,
      ...names.map((each) =>
        fixedMapper({
          resources: each.map((name) => gvr(`/, Resource=${name}`)),
          kinds: each.map((name) => gvk(`/, Kind=${name}`)),
        }),
      ),
    ])
    expect(mapper.resourcesFor({ resource: 'foo' }).map(({ resource }) => resource)).toEqual([
      'dupe',
      'first',
      'second',
    ])
    expect(mapper.kindsFor({ resource: 'foo' }).map(({ kind }) => kind)).toEqual(['dupe', 'first', 'second'])
    expect(isAmbiguousError(thrown(() => mapper.kindFor({ resource: 'foo' })))).toBe(true)
  })

  test('mappings', () => {
    const [a, b] = [mappingOf('/v1, Kind=Foo'), mappingOf('g/v1, Kind=Foo')]
    const [one, other] = [fixedMapper({ mappings: [a] }), fixedMapper({ mappings: [b] })]
    expect(new MultiRESTMapper([one, other]).restMappings(foo)).toEqual([a, b])
    expect(new MultiRESTMapper([one, failing]).restMapping(foo)).toBe(a)
    expect(thrown(() => new MultiRESTMapper([failing, one]).restMappings(foo)).message).toBe('fail on this')
    expect(thrown(() => new MultiRESTMapper([failing]).restMapping(foo)).message).toBe('fail on this')
    expect(thrown(() => new MultiRESTMapper([one, other]).restMapping(foo)).message).toBe(
      '/, Kind=Foo matches multiple kinds [/v1, Kind=Foo g/v1, Kind=Foo]',
    )
  })

  test('singular names: the first answer, else the last error', () => {
    const pods = mapperOf(['/v1'], ['/v1, Kind=Pod'])
    expect(new MultiRESTMapper([failing, pods]).resourceSingularizer('PODS')).toBe('pod')
    expect(thrown(() => new MultiRESTMapper([failing, pods]).resourceSingularizer('Nodes')).message).toBe(
      'no matches for /, Resource=nodes',
    )
  })

  test('toString indents what it is made of', () => {
    const inner = new MultiRESTMapper([mapperOf([], [])])
    expect(String(new MultiRESTMapper([inner]))).toBe(
      'MultiRESTMapper{\n\tMultiRESTMapper{\n\t\tDefaultRESTMapper{kindToPluralResource=map[]}\n\t}\n}',
    )
  })
})

describe('FirstHitRESTMapper', () => {
  const first = fixedMapper({
    kinds: [gvk('a/v1, Kind=Foo')],
    resources: [gvr('a/v1, Resource=foos')],
    mappings: [mappingOf('a/v1, Kind=Foo')],
  })
  const second = fixedMapper({
    kinds: [gvk('b/v1, Kind=Foo')],
    resources: [gvr('b/v1, Resource=foos')],
    mappings: [mappingOf('b/v1, Kind=Foo')],
  })

  test('takes the first success', () => {
    const mapper = new FirstHitRESTMapper([failing, unknown, first, second])
    expect(mapper.kindFor({ resource: 'foos' }).group).toBe('a')
    expect(mapper.resourceFor({ resource: 'foos' }).group).toBe('a')
    expect(mapper.restMapping(foo).groupVersionKind.group).toBe('a')
    expect(new FirstHitRESTMapper([unknown, first, second]).kindsFor({ resource: 'foos' })).toHaveLength(2)
  })

  test('puts errors together, unless all say that there is no match', () => {
    expect(thrown(() => new FirstHitRESTMapper([unknown, unknown]).kindFor({ resource: 'x' })).message).toBe(
      'no matches for /, Resource=IGNORE_THIS',
    )
    const mixed = thrown(() => new FirstHitRESTMapper([unknown, failing]).kindFor({ resource: 'x' }))
    expect(mixed.message).toBe('[no matches for /, Resource=IGNORE_THIS, fail on this]')
    expect(isNoMatchError(mixed)).toBe(true)
    expect(thrown(() => new FirstHitRESTMapper([failing]).restMapping(foo)).message).toBe('fail on this')
    expect(isNoMatchError(thrown(() => new FirstHitRESTMapper([]).restMapping(foo)))).toBe(true)
  })
})

describe('PriorityRESTMapper', () => {
  const resources = [gvr('one/a, Resource=first'), gvr('two/b, Resource=second'), gvr('one/c, Resource=third')]
  const kinds = [gvk('one/a, Kind=first'), gvk('two/b, Kind=second'), gvk('one/c, Kind=third')]
  const pattern = (group: string, version: string, name: string): [string, string, string] => [group, version, name]

  test.each([
    ['nothing preferred', [], undefined],
    ['a group that leaves two', [pattern('one', anyVersion, anyResource)], undefined],
    ['a group that leaves one', [pattern('two', anyVersion, anyKind)], 'second'],
    ['a pattern that matches nothing is skipped', [pattern('no', '*', '*'), pattern('two', '*', '*')], 'second'],
    ['a group, then a version', [pattern('one', '*', '*'), pattern(anyGroup, 'a', '*')], 'first'],
    ['a name', [pattern('*', '*', 'third')], 'third'],
  ])('%s', (_, patterns, expected) => {
    const mapper = new PriorityRESTMapper(fixedMapper({ resources, kinds }), {
      resources: patterns.map((parts) => new GroupVersionResource(...parts)),
      kinds: patterns.map((parts) => new GroupVersionKind(...parts)),
    })
    if (expected === undefined) {
      expect(thrown(() => mapper.kindFor({ resource: '' })).message).toContain('matches multiple kinds')
      expect(thrown(() => mapper.resourceFor({ resource: '' })).message).toContain('matches multiple resources')
    } else {
      expect(mapper.kindFor({ resource: '' }).kind).toBe(expected)
      expect(mapper.resourceFor({ resource: '' }).resource).toBe(expected)
    }
    expect(mapper.kindsFor({ resource: '' })).toBe(kinds)
  })

  test('one answer and errors pass', () => {
    const one = new PriorityRESTMapper(fixedMapper({ resources: resources.slice(0, 1) }), {})
    expect(one.resourceFor({ resource: '' })).toBe(resources[0])
    expect(thrown(() => new PriorityRESTMapper(failing, {}).kindFor({ resource: '' })).message).toBe('fail on this')
  })

  const mappings = ['/v1alpha1, Kind=Foo', '/v1, Kind=Foo', 'other/v1, Kind=Foo'].map(mappingOf)
  const all = new MultiRESTMapper(mappings.map((mapping) => fixedMapper({ mappings: [mapping] })))
  const preferring = (...patterns: [string, string, string][]) =>
    new PriorityRESTMapper(all, { kinds: patterns.map((parts) => new GroupVersionKind(...parts)) })

  test('mappings', () => {
    expect(preferring(['', 'v1', '*'], ['', 'v1alpha1', '*']).restMapping(foo)).toBe(mappings[1])
    expect(preferring(['*', 'v1', '*'], ['other', '*', '*']).restMapping(foo)).toBe(mappings[2])
    const error = thrown(() => preferring().restMapping(foo))
    expect(error).toBeInstanceOf(AmbiguousKindError)
    expect(error.message).toBe(
      '/, Kind=Foo matches multiple kinds [/v1alpha1, Kind=Foo /v1, Kind=Foo other/v1, Kind=Foo]',
    )
    expect(thrown(() => new PriorityRESTMapper(new MultiRESTMapper([]), {}).restMapping(foo))).toBeInstanceOf(
      NoKindMatchError,
    )
  })

  test('versions that are asked for come first', () => {
    const mapper = preferring(['', 'v1alpha1', '*'], ['', '*', '*'])
    expect(mapper.restMapping(foo, 'v1')).toBe(mappings[1])
    expect(mapper.restMapping(foo, 'v1alpha1')).toBe(mappings[0])
  })
})

describe('wrappers', () => {
  function counting(): { mapper: RESTMapper; asked: string[]; resets: number } {
    const count = { asked: [] as string[], resets: 0 }
    const inner = fixedMapper({
      kinds: [gvk('/v1, Kind=Pod')],
      mappings: [mappingOf('/v1, Kind=Pod')],
      onReset: () => count.resets++,
    })
    const mapper = new Proxy(inner, {
      get(target, name, receiver) {
        if (name !== 'reset') count.asked.push(String(name))
        return Reflect.get(target, name, receiver)
      },
    })
    return Object.assign(count, { mapper })
  }

  test('LazyRESTMapper makes its mapper once, and keeps a failure', () => {
    let made = 0
    const { mapper } = counting()
    const lazy = new LazyRESTMapper(() => {
      made++
      return mapper
    })
    expect(made).toBe(0)
    lazy.kindFor({ resource: 'pods' })
    lazy.kindsFor({ resource: 'pods' })
    lazy.reset()
    lazy.restMapping(foo)
    expect(made).toBe(1)
    const broken = new LazyRESTMapper(() => {
      made++
      throw new Error('cannot be made')
    })
    for (let i = 0; i < 2; i++)
      expect(thrown(() => broken.kindFor({ resource: 'pods' })).message).toBe('cannot be made')
    broken.reset()
    expect(made).toBe(2)
  })

  test('CachingRESTMapper asks once until it is reset', () => {
    const count = counting()
    const caching = new CachingRESTMapper(count.mapper)
    for (let i = 0; i < 3; i++) caching.kindFor({ resource: 'pods' })
    caching.kindFor({ resource: 'pods', version: 'v1' })
    caching.restMapping({ group: '', kind: 'Pod' }, 'v1')
    caching.restMapping({ group: '', kind: 'Pod' })
    expect(count.asked).toEqual(['kindFor', 'kindFor', 'restMapping', 'restMapping'])
    maybeResetRESTMapper(caching)
    expect(count.resets).toBe(1)
    caching.kindFor({ resource: 'pods' })
    expect(count.asked).toHaveLength(5)
  })

  test('CachingRESTMapper does not remember failures', () => {
    let error: Error | undefined = new Error('not yet')
    const caching = new CachingRESTMapper({
      ...fixedMapper({}),
      kindFor: () => {
        if (error !== undefined) throw error
        return gvk('/v1, Kind=Pod')
      },
    })
    expect(() => caching.kindFor({ resource: 'pods' })).toThrow('not yet')
    error = undefined
    expect(caching.kindFor({ resource: 'pods' }).kind).toBe('Pod')
  })

  test('a reset reaches every mapper below', () => {
    const count = counting()
    maybeResetRESTMapper(new PriorityRESTMapper(new MultiRESTMapper([count.mapper, mapperOf([], [])]), {}))
    expect(count.resets).toBe(1)
  })
})

test('guards look into causes and aggregates, and not at other errors', () => {
  const error = new NoResourceMatchError({ resource: 'x' })
  expect(isNoMatchError(new Error('while asking', { cause: error }))).toBe(true)
  expect(isAmbiguousError(error)).toBe(false)
  expect(isNoMatchError(new Error('no matches for x'))).toBe(false)
  expect(isNoMatchError(undefined)).toBe(false)
  const circle = new Error('circle')
  circle.cause = circle
  expect(isNoMatchError(circle)).toBe(false)
})
