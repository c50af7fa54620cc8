import { TestServer } from '@apimachinery/server/testing'
import { ControllerRevision, DaemonSet, type DaemonSetSpec } from 'apimachinery/api/apps/v1'
import { Binding, Namespace, Node, Pod, type PodSpec, type Taint } from 'apimachinery/api/core/v1'
import { PatchType } from 'apimachinery/patch'
import { FakeClock } from 'apimachinery/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { soon, WorkloadPods } from './workload-pods.js'

const clock = new FakeClock()
let server: TestServer
beforeAll(async () => {
  server = await TestServer.start({ controllers: ['daemonset-controller'], clock })
})
afterAll(() => server.stop())

const labels = { app: 'd' }

/** A node that is ready for pods: the server marks new ones as not ready. */
async function createNode(name: string, nodeLabels: Record<string, string>, taints: Taint[] = []): Promise<void> {
  await server.client.create(new Node({ metadata: { name, labels: nodeLabels } }))
  await server.client.resource(Node).patch(name, { type: PatchType.Merge, body: { spec: { taints } } })
}

/** A daemon set `d` in a namespace of its own, on the nodes with the label of the namespace. */
async function create(
  namespace: string,
  { nodes = 2, spec = {}, pod = {} }: { nodes?: number; spec?: Partial<DaemonSetSpec>; pod?: Partial<PodSpec> } = {},
): Promise<{ readonly pods: WorkloadPods; readonly namespace: string }> {
  await server.client.create(new Namespace({ metadata: { name: namespace } }))
  for (let index = 0; index < nodes; index++) await createNode(`${namespace}-${index}`, { for: namespace })
  await server.client.create(
    new DaemonSet({
      metadata: { name: 'd', namespace },
      spec: {
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { containers: [{ name: 'c', image: 'app:1' }], nodeSelector: { for: namespace }, ...pod },
        },
        ...spec,
      },
    }),
  )
  return { pods: new WorkloadPods(server, namespace), namespace }
}

const sets = (namespace: string) => server.client.resource(DaemonSet).namespace(namespace)
const statusOf = async (namespace: string) => (await sets(namespace).get('d')).status
const setImage = (namespace: string, image: string) =>
  sets(namespace).patch('d', {
    type: PatchType.StrategicMerge,
    body: { spec: { template: { spec: { containers: [{ name: 'c', image }] } } } },
  })
const nodeOf = ({ spec }: Pod): string | undefined =>
  spec?.nodeName ??
  spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms[0]?.matchFields?.[0]
    ?.values?.[0]
const imageOf = ({ spec }: Pod) => spec?.containers[0]?.image
const nodesOf = async (pods: WorkloadPods) => (await pods.list()).map(nodeOf).sort()

/** Binds the pods that wait for their nodes, and lets them run. */
async function run(pods: WorkloadPods, namespace: string): Promise<void> {
  for (const pod of await pods.list()) {
    const name = pod.metadata?.name ?? ''
    if (!pod.spec?.nodeName) {
      const binding = new Binding({ metadata: { name, namespace }, target: { kind: 'Node', name: nodeOf(pod) ?? '' } })
      await server.client.resource(Pod).namespace(namespace).subresource('binding').create(name, binding)
    }
    if (pod.status?.phase !== 'Running') await pods.ready(name)
  }
}

describe('a daemon set', () => {
  it('has a pod on each node that it chooses, and takes it away where it chooses the node no more', async () => {
    const { pods, namespace } = await create('chosen')
    await createNode('chosen-not', { for: 'others' })
    await expect.poll(() => nodesOf(pods), soon).toEqual(['chosen-0', 'chosen-1'])
    await run(pods, namespace)
    await expect
      .poll(() => statusOf(namespace), soon)
      .toEqual({
        observedGeneration: 1,
        desiredNumberScheduled: 2,
        currentNumberScheduled: 2,
        numberMisscheduled: 0,
        numberReady: 2,
        numberAvailable: 2,
        updatedNumberScheduled: 2,
      })
    const nodes = server.client.resource(Node)
    await nodes.patch('chosen-not', { type: PatchType.Merge, body: { metadata: { labels: { for: namespace } } } })
    await nodes.patch('chosen-0', { type: PatchType.Merge, body: { metadata: { labels: { for: null } } } })
    const live = async () => (await pods.list()).filter(({ metadata }) => !metadata?.deletionTimestamp).map(nodeOf)
    await expect.poll(async () => (await live()).sort(), soon).toEqual(['chosen-1', 'chosen-not'])
  })

  it('marks its pods with revision and generation, and lets them run on nodes with problems', async () => {
    const { pods, namespace } = await create('marks', { nodes: 1 })
    await expect.poll(() => nodesOf(pods), soon).toEqual(['marks-0'])
    const [pod] = await pods.list()
    const { items } = await server.client.list(ControllerRevision, { namespace })
    const hash = items[0]?.metadata?.labels?.['controller-revision-hash']
    expect(items.map(({ metadata }) => metadata?.name)).toEqual([`d-${hash}`])
    expect(pod?.metadata?.labels).toEqual({
      ...labels,
      'controller-revision-hash': hash,
      'pod-template-generation': '1',
    })
    expect(pod?.spec?.tolerations?.map(({ key, effect }) => `${key?.split('/')[1]} ${effect}`)).toEqual([
      'not-ready NoExecute',
      'unreachable NoExecute',
      'disk-pressure NoSchedule',
      'memory-pressure NoSchedule',
      'pid-pressure NoSchedule',
      'unschedulable NoSchedule',
    ])
  })

  it('gives no pod to a node whose taint it does not tolerate, but keeps one there that may go on', async () => {
    const { pods, namespace } = await create('tainted', { nodes: 1 })
    await createNode('tainted-no', { for: namespace }, [{ key: 'k', effect: 'NoSchedule' }])
    await expect.poll(() => nodesOf(pods), soon).toEqual(['tainted-0'])
    await run(pods, namespace)
    const taint = (effect: string) =>
      server.client
        .resource(Node)
        .patch('tainted-0', { type: PatchType.Merge, body: { spec: { taints: [{ key: 'k', effect }] } } })
    await taint('NoSchedule')
    await sets(namespace).patch('d', { type: PatchType.Merge, body: { spec: { minReadySeconds: 1 } } })
    await expect
      .poll(() => statusOf(namespace), soon)
      .toMatchObject({ desiredNumberScheduled: 0, currentNumberScheduled: 0, numberMisscheduled: 1 })
    expect(await nodesOf(pods)).toEqual(['tainted-0'])
    await taint('NoExecute')
    await expect
      .poll(async () => (await pods.list()).filter(({ metadata }) => !metadata?.deletionTimestamp), soon)
      .toEqual([])
  })

  it('replaces failed pods, the second time after a pause', async () => {
    const { pods, namespace } = await create('failing', { nodes: 1 })
    const failNext = async () => {
      await expect.poll(() => pods.names(), soon).toHaveLength(1)
      const [pod] = await pods.list()
      await pods.fail(pod?.metadata?.name ?? '')
      return pod!
    }
    const first = await failNext()
    await expect
      .poll(() => pods.names(), soon)
      .toSatisfy((names: string[]) => names.length === 1 && names[0] !== first.metadata?.name)
    const second = await failNext()
    const message = (pod: Pod) =>
      `FailedDaemonPod: Found failed daemon pod ${namespace}/${pod.metadata?.name} on node failing-0, will try to kill it`
    await expect.poll(() => pods.events('DaemonSet'), soon).toContain(message(first))
    expect(await pods.names()).toEqual([second.metadata?.name])
    await expect
      .poll(async () => {
        clock.step(1000)
        return pods.names()
      }, soon)
      .not.toContain(second.metadata?.name)
    await expect.poll(() => pods.events('DaemonSet'), soon).toContain(message(second))
  })
})

