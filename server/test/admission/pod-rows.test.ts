import { Namespace, Pod, type Toleration } from 'apimachinery/api/core/v1'
import { describe, expect, it } from 'vitest'
import type { AdmissionPlugin } from '../../src/admission/plugin.js'
import { extendedResourceToleration } from '../../src/admission/plugins/extended-resource-toleration.js'
import { limitPodHardAntiAffinityTopology } from '../../src/admission/plugins/limit-pod-hard-anti-affinity-topology.js'
import { podNodeSelector } from '../../src/admission/plugins/pod-node-selector.js'
import { podTolerationRestriction } from '../../src/admission/plugins/pod-toleration-restriction.js'
import { answerOf, attributesOf } from './attributes-of.js'

const pod = (spec: object = {}, metadata: object = {}): Pod =>
  new Pod({ metadata: { name: 'p', namespace: 'ns', ...metadata }, spec: { containers: [], ...spec } as never })
const asked = (plugin: AdmissionPlugin, object: Pod, more: object = {}): Promise<string> =>
  answerOf(plugin, attributesOf({ resource: 'pods', object, ...more }))
const forbiddenBy = (text: string) => `pods "p" is forbidden: ${text}`

/** Namespaces with annotations, in memory or in the store alone. */
const namespacesOf = (annotations: Record<string, string>, live = false) => {
  const found = new Namespace({ metadata: { name: 'ns', annotations } })
  const named = (name: string) => (name === 'ns' ? found : undefined)
  return {
    namespaces: { get: (_: string, name: string) => (live ? undefined : named(name)), list: () => [] },
    liveNamespace: async (name: string) => named(name),
  }
}

// Facts of TestAdmit of plugin/pkg/admission/extendedresourcetoleration.
describe('ExtendedResourceToleration', () => {
  const asking = (...names: string[]) => ({
    resources: { requests: Object.fromEntries(names.map((name) => [name, '1'])) },
  })
  const exists = (key: string): Toleration => ({ key, operator: 'Exists' })
  const same = exists('a.b/gpu')

  it.each<{ what: string; spec: object; tolerations: Toleration[] | undefined }>([
    { what: 'none for native resources', spec: { containers: [asking('cpu', 'memory')] }, tolerations: undefined },
    { what: 'none for those of Kubernetes', spec: { containers: [asking('kubernetes.io/x')] }, tolerations: undefined },
    { what: 'none for quotas', spec: { containers: [asking('requests.a.b/x')] }, tolerations: undefined },
    {
      what: 'one for each resource, ordered',
      spec: { containers: [asking('c.d/x', 'a.b/gpu'), asking('a.b/gpu')] },
      tolerations: [same, exists('c.d/x')],
    },
    { what: 'those of init containers', spec: { initContainers: [asking('a.b/gpu')] }, tolerations: [same] },
    {
      what: 'behind others',
      spec: { containers: [asking('a.b/gpu')], tolerations: [exists('other')] },
      tolerations: [exists('other'), same],
    },
    {
      what: 'none where it is there',
      spec: { containers: [asking('a.b/gpu')], tolerations: [same] },
      tolerations: [same],
    },
    ...[{ effect: 'NoSchedule' }, { operator: 'Equal' }, { value: 'v' }].map((other) => ({
      what: `one beside another with ${JSON.stringify(other)}`,
      spec: { containers: [asking('a.b/gpu')], tolerations: [{ ...same, ...other }] },
      tolerations: [{ ...same, ...other }, same],
    })),
  ])('adds $what', async ({ spec, tolerations }) => {
    const object = pod(spec)
    expect(await asked(extendedResourceToleration, object)).toBe('')
    expect(object.spec?.tolerations).toEqual(tolerations)
    const untouched = pod(spec)
    await asked(extendedResourceToleration, untouched, { resource: 'pods/status' })
    expect(untouched).toEqual(pod(spec))
  })

  it.each([
    ['CREATE', true],
    ['UPDATE', true],
    ['DELETE', false],
    ['CONNECT', false],
  ] as const)('looks at %s: %s', async (operation, looks) => {
    const object = pod({ containers: [asking('a.b/gpu')] })
    await asked(extendedResourceToleration, object, { operation })
    expect(object.spec?.tolerations !== undefined).toBe(looks)
  })
})

