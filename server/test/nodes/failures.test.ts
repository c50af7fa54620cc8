import { TestServer } from '@apimachinery/server/testing'
import { Lease } from 'apimachinery/api/coordination/v1'
import { Event, Node, Pod } from 'apimachinery/api/core/v1'
import { PatchType } from 'apimachinery/patch'
import { FakeClock } from 'apimachinery/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backOffBefore, timeOfTry, triesAfter } from '../../src/nodes/failures/back-off.js'

const clock = new FakeClock(Date.parse('2024-01-01T00:00:00Z'))
const namespace = 'default'
const second = 1000
const unreachable = 'node.kubernetes.io/unreachable'
const soon = { timeout: 20_000, interval: 20 }
let server: TestServer

beforeAll(async () => {
  server = await TestServer.start({ clock, controllers: ['node', 'node-lifecycle-controller'], nodes: { nodes: 2 } })
  await server.untilIdle()
})
afterAll(() => server.stop())

const fails = 'nodes.apimachinery.dev/fails'

interface Asked {
  readonly annotations?: Record<string, string>
  readonly labels?: Record<string, string>
  readonly nodeName?: string
  readonly restartPolicy?: string
}

async function create(name: string, { annotations, labels, nodeName = 'node-0', restartPolicy = 'Always' }: Asked) {
  const spec = { nodeName, restartPolicy, containers: [{ name: 'c', image: 'app:1' }] }
  const pod = await server.client.create(new Pod({ metadata: { name, namespace, annotations, labels }, spec }))
  await server.untilIdle()
  return pod
}

async function pass(milliseconds: number): Promise<void> {
  clock.step(milliseconds)
  await server.untilIdle()
}

const get = (name: string): Promise<Pod> => server.client.get(Pod, { name, namespace })

async function container(name: string) {
  const { status } = await get(name)
  const { state, lastState, restartCount, ready } = status?.containerStatuses?.[0] ?? {}
  return { phase: status?.phase, state, last: lastState?.terminated, restartCount, ready }
}

async function conditions(name: string): Promise<Record<string, string>> {
  const all = (await get(name)).status?.conditions ?? []
  return Object.fromEntries(
    all.map(({ type, status, reason = '', message = '' }) => [type, `${status} ${reason} ${message}`.trim()]),
  )
}

async function events(name: string): Promise<string[]> {
  await server.untilIdle()
  const { items } = await server.client.list(Event, { namespace, fieldSelector: `involvedObject.name=${name}` })
  return items.map(({ type, reason, message }) => `${type} ${reason} ${message}`).sort()
}

describe('a pod that is asked to fail', () => {
  it('crashes, is started again at once, then after pauses', async () => {
    const { metadata } = await create('crash', {
      annotations: { [fails]: 'crash', [`${fails}-after`]: '5s', [`${fails}-exit-code`]: '3' },
    })
    expect(await container('crash')).toMatchObject({ phase: 'Running', restartCount: 0, ready: true })
    await pass(5 * second)
    const last = { exitCode: 3, reason: 'Error' }
    expect(await container('crash')).toMatchObject({ phase: 'Running', restartCount: 1, ready: true, last })
    await pass(5 * second)
    const text = `crash_default(${metadata?.uid})`
    const waiting = (pause: string) => {
      const message = `back-off ${pause} restarting failed container=c pod=${text}`
      return { phase: 'Running', ready: false, state: { waiting: { reason: 'CrashLoopBackOff', message } } }
    }
    expect(await container('crash')).toMatchObject({ ...waiting('10s'), restartCount: 1 })
    expect(await conditions('crash')).toEqual({
      PodReadyToStartContainers: 'True',
      Initialized: 'True',
      Ready: 'False ContainersNotReady containers with unready status: [c]',
      ContainersReady: 'False ContainersNotReady containers with unready status: [c]',
    })
    await pass(10 * second)
    expect(await container('crash')).toMatchObject({ restartCount: 2, ready: true })
    expect((await conditions('crash')).Ready).toBe('True')
    await pass(5 * second)
    expect(await container('crash')).toMatchObject({ ...waiting('20s'), restartCount: 2 })
    expect(await events('crash')).toEqual([
      'Normal Created Container created',
      'Normal Pulled Container image "app:1" already present on machine and can be accessed by the pod',
      'Normal Started Container started',
      `Warning BackOff Back-off restarting failed container c in pod ${text}`,
    ])
    await server.client.delete(await get('crash'))
  })

  it('waits for 5 minutes at most', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((retry) => backOffBefore(retry) / second)).toEqual([10, 20, 40, 80, 160, 300, 300])
    expect([0, 9, 10, 29, 30, 310, 610].map((at) => triesAfter(at * second))).toEqual([1, 1, 2, 2, 3, 6, 7])
    expect(timeOfTry(7)).toBe(610 * second)
  })

  it('is killed for its use of memory, and ends if it is not to be started again', async () => {
    await create('oom', { annotations: { [fails]: 'oom' }, restartPolicy: 'Never' })
    await pass(second)
    const terminated = { exitCode: 137, reason: 'OOMKilled' }
    expect(await container('oom')).toMatchObject({ phase: 'Failed', ready: false, state: { terminated } })
  })

  it('cannot pull its image until it has been tried often enough', async () => {
    await create('pull', {
      annotations: { [fails]: 'image-pull', [`${fails}-times`]: '2', [`${fails}-message`]: 'no such image' },
    })
    const waiting = (reason: string, message: string) => ({
      phase: 'Pending',
      ready: false,
      state: { waiting: { reason, message } },
    })
    const failed = waiting('ErrImagePull', 'no such image')
    expect(await container('pull')).toMatchObject(failed)
    await pass(second)
    const backOff = waiting('ImagePullBackOff', 'Back-off pulling image "app:1": ErrImagePull: no such image')
    expect(await container('pull')).toMatchObject(backOff)
    await pass(9 * second)
    expect(await container('pull')).toMatchObject(failed)
    await pass(second)
    expect(await container('pull')).toMatchObject(backOff)
    await pass(19 * second)
    expect(await container('pull')).toMatchObject({ phase: 'Running', ready: true, restartCount: 0 })
    expect(await events('pull')).toEqual([
      'Normal BackOff Back-off pulling image "app:1"',
      'Normal Created Container created',
      'Normal Pulling Pulling image "app:1"',
      'Normal Started Container started',
      'Warning Failed Error: ErrImagePull',
      'Warning Failed Error: ImagePullBackOff',
      'Warning Failed Failed to pull image "app:1": no such image',
    ])
  })

  it('is evicted', async () => {
    await create('evicted', { annotations: { [fails]: 'evict', [`${fails}-after`]: '2s' } })
    await pass(2 * second)
    const message = 'The node was low on resource: memory. Threshold quantity: 100Mi, available: 52Ki. '
    expect((await get('evicted')).status).toMatchObject({ phase: 'Failed', reason: 'Evicted', message })
    expect(await conditions('evicted')).toMatchObject({
      DisruptionTarget: `True TerminationByKubelet ${message}`.trim(),
    })
    expect(await events('evicted')).toEqual([`Warning Evicted ${message}`])
  })

  it('fails by the labels of kwok', async () => {
    const stage = 'pod-container-running-failed.stage.kwok.x-k8s.io'
    const annotations = {
      [`${stage}/delay`]: '3s',
      [`${stage}/jitter-delay`]: '3s',
      [`${stage}/reason`]: 'Boom',
      [`${stage}/exit-code`]: '7',
    }
    await create('chaos', { labels: { [stage]: 'true' }, annotations })
    await pass(2 * second)
    expect((await container('chaos')).phase).toBe('Running')
    await pass(second)
    const terminated = { exitCode: 7, reason: 'Boom', message: 'container failed' }
    expect(await container('chaos')).toMatchObject({ phase: 'Failed', state: { terminated } })
  })
})

