import { describe, expect, test } from 'vitest'
import {
  DeferredDiscoveryRESTMapper,
  type Discovery,
  DiscoveryCategoryExpander,
  isNoMatchError,
  newDiscoveryRESTMapper,
  ShortcutExpander,
  SimpleCategoryExpander,
  UnionCategoryExpander,
} from '../../../src/meta/index.js'
import { GroupResource } from '../../../src/schema/index.js'
import { thrown } from '../../thrown.js'
import { gvr } from './names.js'

interface Served {
  readonly name: string
  readonly shortNames?: string[]
  readonly categories?: string[]
}

function discoveryOf(lists: Readonly<Record<string, readonly Served[]>>): Discovery {
  const groups = new Map<string, { groupVersion: string; version: string }[]>()
  for (const groupVersion of Object.keys(lists)) {
    const [version = '', group = ''] = groupVersion.split('/').reverse()
    groups.set(group, [...(groups.get(group) ?? []), { groupVersion, version }])
  }
  const resourceLists = Object.entries(lists).map(([groupVersion, served]) => ({
    groupVersion,
    resources: served.map((each) => ({
      singularName: each.name.slice(0, -1),
      namespaced: true,
      kind: each.name,
      verbs: [],
      ...each,
    })),
  }))
  return { groups: Array.from(groups, ([name, versions]) => ({ name, versions })), resourceLists, failures: [] }
}

describe('short names', () => {
  const discovery = discoveryOf({
    v1: [
      { name: 'pods', shortNames: ['po'] },
      { name: 'services', shortNames: ['svc'] },
    ],
    'autoscaling/v1': [{ name: 'horizontalpodautoscalers', shortNames: ['hpa'] }],
    'autoscaling/v2': [{ name: 'horizontalpodautoscalers', shortNames: ['hpa'] }],
    'a.example.com/v1': [{ name: 'svc' }, { name: 'policies', shortNames: ['pol'] }],
    'b.example.com/v1': [{ name: 'policies', shortNames: ['pol', 'po'] }],
  })
  const warnings: string[] = []
  const expander = new ShortcutExpander(newDiscoveryRESTMapper(discovery), discovery, {
    onWarning: (message) => warnings.push(message),
  })

  test.each([
    ['/, Resource=po', '/, Resource=pods'],
    ['/v1, Resource=po', '/, Resource=pods'],
    ['/, Resource=pods', '/, Resource=pods'],
    ['/, Resource=hpa', 'autoscaling/, Resource=horizontalpodautoscalers'],
    ['autoscal/, Resource=hpa', 'autoscaling/, Resource=horizontalpodautoscalers'],
    ['autoscal/v1, Resource=hpa', 'autoscaling/v1, Resource=horizontalpodautoscalers'],
    ['b.example.com/v1, Resource=pol', 'b.example.com/, Resource=policies'],
    // The name of a resource is no short name, in whichever group.
    ['/, Resource=svc', '/, Resource=svc'],
    ['/, Resource=none', '/, Resource=none'],
    ['none/, Resource=po', 'none/, Resource=po'],
  ])('%s', (resource, expected) => {
    expect(`${expander.expand(gvr(resource))}`).toBe(expected)
  })

  test('ambiguous ones warn once for each other resource', () => {
    warnings.length = 0
    expect(`${expander.kindFor({ resource: 'pol' })}`).toBe('a.example.com/v1, Kind=policies')
    expect(warnings).toEqual(['short name "pol" could also match lower priority resource policies.b.example.com'])
    warnings.length = 0
    expander.resourceFor({ resource: 'hpa' })
    expect(warnings).toEqual([])
  })

  test('pass to the next mapper', () => {
    expect(`${expander.resourceFor({ resource: 'po' })}`).toBe('/v1, Resource=pods')
    expect(expander.resourceSingularizer('po')).toBe('pod')
    expect(expander.resourcesFor({ resource: 'hpa' })).toHaveLength(2)
    expect(isNoMatchError(thrown(() => expander.kindFor({ resource: 'none' })))).toBe(true)
  })

  test('discovery that changes while the mapper looks', () => {
    let now = discoveryOf({ v1: [{ name: 'pods' }] })
    const learning = new ShortcutExpander(
      {
        ...newDiscoveryRESTMapper(now),
        kindFor: (resource: { resource: string }) => {
          const before = newDiscoveryRESTMapper(now)
          now = discovery
          return before.kindFor(resource)
        },
      } as never,
      () => now,
    )
    expect(learning.kindFor({ resource: 'hpa' }).kind).toBe('horizontalpodautoscalers')
  })
})