// Facts of TestPodAdmission of plugin/pkg/admission/podnodeselector.
describe('PodNodeSelector', () => {
  const annotation = 'scheduler.alpha.kubernetes.io/node-selector'
  const conflict = 'pod node label selector conflicts with its namespace node label selector'
  const outside = 'pod node label selector labels conflict with its namespace whitelist'

  it.each<{ own?: string; config?: Record<string, string>; given?: object; gets?: object | undefined; says?: string }>([
    {},
    { own: 'disk=ssd', gets: { disk: 'ssd' } },
    { own: ' disk = ssd , a=b', gets: { disk: 'ssd', a: 'b' } },
    { own: '', config: { clusterDefaultNodeSelector: 'a=b' } },
    { config: { clusterDefaultNodeSelector: 'a=b' }, gets: { a: 'b' } },
    { own: 'disk=ssd', given: { x: 'y' }, gets: { disk: 'ssd', x: 'y' } },
    { own: 'disk=ssd', given: { disk: 'ssd' }, gets: { disk: 'ssd' } },
    { own: 'disk=ssd', given: { disk: 'hdd' }, says: conflict },
    { own: 'disk=ssd', config: { ns: 'disk=ssd,a=b' }, given: { a: 'b' }, gets: { disk: 'ssd', a: 'b' } },
    { own: 'disk=ssd', config: { ns: 'a=b' }, says: outside },
    { config: { ns: 'a=b' }, given: { a: 'c' }, says: outside },
    { config: { ns: '' }, given: { a: 'c' }, gets: { a: 'c' } },
    { config: { other: 'a=b' }, given: { a: 'c' }, gets: { a: 'c' } },
  ])('%j', async ({ own, config = {}, given, gets, says = '' }) => {
    for (const live of [false, true]) {
      const state = namespacesOf(own === undefined ? {} : { [annotation]: own }, live)
      const object = pod(given === undefined ? {} : { nodeSelector: given })
      expect(await asked(podNodeSelector(state, config), object)).toBe(says === '' ? '' : forbiddenBy(says))
      if (says === '') expect(object.spec?.nodeSelector).toEqual(gets)
    }
  })

  it.each(['a', 'a=b=c', 'a=b,c'])('cannot be %j', async (own) => {
    const answer = await asked(podNodeSelector(namespacesOf({ [annotation]: own })), pod())
    expect(answer).toMatch(/^invalid selector: /)
  })

  it('looks again after others have changed the pod', async () => {
    const plugin = podNodeSelector(namespacesOf({}), { ns: 'a=b' })
    const attributes = attributesOf({ resource: 'pods', object: pod({ nodeSelector: { a: 'c' } }) })
    await expect(plugin.validate?.(attributes, {} as never)).rejects.toThrow(outside)
  })

  it('is for new pods in namespaces that there are', async () => {
    const plugin = podNodeSelector(namespacesOf({ [annotation]: 'a=b' }))
    expect(await asked(plugin, pod({}, { namespace: 'gone' }))).toBe('namespaces "gone" not found')
    expect(await asked(plugin, pod({}, { namespace: 'gone' }), { operation: 'UPDATE' })).toBe('')
    expect(await asked(plugin, pod({}, { namespace: 'gone' }), { resource: 'pods/status' })).toBe('')
  })
})