describe('a node that is asked to fail', () => {
  const annotate = (name: string, value: string | null): Promise<Node> =>
    server.client
      .resource(Node)
      .patch(name, { type: PatchType.Merge, body: { metadata: { annotations: { [fails]: value } } } })
  const condition = async (type: string) => {
    const { status, spec } = await server.client.get(Node, { name: 'node-1' })
    const found = status?.conditions?.find((each) => each.type === type)
    return {
      found: `${found?.status} ${found?.reason}`,
      taints: spec?.taints?.map(({ key, effect }) => `${key}:${effect}`),
    }
  }

  it('is under pressure of memory, and evicts one pod after the other', async () => {
    const usage = (memory: string) => ({ annotations: { 'kwok.x-k8s.io/usage-memory': memory }, nodeName: 'node-1' })
    await create('little', usage('1Mi'))
    await create('much', usage('3Gi'))
    await annotate('node-1', 'memory-pressure')
    await server.untilIdle()
    expect(await condition('MemoryPressure')).toEqual({
      found: 'True KubeletHasInsufficientMemory',
      taints: ['node.kubernetes.io/memory-pressure:NoSchedule'],
    })
    const reasons = async () => [(await get('much')).status?.reason, (await get('little')).status?.reason]
    expect(await reasons()).toEqual(['Evicted', undefined])
    expect((await get('much')).status?.message).toMatch(
      /available: 52Ki\. Container c was using 3Gi, request is 0, has larger consumption of memory\. $/,
    )
    await pass(10 * second)
    expect(await reasons()).toEqual(['Evicted', 'Evicted'])
    await annotate('node-1', null)
    await expect
      .poll(() => condition('MemoryPressure'), soon)
      .toEqual({ found: 'False KubeletHasSufficientMemory', taints: undefined })
  })

  it('does not respond, and comes back', async () => {
    await create('stays', { nodeName: 'node-1', annotations: { [fails]: 'crash', [`${fails}-after`]: '30s' } })
    const renewed = async () =>
      (await server.client.get(Lease, { name: 'node-1', namespace: 'kube-node-lease' })).spec?.renewTime
    await expect.poll(async () => (await container('stays')).restartCount, soon).toBe(0)
    await annotate('node-1', 'not-responding')
    await server.untilIdle()
    const before = await renewed()
    // The controller of nodes gives leases that may be on their way some time.
    const afterStep = async () => {
      await pass(5 * second)
      return condition('Ready')
    }
    const unknown = { found: 'Unknown NodeStatusUnknown', taints: expect.arrayContaining([`${unreachable}:NoExecute`]) }
    await expect.poll(afterStep, soon).toEqual(unknown)
    expect(await renewed()).toBe(before)
    expect((await container('stays')).restartCount).toBe(0)
    clock.step(30 * second)
    await annotate('node-1', null)
    await expect.poll(async () => (await condition('Ready')).found, soon).toBe('True KubeletReady')
    await expect.poll(async () => (await container('stays')).restartCount, soon).toBe(1)
  })
})
