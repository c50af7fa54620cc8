import { TestServer, type TestServerOptions } from '@apimachinery/server/testing'
import { Event, Node, Pod } from 'apimachinery/api/core/v1'
import { isNotFound } from 'apimachinery/errors'
import { FakeClock } from 'apimachinery/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { noScheduleChange } from '../../src/controllers/node-lifecycle/no-schedule-taints.js'
import { judgeNode } from '../../src/controllers/node-lifecycle/node-health.js'
import { defaultNodeLifecycleSettings } from '../../src/controllers/node-lifecycle/node-lifecycle-settings.js'
import { ZoneStates } from '../../src/controllers/node-lifecycle/zone-states.js'
import { tolerationTime } from '../../src/controllers/taint-eviction/toleration-time.js'

const soon = { timeout: 60_000, interval: 20 }
const started: TestServer[] = []
afterEach(() => Promise.all(started.splice(0).map((each) => each.stop())))

async function start(options: TestServerOptions): Promise<TestServer> {
  const each = await TestServer.start(options)
  started.push(each)
  return each
}

const spec = { containers: [{ name: 'c', image: 'i' }] }
const isGone = (get: Promise<unknown>): Promise<boolean> => get.then(() => false, isNotFound)

/** A node that was ready once, and says nothing any more. */
async function createSilentNode({ client }: TestServer, name: string): Promise<void> {
  const node = await client.create(new Node({ metadata: { name, labels: { 'kubernetes.io/os': 'linux' } } }))
  const conditions = [{ type: 'Ready', status: 'True', lastHeartbeatTime: node.metadata?.creationTimestamp }]
  await client.updateStatus(new Node({ ...node, status: { conditions } }))
}

describe('a node that stops to report', () => {
  it('becomes unknown, is tainted, and loses its pods when they tolerate that no longer', {
    timeout: 90_000,
  }, async () => {
    const clock = new FakeClock()
    const server = await start({
      clock,
      controllers: [
        'node-lifecycle-controller',
        'taint-eviction-controller',
        'pod-garbage-collector-controller',
        'node',
      ],
      nodes: { nodes: ['alive'], binds: false },
    })
    const { client } = server
    await createSilentNode(server, 'silent')
    const tolerations = ['unreachable', 'not-ready'].map((what) => ({
      key: `node.kubernetes.io/${what}`,
      operator: 'Exists',
      effect: 'NoExecute',
      tolerationSeconds: 30,
    }))
    const metadata = { name: 'p', namespace: 'default' }
    const pod = await client.create(new Pod({ metadata, spec: { ...spec, nodeName: 'silent', tolerations } }))
    const conditions = [{ type: 'Ready', status: 'True' }]
    await client.updateStatus(new Pod({ ...pod, status: { phase: 'Running', conditions } }))
    const stepped = async <T>(look: () => Promise<T>): Promise<T> => {
      clock.step(5000)
      return look()
    }
    const ready = async (name: string) =>
      (await client.get(Node, { name })).status?.conditions?.find(({ type }) => type === 'Ready')
    await expect.poll(() => stepped(async () => (await ready('silent'))?.status), soon).toBe('Unknown')
    expect(await ready('silent')).toMatchObject({
      reason: 'NodeStatusUnknown',
      message: 'Kubelet stopped posting node status.',
    })
    const taints = async () =>
      (await client.get(Node, { name: 'silent' })).spec?.taints?.map(({ key, effect }) => `${key}:${effect}`).sort()
    const unreachable = 'node.kubernetes.io/unreachable'
    await expect.poll(() => stepped(taints), soon).toEqual([`${unreachable}:NoExecute`, `${unreachable}:NoSchedule`])
    const marked = async () => (await client.get(Pod, metadata)).status?.conditions?.[0]?.status
    await expect.poll(marked, soon).toBe('False')
    await expect
      .poll(() => stepped(async () => (await client.get(Pod, metadata)).metadata?.deletionTimestamp), soon)
      .toBeDefined()
    expect((await client.get(Pod, metadata)).status?.conditions).toContainEqual(
      expect.objectContaining({
        type: 'DisruptionTarget',
        reason: 'DeletionByTaintManager',
        message: 'Taint manager: deleting due to NoExecute taint',
      }),
    )
    expect((await ready('alive'))?.status).toBe('True')
    expect((await client.get(Node, { name: 'silent' })).metadata?.labels?.['beta.kubernetes.io/os']).toBe('linux')
    const events = async () => (await client.list(Event)).items.map((each) => `${each.reason}: ${each.message}`)
    await expect
      .poll(events, soon)
      .toEqual(
        expect.arrayContaining([
          'RegisteredNode: Node silent event: Registered Node silent in Controller',
          'NodeNotReady: Node silent status is now: NodeNotReady',
          'NodeNotReady: Node is not ready',
          'TaintManagerEviction: Marking for deletion Pod default/p',
        ]),
      )
  })
})