// Facts of TestPodAdmission of plugin/pkg/admission/podtolerationrestriction.
describe('PodTolerationRestriction', () => {
  const annotation = (name: string) => `scheduler.alpha.kubernetes.io/${name}`
  const one: Toleration = { key: 'one', operator: 'Exists', effect: 'NoSchedule' }
  const two: Toleration = { key: 'two', operator: 'Exists', effect: 'NoSchedule' }
  const memory: Toleration = { key: 'node.kubernetes.io/memory-pressure', operator: 'Exists', effect: 'NoSchedule' }
  const conflict =
    'pod tolerations (possibly merged with namespace default tolerations) conflict with its namespace whitelist'
  const burstable = { containers: [{ name: 'c', resources: { requests: { cpu: '1' } } }] }

  it.each<{
    what: string
    defaults?: Toleration[] | ''
    list?: Toleration[] | ''
    config?: object
    spec?: object
    gets?: Toleration[]
    says?: string
    operation?: 'UPDATE'
  }>([
    { what: 'nothing', gets: undefined as never },
    { what: 'defaults of the namespace', defaults: [one], gets: [one] },
    { what: 'defaults of the cluster', config: { default: [two] }, gets: [two] },
    { what: 'those of the namespace first', defaults: [one], config: { default: [two] }, gets: [one] },
    { what: 'no defaults where the namespace has none', defaults: '', config: { default: [two] } },
    { what: 'its own', spec: { tolerations: [two] }, gets: [two] },
    { what: 'both', defaults: [one], spec: { tolerations: [two] }, gets: [one, two] },
    { what: 'the same once', defaults: [one], spec: { tolerations: [one] }, gets: [one] },
    { what: 'memory pressure where it has requests', spec: burstable, gets: [memory] },
    { what: 'no defaults in updates', defaults: [one], operation: 'UPDATE' },
    { what: 'what the list has', list: [one], spec: { tolerations: [one] }, gets: [one] },
    { what: 'not what it has not', list: [one], spec: { tolerations: [two] }, says: conflict },
    { what: 'not one of two', list: [one], spec: { tolerations: [one, two] }, says: conflict },
    { what: 'not what the list of the cluster has not', config: { whitelist: [one] }, defaults: [two], says: conflict },
    { what: 'all without a list', list: '', config: { whitelist: [one] }, defaults: [two], gets: [two] },
    { what: 'all of an empty list', list: [], defaults: [two], gets: [two] },
  ])('gives $what', async ({ defaults, list, config, spec, gets, says = '', operation }) => {
    const textOf = (given: Toleration[] | '') => (given === '' ? '' : JSON.stringify(given))
    const annotations = {
      ...(defaults !== undefined && { [annotation('defaultTolerations')]: textOf(defaults) }),
      ...(list !== undefined && { [annotation('tolerationsWhitelist')]: textOf(list) }),
    }
    for (const live of [false, true]) {
      const object = pod(structuredClone(spec))
      const plugin = podTolerationRestriction(namespacesOf(annotations, live), config)
      expect(await asked(plugin, object, operation && { operation })).toBe(says)
      if (says === '') expect(object.spec?.tolerations).toEqual(gets)
    }
  })

  it('reads annotations that are lists', async () => {
    const answer = (text: string) =>
      asked(podTolerationRestriction(namespacesOf({ [annotation('defaultTolerations')]: text })), pod())
    expect(await answer('{}')).toBe(`annotation ${annotation('defaultTolerations')} is no list of tolerations`)
    expect(await answer('[')).toMatch(/JSON/)
  })

  it('is for pods in namespaces that there are', async () => {
    const plugin = podTolerationRestriction(namespacesOf({}))
    expect(await asked(plugin, pod({}, { namespace: 'gone' }))).toBe('namespaces "gone" not found')
    expect(await asked(plugin, pod({}, { namespace: 'gone' }), { resource: 'pods/status' })).toBe('')
    expect(await asked(plugin, pod({}, { namespace: 'gone' }), { operation: 'DELETE' })).toBe('')
  })
})

describe('LimitPodHardAntiAffinityTopology', () => {
  const affinity = (...keys: string[]) => ({
    affinity: {
      podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: keys.map((topologyKey) => ({ topologyKey })) },
    },
  })
  const host = 'kubernetes.io/hostname'

  it.each([
    [{}, ''],
    [affinity(host), ''],
    [affinity(host, 'zone'), 'zone'],
    [affinity('zone', 'region'), 'zone'],
  ])('%j', async (spec, key) => {
    const text = `affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey ${key} but only key ${host} is allowed`
    expect(await asked(limitPodHardAntiAffinityTopology, pod(spec))).toBe(key === '' ? '' : forbiddenBy(text))
    expect(await asked(limitPodHardAntiAffinityTopology, pod(spec), { operation: 'DELETE' })).toBe('')
  })
})
