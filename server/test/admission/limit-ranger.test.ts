import { LimitRange, PersistentVolumeClaim, Pod } from 'apimachinery/api/core/v1'
import { describe, expect, it } from 'vitest'
import { limitRanger } from '../../src/admission/plugins/limit-ranger.js'
import { answerOf, attributesOf } from './attributes-of.js'

type Amounts = Readonly<Record<string, string>>

/** `100m 2Gi`: CPU and memory, either may be `-`. */
function amounts(text = '- -'): Amounts {
  const [cpu = '-', memory = '-'] = text.split(' ')
  return { ...(cpu !== '-' && { cpu }), ...(memory !== '-' && { memory }) }
}

interface Bounds {
  readonly min?: string
  readonly max?: string
  readonly ratio?: string
}

const range = (type: string, { min, max, ratio }: Bounds): LimitRange =>
  new LimitRange({
    metadata: { name: 'r', namespace: 'ns' },
    spec: { limits: [{ type, min: amounts(min), max: amounts(max), maxLimitRequestRatio: amounts(ratio) }] },
  })

const pluginOf = (...ranges: LimitRange[]) => limitRanger({ limitRanges: { get: () => undefined, list: () => ranges } })

interface Containers {
  readonly count?: number
  readonly requests?: string
  readonly limits?: string
  readonly init?: readonly { readonly requests?: string; readonly limits?: string; readonly restartPolicy?: string }[]
}

function pod({ count = 1, requests, limits, init = [] }: Containers): Pod {
  const resources = { requests: amounts(requests), limits: amounts(limits) }
  return new Pod({
    metadata: { name: 'p', namespace: 'ns' },
    spec: {
      containers: Array.from({ length: count }, (_, i) => ({
        name: `foo-${i}`,
        image: 'i',
        resources: structuredClone(resources),
      })),
      ...(init.length > 0 && {
        initContainers: init.map((each, i) => ({
          name: `init-${i}`,
          ...(each.restartPolicy && { restartPolicy: each.restartPolicy }),
          resources: { requests: amounts(each.requests), limits: amounts(each.limits) },
        })),
      }),
    } as never,
  })
}

const judge = (plugin: ReturnType<typeof pluginOf>, object: Pod): Promise<string> =>
  answerOf({ ...plugin, admit: async () => undefined } as never, attributesOf({ resource: 'pods', object }))

