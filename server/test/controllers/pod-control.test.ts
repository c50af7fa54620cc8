import { readFileSync } from 'node:fs'
import { TestServer } from '@apimachinery/server/testing'
import { ReplicaSet } from 'apimachinery/api/apps/v1'
import { Pod } from 'apimachinery/api/core/v1'
import { releaseOf } from 'apimachinery/api/releases'
import { labelSelectorAsSelector } from 'apimachinery/labels'
import { getControllerOf } from 'apimachinery/meta'
import { FakeClock } from 'apimachinery/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ControllerRefManager } from '../../src/controllers/pod-control/controller-ref-manager.js'
import { podsToDelete } from '../../src/controllers/pod-control/deletion-ranking.js'
import { PodControl } from '../../src/controllers/pod-control/pod-control.js'
import { PodExpectations } from '../../src/controllers/pod-control/pod-expectations.js'
import { isPodAvailable, untilPodAvailable } from '../../src/controllers/pod-control/pod-state.js'
import { podTemplateHasher } from '../../src/controllers/pod-control/pod-template-hash.js'
import { slowStart } from '../../src/controllers/pod-control/slow-start.js'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.stop())

describe('the hash of a template', () => {
  const lines = readFileSync(new URL('./template-hashes.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')

  it('is the one that Go makes, with and without collisions', () => {
    const hash = podTemplateHasher(releaseOf('1.36'))
    const recorded = lines.map((line) => JSON.parse(line) as { hash: string; collided: string; template: object })
    expect(recorded.map(({ template }) => hash(template))).toEqual(recorded.map((each) => each.hash))
    expect(recorded.map(({ template }) => hash(template, 3))).toEqual(recorded.map((each) => each.collided))
  })

  it('differs between releases whose pods have other fields', () => {
    const [newest, known, older] = ['1.37', '1.36', '1.35'].map((name) => podTemplateHasher(releaseOf(name)))
    expect(older!({})).not.toBe(known!({}))
    const template = { spec: { containers: [], evictionResponders: [{ name: 'a', priority: 1 }] } }
    expect(newest!(template)).not.toBe(known!(template))
    expect(newest!({ spec: { containers: [] } })).toBe(known!({ spec: { containers: [] } }))
  })
})

/** A pod for functions that look at pods; `ready` is the time since when. */
function podWith({
  name,
  ready,
  node = 'n',
  phase = 'Running',
  ...more
}: {
  name: string
  ready?: string
  node?: string
  phase?: string
  cost?: string
  restarts?: number
}): Pod {
  const conditions = ready === undefined ? [] : [{ type: 'Ready', status: 'True', lastTransitionTime: ready }]
  const annotations = more.cost === undefined ? {} : { 'controller.kubernetes.io/pod-deletion-cost': more.cost }
  const containerStatuses = [{ name: 'c', ready: true, image: 'i', imageID: 'i', restartCount: more.restarts ?? 0 }]
  return new Pod({
    metadata: { name, uid: name, annotations, creationTimestamp: '2026-01-01T00:00:00Z' },
    spec: { containers: [], nodeName: node },
    status: { phase, conditions, containerStatuses },
  })
}

describe('pods that go first', () => {
  const now = Date.parse('2026-01-01T10:00:00Z')
  const early = '2026-01-01T01:00:00Z'
  const order = (pods: readonly Pod[], related: readonly Pod[] = pods): readonly (string | undefined)[] =>
    podsToDelete([...pods, podWith({ name: 'last', ready: early, cost: '9' })], pods.length, { related, now }).map(
      ({ metadata }) => metadata?.name,
    )

  it('are those without a node, then pending, then unready ones', () => {
    const pods = [
      podWith({ name: 'ready', ready: early }),
      podWith({ name: 'unready' }),
      podWith({ name: 'pending', phase: 'Pending' }),
      podWith({ name: 'unassigned', node: '' }),
    ]
    expect(order(pods)).toEqual(['unassigned', 'pending', 'unready', 'ready'])
  })

  it('are the cheap ones, whatever their age; a cost that is no number is none', () => {
    const pods = [
      podWith({ name: 'two', ready: early, cost: '2' }),
      podWith({ name: 'invalid', ready: early, cost: '+5' }),
      podWith({ name: 'minus', ready: '2026-01-01T00:00:01Z', cost: '-7' }),
    ]
    expect(order(pods)).toEqual(['minus', 'invalid', 'two'])
  })

  it('are those that share a node with more, also with pods of other owners', () => {
    const pods = [
      podWith({ name: 'alone', ready: early, node: 'a' }),
      podWith({ name: 'shared', ready: early, node: 'b' }),
    ]
    expect(order(pods, [...pods, podWith({ name: 'other', node: 'b' })])).toEqual(['shared', 'alone'])
  })

  it('are the younger ones where one is younger by a power of two, then those with more restarts', () => {
    const pods = [
      podWith({ name: 'old', ready: early }),
      podWith({ name: 'young', ready: '2026-01-01T09:59:00Z' }),
      podWith({ name: 'restarted', ready: early, restarts: 3 }),
    ]
    expect(order(pods)).toEqual(['young', 'restarted', 'old'])
  })

  it('are known by their uids where they are ready for about as long', () => {
    const pods = [podWith({ name: 'b', ready: early }), podWith({ name: 'a', ready: '2026-01-01T01:00:10Z' })]
    expect(order(pods)).toEqual(['a', 'b'])
  })
})

describe('a ready pod', () => {
  it('is available after the seconds that it must be ready', () => {
    const since = Date.parse('2026-01-01T01:00:00Z')
    const pod = podWith({ name: 'p', ready: '2026-01-01T01:00:00Z' })
    expect(isPodAvailable(pod, 0, since)).toBe(true)
    expect(isPodAvailable(pod, 10, since + 9_999)).toBe(false)
    expect(isPodAvailable(pod, 10, since + 10_000)).toBe(true)
    expect(isPodAvailable(podWith({ name: 'q' }), 0, since)).toBe(false)
    expect(untilPodAvailable([podWith({ name: 'q' }), pod], 10, since + 4_000)).toBe(6_000)
    expect(untilPodAvailable([pod], 10, since + 10_000)).toBeUndefined()
  })
})

describe('a slow start', () => {
  it('doubles what it starts at once, and ends with the batch in which something fails', async () => {
    const calls: number[] = []
    const failing = (from: number) => async (index: number) => {
      calls.push(index)
      if (index >= from) throw new Error(`no ${index}`)
    }
    expect(await slowStart(9, failing(9))).toEqual({ successes: 9 })
    expect(calls.splice(0)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(await slowStart(20, failing(2))).toEqual({ successes: 2, error: new Error('no 2') })
    expect(calls).toEqual([0, 1, 2])
  })
})

describe('expectations', () => {
  it('are met when all was seen, once each, or after five minutes', () => {
    const clock = new FakeClock()
    const expectations = new PodExpectations(clock)
    expect(expectations.satisfied('ns/a')).toBe(true)
    expectations.expectCreations('ns/a', 2)
    expectations.creationObserved('ns/a')
    expect(expectations.satisfied('ns/a')).toBe(false)
    expectations.creationObserved('ns/a')
    expect(expectations.satisfied('ns/a')).toBe(true)
    expectations.expectDeletions('ns/a', ['ns/p', 'ns/q'])
    expectations.deletionObserved('ns/a', 'ns/p')
    expectations.deletionObserved('ns/a', 'ns/p')
    expect(expectations.satisfied('ns/a')).toBe(false)
    clock.step(300_001)
    expect(expectations.satisfied('ns/a')).toBe(true)
  })
})

describe('a controller of pods', () => {
  const events: string[] = []
  const control = () => {
    events.length = 0
    const event = (_object: object, ...texts: readonly string[]) => void events.push(texts.join(' '))
    return new PodControl({ client: server.client, events: { event } })
  }
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
  const owner = (name: string) =>
    server.client.create(
      new ReplicaSet({
        metadata: { name, namespace: 'default' },
        spec: { replicas: 0, selector: { matchLabels: { app: 'web' } }, template },
      }),
    )

  it('creates and deletes pods of a template, and says so in events', async () => {
    const set = await owner('makes')
    const pod = await control().createFromTemplate(set, template)
    expect(pod.metadata?.name).toMatch(/^makes-[a-z0-9]{5}$/)
    expect(getControllerOf(pod)).toMatchObject({ kind: 'ReplicaSet', name: 'makes', blockOwnerDeletion: true })
    expect(events).toEqual([`Normal SuccessfulCreate Created pod: ${pod.metadata?.name}`])
    expect(await control().delete(set, pod)).toBe(true)
    expect(events).toEqual([`Normal SuccessfulDelete Deleted pod: ${pod.metadata?.name}`])
    expect(await control().delete(set, pod)).toBe(false)
    expect(events).toEqual([])
  })

  it('reports what the server refuses', async () => {
    const set = await owner('refused')
    const unnamed = { ...template, spec: { containers: [{ name: 'c', image: '' }] } }
    const creating = control().createFromTemplate(set, unnamed)
    await expect(creating).rejects.toThrow('spec.containers[0].image: Required value')
    expect(events[0]).toMatch(/^Warning FailedCreate Error creating: Pod "refused-[a-z0-9]{5}" is invalid: /)
    await expect(control().createFromTemplate(set, { spec: template.spec })).rejects.toThrow('no labels')
  })

  it('adopts what matches, and releases what no longer does', async () => {
    const set = await owner('claims')
    const { client } = server
    const orphan = await client.create(
      new Pod({ metadata: { name: 'orphan', namespace: 'default', labels: { app: 'web' } }, spec: template.spec }),
    )
    const pods = control()
    const manager = (fresh: () => Promise<ReplicaSet>, finalizers?: readonly string[]) =>
      new ControllerRefManager<Pod>({
        owner: set,
        selector: labelSelectorAsSelector(set.spec?.selector),
        patch: (pod, body) => pods.patch(pod, body),
        fresh,
        finalizers,
      })
    const latest = () => client.get(ReplicaSet, { name: 'claims', namespace: 'default' })
    const deleted = new ReplicaSet({ ...set, metadata: { ...set.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } })
    await expect(manager(async () => deleted).claim([orphan])).rejects.toThrow(
      `can't adopt Pod default/orphan (${orphan.metadata?.uid}): default/claims has just been deleted at 2026-01-01T00:00:00Z`,
    )
    expect(await manager(latest, ['example.com/track']).claim([orphan])).toEqual([orphan])
    const adopted = await client.get(Pod, { name: 'orphan', namespace: 'default' })
    expect(getControllerOf(adopted)?.uid).toBe(set.metadata?.uid)
    expect(adopted.metadata?.finalizers).toEqual(['example.com/track'])
    const changed = new Pod({ ...adopted, metadata: { ...adopted.metadata, labels: { app: 'other' } } })
    expect(await manager(latest, ['example.com/track']).claim([changed])).toEqual([])
    const released = await client.get(Pod, { name: 'orphan', namespace: 'default' })
    expect(released.metadata?.ownerReferences ?? []).toEqual([])
    expect(released.metadata?.finalizers ?? []).toEqual([])
  })
})