describe('a deleted node', () => {
  it('takes its pods along after some time', { timeout: 60_000 }, async () => {
    const clock = new FakeClock()
    const { client } = await start({ clock, controllers: ['pod-garbage-collector-controller'] })
    const metadata = { name: 'p', namespace: 'default' }
    await client.create(new Pod({ metadata, spec: { ...spec, nodeName: 'gone' } }))
    await expect
      .poll(async () => {
        clock.step(20_000)
        return isGone(client.get(Pod, metadata))
      }, soon)
      .toBe(true)
  })
})

describe('the TTL controller', () => {
  it('annotates nodes', async () => {
    const { client } = await start({ controllers: ['ttl-controller'] })
    await client.create(new Node({ metadata: { name: 'a' } }))
    const annotations = async () => (await client.get(Node, { name: 'a' })).metadata?.annotations
    await expect.poll(annotations, soon).toEqual({ 'node.alpha.kubernetes.io/ttl': '0' })
  })
})

describe('the judgement of a node', () => {
  const settings = defaultNodeLifecycleSettings
  const creationTimestamp = '2000-01-01T00:00:00Z'
  const at = (seconds: number): number => Date.parse(creationTimestamp) + seconds * 1000

  it('waits longer for the first report', () => {
    const node = new Node({ metadata: { name: 'n', creationTimestamp } as never })
    const first = judgeNode({ node, lease: undefined, known: undefined, now: at(59) }, settings)
    expect(first.silent).toBeUndefined()
    const { silent } = judgeNode({ node, lease: undefined, known: first.health, now: at(61) }, settings)
    expect(silent?.status?.conditions?.map(({ type, reason }) => `${type} ${reason}`)).toEqual([
      'Ready NodeStatusNeverUpdated',
      'MemoryPressure NodeStatusNeverUpdated',
      'DiskPressure NodeStatusNeverUpdated',
      'PIDPressure NodeStatusNeverUpdated',
    ])
  })
})

describe('the taints of a node', () => {
  it('follow its conditions and whether pods are scheduled to it', () => {
    const conditions = [
      { type: 'Ready', status: 'True' },
      { type: 'DiskPressure', status: 'True' },
    ]
    const taints = ['not-ready', 'disk-pressure'].map((key) => ({
      key: `node.kubernetes.io/${key}`,
      effect: 'NoSchedule',
    }))
    const node = new Node({ metadata: { name: 'n' }, spec: { unschedulable: true, taints }, status: { conditions } })
    expect(noScheduleChange(node, '2000-01-01T00:00:00Z')).toEqual({
      add: [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule', timeAdded: '2000-01-01T00:00:00Z' }],
      remove: [taints[0]],
    })
  })

  it('are tolerated for the shortest of the times', () => {
    const taints = [
      { key: 'a', effect: 'NoExecute' },
      { key: 'b', effect: 'NoExecute' },
    ]
    const toleration = (key: string, seconds?: number) => ({
      key,
      operator: 'Exists',
      ...(seconds !== undefined && { tolerationSeconds: seconds }),
    })
    expect(tolerationTime(taints, [toleration('a')])).toBe(0)
    expect(tolerationTime(taints, [toleration('a'), toleration('b')])).toBe(Number.POSITIVE_INFINITY)
    expect(tolerationTime(taints, [toleration('a', 30), toleration('b', 10)])).toBe(10_000)
    expect(tolerationTime(taints, [toleration('a', -1), toleration('b')])).toBe(0)
  })
})

describe('the zones of a cluster', () => {
  it('stop tainting when nothing is ready, and start over when something is', () => {
    const zones = new ZoneStates(0.55)
    const update = (...ready: boolean[]) => zones.update(new Map([['', ready]]))
    expect(update(true, true)).toEqual({ all: undefined, zones: [{ zone: '', state: 'Normal', size: 2 }] })
    expect(update(false, false)).toMatchObject({ all: 'disrupted' })
    expect(update(false, false)).toEqual({ all: undefined, zones: [] })
    expect(update(true, false)).toMatchObject({ all: 'recovered', zones: [{ state: 'Normal' }] })
    expect(update(true, false, false, false)).toMatchObject({ zones: [{ state: 'PartialDisruption', size: 4 }] })
  })
})