describe('categories', () => {
  const discovery = discoveryOf({
    v1: [{ name: 'pods', categories: ['all'] }, { name: 'secrets' }],
    'autoscaling/v1': [{ name: 'hpas', categories: ['all', 'scaling'] }],
    'autoscaling/v2': [{ name: 'hpas', categories: ['all'] }],
  })
  const expander = new DiscoveryCategoryExpander(discovery)

  test('from discovery', () => {
    expect(expander.expand('all')?.map(String)).toEqual(['pods', 'hpas.autoscaling', 'hpas.autoscaling'])
    expect(expander.expand('none')).toBeUndefined()
  })

  test('from several expanders', () => {
    const simple = new SimpleCategoryExpander(
      new Map([
        ['all', [new GroupResource('apps', 'deployments')]],
        ['empty', []],
      ]),
    )
    const union = new UnionCategoryExpander([simple, expander])
    expect(union.expand('all')?.map(String)).toEqual(['deployments.apps', 'pods', 'hpas.autoscaling'])
    expect(union.expand('empty')).toEqual([])
    expect(union.expand('none')).toBeUndefined()
  })
})

describe('DeferredDiscoveryRESTMapper', () => {
  const before = discoveryOf({ v1: [{ name: 'pods' }] })
  const after = discoveryOf({ v1: [{ name: 'pods' }], 'g/v1': [{ name: 'widgets' }] })

  function server(answers: (Discovery | Error)[]): { fetch: () => Promise<Discovery>; count: () => number } {
    let count = 0
    const fetch = async () => {
      const answer = answers[Math.min(count++, answers.length - 1)] as Discovery | Error
      if (answer instanceof Error) throw answer
      return answer
    }
    return { fetch, count: () => count }
  }

  test('requests on first use, once for all that wait', async () => {
    const { fetch, count } = server([before])
    const mapper = new DeferredDiscoveryRESTMapper(fetch)
    expect(count()).toBe(0)
    const answers = await Promise.all([mapper.kindFor({ resource: 'pods' }), mapper.resourceSingularizer('pods')])
    expect(answers.map(String)).toEqual(['/v1, Kind=pods', 'pod'])
    expect(count()).toBe(1)
  })

  test('requests unknown items again at once, one time for all that miss them', async () => {
    const { fetch, count } = server([before, after])
    const mapper = new DeferredDiscoveryRESTMapper(fetch)
    await mapper.kindFor({ resource: 'pods' })
    expect(count()).toBe(1)
    const found = await Promise.all([
      mapper.resourceFor({ resource: 'widgets' }),
      mapper.restMapping({ group: 'g', kind: 'widgets' }),
      mapper.restMappings({ group: 'g', kind: 'widgets' }),
    ])
    expect(`${found[0]}`).toBe('g/v1, Resource=widgets')
    expect(count()).toBe(2)
    await expect(mapper.kindsFor({ resource: 'none' })).rejects.toThrow('no matches')
    expect(count()).toBe(3)
  })

  test('limits how often unknown items run discovery, by its clock', async () => {
    let now = 0
    const { fetch, count } = server([before, before, before, after])
    const mapper = new DeferredDiscoveryRESTMapper(fetch, {
      burst: 2,
      refillEvery: 500,
      clock: { monotonic: () => now },
    })
    const ask = () => mapper.resourceFor({ resource: 'widgets' })
    for (let i = 0; i < 5; i++) await expect(ask()).rejects.toThrow('no matches for /, Resource=widgets')
    expect(count()).toBe(3)
    now = 499
    await expect(ask()).rejects.toThrow('no matches')
    now = 500
    expect(`${await ask()}`).toBe('g/v1, Resource=widgets')
    expect(count()).toBe(4)
  })

  test('does not run discovery for a name that is ambiguous', async () => {
    const { fetch, count } = server([discoveryOf({ 'a/v1': [{ name: 'widgets' }], 'b/v1': [{ name: 'widgets' }] })])
    const mapper = new DeferredDiscoveryRESTMapper(fetch)
    await mapper.resourcesFor({ resource: 'widgets' })
    await mapper.resourceFor({ resource: 'widgets' }).catch(() => undefined)
    expect(count()).toBe(1)
  })

  test('says that a copy will not do, after a reset and for an unknown name', async () => {
    const asked: boolean[] = []
    const mapper = new DeferredDiscoveryRESTMapper(async (fresh) => {
      asked.push(fresh)
      return before
    })
    await mapper.mapper()
    mapper.reset()
    await mapper.mapper()
    await expect(mapper.kindFor({ resource: 'widgets' })).rejects.toThrow('no matches')
    expect(asked).toEqual([false, true, true])
  })

  test('a failed request is not remembered', async () => {
    const { fetch, count } = server([new Error('connection refused'), after])
    const mapper = new DeferredDiscoveryRESTMapper(fetch)
    await expect(mapper.kindFor({ resource: 'pods' })).rejects.toThrow('connection refused')
    expect((await mapper.resourcesFor({ resource: 'widgets' }))[0]?.group).toBe('g')
    expect(count()).toBe(2)
  })

  test('asks again after a reset', async () => {
    const { fetch, count } = server([before, after])
    const mapper = new DeferredDiscoveryRESTMapper(fetch)
    await mapper.mapper()
    mapper.reset()
    expect((await mapper.kindFor({ resource: 'widgets' })).kind).toBe('widgets')
    expect(count()).toBe(2)
  })
})