describe('LimitRanger', () => {
  it.each([
    ['Container', { min: '50m' }, { requests: '100m' }],
    ['Container', { min: '50m' }, { requests: '100m', limits: '200m' }],
    ['Container', { min: '- 50Mi' }, { requests: '- 60Mi' }],
    ['Container', { min: '- 50Mi' }, { requests: '- 60Mi', limits: '- 100Mi' }],
    ['Container', { max: '2' }, { requests: '500m', limits: '1' }],
    ['Container', { max: '2' }, { limits: '1' }],
    ['Container', { max: '- 1Gi' }, { requests: '- 250Mi', limits: '- 500Mi' }],
    ['Container', { max: '- 1Gi' }, { limits: '- 500Mi' }],
    ['Container', { ratio: '1.5' }, { requests: '500m', limits: '750m' }],
    ['Pod', { min: '100m' }, { count: 2, requests: '75m' }],
    ['Pod', { min: '100m' }, { count: 2, requests: '75m', limits: '200m' }],
    ['Pod', { min: '- 100Mi' }, { count: 2, requests: '- 60Mi' }],
    ['Pod', { min: '- 100Mi' }, { count: 2, requests: '- 60Mi', limits: '- 100Mi' }],
    ['Pod', { max: '2' }, { count: 2, requests: '500m', limits: '1' }],
    ['Pod', { max: '2' }, { count: 2, limits: '1' }],
    ['Pod', { max: '- 1Gi' }, { count: 2, requests: '- 250Mi', limits: '- 500Mi' }],
    ['Pod', { max: '- 1Gi' }, { count: 2, limits: '- 500Mi' }],
    ['Pod', { max: '- 2Gi', ratio: '- 1.5' }, { count: 3, requests: '- 300Mi', limits: '- 450Mi' }],
    ['Pod', { max: '2' }, { limits: '1', init: [{ limits: '2' }] }],
    ['PersistentVolumeClaim', { max: '1' }, { limits: '2' }],
  ] as const)('with %s %j takes %j', async (type, bounds, containers) => {
    expect(await judge(pluginOf(range(type, bounds)), pod(containers))).toBe('')
  })

  it.each([
    ['Container', { min: '50m' }, { requests: '40m' }, 'minimum cpu usage per Container is 50m, but request is 40m'],
    [
      'Container',
      { min: '50m' },
      { requests: '40m', limits: '200m' },
      'minimum cpu usage per Container is 50m, but request is 40m',
    ],
    ['Container', { min: '50m' }, {}, 'minimum cpu usage per Container is 50m.  No request is specified'],
    [
      'Container',
      { min: '- 50Mi' },
      { requests: '- 40Mi' },
      'minimum memory usage per Container is 50Mi, but request is 40Mi',
    ],
    [
      'Container',
      { min: '- 50Mi' },
      { requests: '- 40Mi', limits: '- 100Mi' },
      'minimum memory usage per Container is 50Mi, but request is 40Mi',
    ],
    ['Container', { min: '- 50Mi' }, {}, 'minimum memory usage per Container is 50Mi.  No request is specified'],
    [
      'Container',
      { min: '50m' },
      { requests: '60m', limits: '40m' },
      'minimum cpu usage per Container is 50m, but limit is 40m',
    ],
    [
      'Container',
      { max: '2' },
      { requests: '500m', limits: '2500m' },
      'maximum cpu usage per Container is 2, but limit is 2500m',
    ],
    ['Container', { max: '2' }, { limits: '2500m' }, 'maximum cpu usage per Container is 2, but limit is 2500m'],
    ['Container', { max: '2' }, {}, 'maximum cpu usage per Container is 2.  No limit is specified'],
    [
      'Container',
      { max: '2' },
      { requests: '3', limits: '1' },
      'maximum cpu usage per Container is 2, but request is 3',
    ],
    [
      'Container',
      { ratio: '1' },
      { requests: '1250m', limits: '2500m' },
      'cpu max limit to request ratio per Container is 1, but provided ratio is 2.000000',
    ],
    [
      'Container',
      { ratio: '1' },
      { limits: '1' },
      'cpu max limit to request ratio per Container is 1, but no request is specified or request is 0',
    ],
    [
      'Container',
      { ratio: '1' },
      { requests: '1' },
      'cpu max limit to request ratio per Container is 1, but no limit is specified or limit is 0',
    ],
    [
      'Container',
      { max: '- 1Gi' },
      { requests: '- 250Mi', limits: '- 2Gi' },
      'maximum memory usage per Container is 1Gi, but limit is 2Gi',
    ],
    ['Container', { max: '- 1Gi' }, { limits: '- 2Gi' }, 'maximum memory usage per Container is 1Gi, but limit is 2Gi'],
    ['Container', { max: '- 1Gi' }, {}, 'maximum memory usage per Container is 1Gi.  No limit is specified'],
    ['Pod', { min: '100m' }, { requests: '75m' }, 'minimum cpu usage per Pod is 100m, but request is 75m'],
    [
      'Pod',
      { min: '100m' },
      { requests: '75m', limits: '200m' },
      'minimum cpu usage per Pod is 100m, but request is 75m',
    ],
    ['Pod', { min: '- 100Mi' }, { requests: '- 60Mi' }, 'minimum memory usage per Pod is 100Mi, but request is 60Mi'],
    [
      'Pod',
      { max: '2' },
      { count: 3, requests: '500m', limits: '1' },
      'maximum cpu usage per Pod is 2, but limit is 3',
    ],
    ['Pod', { max: '2' }, { count: 3, limits: '1' }, 'maximum cpu usage per Pod is 2, but limit is 3'],
    [
      'Pod',
      { max: '- 1Gi' },
      { count: 3, requests: '- 250Mi', limits: '- 500Mi' },
      'maximum memory usage per Pod is 1Gi, but limit is 1500Mi',
    ],
    [
      'Pod',
      { max: '- 1Gi', ratio: '- 1.5' },
      { count: 3, requests: '- 250Mi', limits: '- 500Mi' },
      'memory max limit to request ratio per Pod is 1500m, but provided ratio is 2.000000',
    ],
    [
      'Pod',
      { max: '- 1Gi' },
      { requests: '- 250Mi', limits: '- 500Mi', init: [{ limits: '- 2Gi' }] },
      'maximum memory usage per Pod is 1Gi, but limit is 2Gi',
    ],
    [
      'Pod',
      { max: '2' },
      { limits: '1', init: [{ limits: '1500m', restartPolicy: 'Always' }] },
      'maximum cpu usage per Pod is 2, but limit is 2500m',
    ],
  ] as const)('with %s %j refuses %j', async (...[type, bounds, containers, answer]) => {
    expect(await judge(pluginOf(range(type, bounds)), pod(containers))).toContain(answer)
  })

  const defaults = new LimitRange({
    metadata: { name: 'abc', namespace: 'ns' },
    spec: { limits: [{ type: 'Container', default: amounts('75m 10Mi'), defaultRequest: amounts('50m 5Mi') }] },
  })
  const note = 'kubernetes.io/limit-ranger'

  it.each([
    [
      {},
      '50m 5Mi',
      '75m 10Mi',
      'LimitRanger plugin set: cpu, memory request for container foo-0; cpu, memory limit for container foo-0',
    ],
    [
      { requests: '- 512Mi' },
      '50m 512Mi',
      '75m 10Mi',
      'LimitRanger plugin set: cpu request for container foo-0; cpu, memory limit for container foo-0',
    ],
    [{ requests: '100m 512Mi', limits: '200m 1G' }, '100m 512Mi', '200m 1G', undefined],
  ])('fills in what %j lacks', async (...[containers, requests, limits, said]) => {
    const object = pod(containers)
    await pluginOf(defaults).admit?.(attributesOf({ resource: 'pods', object }), {} as never)
    expect(object.spec?.containers?.[0]?.resources).toEqual({ requests: amounts(requests), limits: amounts(limits) })
    expect(object.metadata?.annotations?.[note]).toBe(said)
  })

  it('fills in init containers, and tells of them last', async () => {
    const object = pod({ requests: '1 1Mi', limits: '1 1Mi', init: [{ requests: '1 1Mi' }] })
    await pluginOf(defaults).admit?.(attributesOf({ resource: 'pods', object }), {} as never)
    expect(object.metadata?.annotations?.[note]).toBe(
      'LimitRanger plugin set: cpu, memory limit for init container init-0',
    )
  })

  it.each([
    [{ operation: 'UPDATE', resource: 'pods' }, ''],
    [{ operation: 'UPDATE', resource: 'pods/resize' }, 'maximum cpu usage per Pod is 1, but limit is 2'],
    [{ operation: 'UPDATE', resource: 'pods/status' }, ''],
    [{ operation: 'CREATE', resource: 'pods/eviction' }, ''],
    [{ operation: 'CREATE', resource: 'replicationcontrollers' }, ''],
    [{ operation: 'CREATE', resource: 'pods' }, 'maximum cpu usage per Pod is 1, but limit is 2'],
    [{ operation: 'DELETE', resource: 'pods' }, ''],
  ] as const)('looks at %j', async (asked, answer) => {
    const object = pod({ limits: '2' })
    const plugin = pluginOf(range('Pod', { max: '1' }))
    expect(await answerOf(plugin, attributesOf({ ...asked, object, old: pod({}) }))).toContain(answer)
    if (answer === '') expect(await answerOf(plugin, attributesOf({ ...asked, object }))).toBe('')
  })

  it('lets pods that end be resized', async () => {
    const old = pod({ limits: '1' })
    old.metadata = { ...old.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' }
    const asked = { operation: 'UPDATE', resource: 'pods/resize', object: pod({ limits: '2' }), old } as const
    expect(await answerOf(pluginOf(range('Pod', { max: '1' })), attributesOf(asked))).toBe('')
  })

  it.each([
    [{ min: { storage: '1Gi' } }, '2Gi', ''],
    [{ max: { storage: '2Gi' } }, '2Gi', ''],
    [
      { min: { storage: '1Gi' } },
      '500Mi',
      'minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 500Mi',
    ],
    [{ max: { storage: '1Gi' } }, '2Gi', 'maximum storage usage per PersistentVolumeClaim is 1Gi, but request is 2Gi'],
    [
      { max: { storage: '1Gi' } },
      undefined,
      'maximum storage usage per PersistentVolumeClaim is 1Gi.  No request is specified',
    ],
  ])('bounds claims with %j', async (limit, storage, answer) => {
    const plugin = pluginOf(
      new LimitRange({
        metadata: { name: 'r' },
        spec: { limits: [{ type: 'PersistentVolumeClaim', ...limit }] } as never,
      }),
    )
    const resources = { requests: storage === undefined ? {} : { storage } }
    const object = new PersistentVolumeClaim({ metadata: { name: 'c', namespace: 'ns' }, spec: { resources } as never })
    const said = await answerOf(plugin, attributesOf({ resource: 'persistentvolumeclaims', object }))
    if (answer === '') expect(said).toBe('')
    else expect(said).toContain(answer)
  })
})