describe('the rolling update of a daemon set', () => {
  /** How many pods of each image are not being deleted. */
  const images = async (pods: WorkloadPods) =>
    (await pods.list())
      .filter(({ metadata }) => !metadata?.deletionTimestamp)
      .map(imageOf)
      .sort()
  /** Ends the pods that are being deleted. */
  const end = async (pods: WorkloadPods) => {
    for (const pod of await pods.list()) {
      if (pod.metadata?.deletionTimestamp) await server.client.delete(pod, { gracePeriodSeconds: 0 } as never)
    }
  }

  it('replaces as many pods at once as may be unavailable', async () => {
    const updateStrategy = { type: 'RollingUpdate' as const, rollingUpdate: { maxUnavailable: 2 } }
    const { pods, namespace } = await create('unavailable', { nodes: 3, spec: { updateStrategy } })
    await expect.poll(() => nodesOf(pods), soon).toHaveLength(3)
    await run(pods, namespace)
    await expect.poll(() => statusOf(namespace), soon).toMatchObject({ numberAvailable: 3 })
    await setImage(namespace, 'app:2')
    await expect.poll(() => images(pods), soon).toEqual(['app:1'])
    await end(pods)
    await expect.poll(() => images(pods), soon).toEqual(['app:1', 'app:2', 'app:2'])
    await run(pods, namespace)
    await expect.poll(() => images(pods), soon).toEqual(['app:2', 'app:2'])
    await end(pods)
    await expect.poll(() => images(pods), soon).toEqual(['app:2', 'app:2', 'app:2'])
    await expect
      .poll(() => statusOf(namespace), soon)
      .toMatchObject({ updatedNumberScheduled: 3, observedGeneration: 2 })
  })

  it('keeps the old pod until the new one is available where pods may surge', async () => {
    const updateStrategy = { type: 'RollingUpdate' as const, rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }
    const { pods, namespace } = await create('surge', { spec: { updateStrategy } })
    await expect.poll(() => nodesOf(pods), soon).toHaveLength(2)
    await run(pods, namespace)
    await expect.poll(() => statusOf(namespace), soon).toMatchObject({ numberAvailable: 2 })
    await setImage(namespace, 'app:2')
    await expect.poll(() => images(pods), soon).toEqual(['app:1', 'app:1', 'app:2'])
    await run(pods, namespace)
    await expect.poll(() => images(pods), soon).toEqual(['app:1', 'app:2', 'app:2'])
    await run(pods, namespace)
    await expect.poll(() => images(pods), soon).toEqual(['app:2', 'app:2'])
  })

  it('waits for the deletion of pods where the strategy asks for it, and goes back to an earlier revision', async () => {
    const { pods, namespace } = await create('manual', { nodes: 1, spec: { updateStrategy: { type: 'OnDelete' } } })
    await expect.poll(() => images(pods), soon).toEqual(['app:1'])
    await setImage(namespace, 'app:2')
    await expect.poll(() => statusOf(namespace), soon).toMatchObject({ observedGeneration: 2 })
    expect(await images(pods)).toEqual(['app:1'])
    await pods.delete((await pods.names())[0] ?? '')
    await expect.poll(() => images(pods), soon).toEqual(['app:2'])
    await setImage(namespace, 'app:1')
    const revisions = async () =>
      (await server.client.list(ControllerRevision, { namespace })).items.map(({ revision }) => revision).sort()
    await expect.poll(revisions, soon).toEqual([2, 3])
  })
})
