import { TestServer } from '@apimachinery/server/testing'
import { ControllerRevision, StatefulSet, type StatefulSetSpec } from 'apimachinery/api/apps/v1'
import { Namespace, PersistentVolumeClaim, Pod } from 'apimachinery/api/core/v1'
import { PatchType } from 'apimachinery/patch'
import { FakeClock } from 'apimachinery/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { soon, WorkloadPods } from './workload-pods.js'

const clock = new FakeClock()
let server: TestServer
beforeAll(async () => {
  server = await TestServer.start({ controllers: ['statefulset-controller'], clock })
})
afterAll(() => server.stop())

const labels = { app: 'w' }

/** A set `w` in a namespace of its own, and its pods. */
async function create(
  namespace: string,
  spec: Partial<StatefulSetSpec> = {},
  image = 'app:1',
): Promise<{ readonly pods: WorkloadPods; readonly namespace: string }> {
  await server.client.create(new Namespace({ metadata: { name: namespace } }))
  await server.client.create(
    new StatefulSet({
      metadata: { name: 'w', namespace },
      spec: {
        selector: { matchLabels: labels },
        serviceName: 'w',
        replicas: 2,
        template: { metadata: { labels }, spec: { containers: [{ name: 'c', image }] } },
        ...spec,
      },
    }),
  )
  return { pods: new WorkloadPods(server, namespace), namespace }
}

const sets = (namespace: string) => server.client.resource(StatefulSet).namespace(namespace)
const statusOf = async (namespace: string) => (await sets(namespace).get('w')).status
const patch = (namespace: string, spec: object) =>
  sets(namespace).patch('w', { type: PatchType.StrategicMerge, body: { spec } })
const setImage = (namespace: string, image: string) =>
  patch(namespace, { template: { spec: { containers: [{ name: 'c', image }] } } })
const imageOf = ({ spec }: Pod) => spec?.containers[0]?.image

describe('a stateful set', () => {
  it('gets its pods in order, each with its name, when the one before is ready', async () => {
    const { pods, namespace } = await create('ordered')
    await pods.are(['w-0'])
    const { metadata, spec } = await pods.ready('w-0')
    expect(metadata?.labels).toEqual({
      ...labels,
      'apps.kubernetes.io/pod-index': '0',
      'controller-revision-hash': 'w-7bd7566497',
      'statefulset.kubernetes.io/pod-name': 'w-0',
    })
    expect([spec?.hostname, spec?.subdomain]).toEqual(['w-0', 'w'])
    await pods.comesReady('w-1')
    await expect
      .poll(() => statusOf(namespace), soon)
      .toEqual({
        observedGeneration: 1,
        replicas: 2,
        readyReplicas: 2,
        availableReplicas: 2,
        currentReplicas: 2,
        updatedReplicas: 2,
        currentRevision: 'w-7bd7566497',
        updateRevision: 'w-7bd7566497',
        collisionCount: 0,
      })
    await expect
      .poll(() => pods.events('StatefulSet'), soon)
      .toEqual(['w-0', 'w-1'].map((name) => `SuccessfulCreate: Create Pod ${name} in StatefulSet w successful`))
  })

  it('gets them at once where their order does not matter, beginning with the number it asks for', async () => {
    const { pods } = await create('parallel', { podManagementPolicy: 'Parallel', replicas: 3, ordinals: { start: 5 } })
    await pods.are(['w-5', 'w-6', 'w-7'])
  })

  it('loses the pod of the largest number first', async () => {
    const { pods, namespace } = await create('down', { replicas: 3 })
    for (const name of ['w-0', 'w-1', 'w-2']) await pods.comesReady(name)
    await patch(namespace, { replicas: 1 })
    await pods.are(['w-0'])
    const deleted = (await pods.events('StatefulSet')).filter((event) => event.startsWith('SuccessfulDelete'))
    expect(deleted).toEqual(
      ['w-1', 'w-2'].map((name) => `SuccessfulDelete: Delete Pod ${name} in StatefulSet w successful`),
    )
  })

  it('replaces a pod that has failed', async () => {
    const { pods } = await create('failed', { replicas: 1 })
    const pod = await pods.comesReady('w-0')
    await pods.fail('w-0')
    await pods.another(pod)
  })

  it('counts pods as available when they have been ready for long enough', async () => {
    const { pods, namespace } = await create('minready', { minReadySeconds: 60 })
    await pods.comesReady('w-0')
    await expect.poll(() => statusOf(namespace), soon).toMatchObject({ readyReplicas: 1, availableReplicas: 0 })
    expect(await pods.names()).toEqual(['w-0'])
    clock.step(61_000)
    await expect.poll(() => statusOf(namespace), soon).toMatchObject({ availableReplicas: 1 })
    await expect.poll(() => pods.names(), soon).toEqual(['w-0', 'w-1'])
  })

  it('adopts an orphan of its name, and releases a pod whose labels change', async () => {
    const namespace = 'adoption'
    await server.client.create(new Namespace({ metadata: { name: namespace } }))
    const spec = { containers: [{ name: 'c', image: 'app:0' }] }
    await server.client.create(new Pod({ metadata: { name: 'w-0', namespace, labels }, spec }))
    await server.client.create(new Pod({ metadata: { name: 'other-0', namespace, labels }, spec }))
    await server.client.create(
      new StatefulSet({
        metadata: { name: 'w', namespace },
        spec: { selector: { matchLabels: labels }, replicas: 1, template: { metadata: { labels }, spec } },
      }),
    )
    const pods = new WorkloadPods(server, namespace)
    const ownersOf = async (name: string) => (await pods.get(name)).metadata?.ownerReferences
    await expect.poll(() => ownersOf('w-0'), soon).toMatchObject([{ kind: 'StatefulSet', name: 'w', controller: true }])
    expect(await ownersOf('other-0')).toBeUndefined()
    const body = { metadata: { labels: { app: 'no' } } }
    await server.client.patch(await pods.get('w-0'), { type: PatchType.Merge, body })
    await expect.poll(() => ownersOf('w-0'), soon).toBeUndefined()
  })
})

describe('the rolling update of a stateful set', () => {
  it('replaces pods from the largest number down to the partition, one at a time', async () => {
    const updateStrategy = { type: 'RollingUpdate' as const, rollingUpdate: { partition: 1 } }
    const { pods, namespace } = await create('partition', { replicas: 3, updateStrategy })
    const [, one, two] = [await pods.comesReady('w-0'), await pods.comesReady('w-1'), await pods.comesReady('w-2')]
    await expect.poll(() => statusOf(namespace), soon).toMatchObject({ availableReplicas: 3 })
    await setImage(namespace, 'app:2')
    await pods.another(two!)
    expect(await pods.get('w-1')).toMatchObject({ metadata: { uid: one?.metadata?.uid } })
    await pods.ready('w-2')
    await pods.another(one!)
    await pods.ready('w-1')
    await expect
      .poll(() => statusOf(namespace), soon)
      .toMatchObject({
        currentRevision: 'w-7bd7566497',
        updateRevision: 'w-546559f696',
        currentReplicas: 1,
        updatedReplicas: 2,
        readyReplicas: 3,
      })
    expect((await pods.list()).map(imageOf)).toEqual(['app:1', 'app:2', 'app:2'])
    await pods.delete('w-0')
    await pods.comesReady('w-0')
    expect(imageOf(await pods.get('w-0'))).toBe('app:1')
  })

  it('waits for the deletion of pods where the strategy asks for it', async () => {
    const { pods, namespace } = await create('ondelete', { replicas: 1, updateStrategy: { type: 'OnDelete' } })
    await pods.comesReady('w-0')
    await setImage(namespace, 'app:2')
    await expect.poll(() => statusOf(namespace), soon).toMatchObject({ updateRevision: 'w-546559f696' })
    expect(imageOf(await pods.get('w-0'))).toBe('app:1')
    await pods.delete('w-0')
    await expect.poll(async () => (await pods.list()).map(imageOf), soon).toEqual(['app:2'])
  })

  it('goes back to an earlier revision, and keeps as many old ones as the set asks for', async () => {
    const { pods, namespace } = await create('history', { replicas: 1, revisionHistoryLimit: 1 })
    const revisions = async () => {
      const { items } = await server.client.list(ControllerRevision, { namespace })
      return items.map(({ metadata, revision }) => `${metadata?.name} ${revision}`).sort()
    }
    const roll = async (image: string) => {
      await setImage(namespace, image)
      await expect.poll(async () => (await pods.list()).map(imageOf), soon).toEqual([image])
      await pods.ready('w-0')
      await expect
        .poll(
          async () => statusOf(namespace).then((status) => status?.currentRevision === status?.updateRevision),
          soon,
        )
        .toBe(true)
    }
    await pods.comesReady('w-0')
    await expect.poll(() => statusOf(namespace), soon).toMatchObject({ availableReplicas: 1 })
    await roll('app:2')
    await expect.poll(revisions, soon).toEqual(['w-546559f696 2', 'w-7bd7566497 1'])
    await roll('app:1')
    await expect.poll(revisions, soon).toEqual(['w-546559f696 2', 'w-7bd7566497 3'])
    await roll('app:3')
    await expect.poll(revisions, soon).toEqual(['w-574c88fc5f 4', 'w-7bd7566497 3'])
  })
})

describe('the claims of a stateful set', () => {
  const volumeClaimTemplates = [
    {
      metadata: { name: 'data', labels: { own: 'yes' } },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    },
  ]
  const claim = async (namespace: string, name: string) =>
    (await server.client.get(PersistentVolumeClaim, { namespace, name })).metadata

  it('are created before their pods, which mount them', async () => {
    const { pods, namespace } = await create('claims', { replicas: 1, volumeClaimTemplates })
    await pods.are(['w-0'])
    expect((await claim(namespace, 'data-w-0'))?.labels).toEqual({ own: 'yes', app: 'w' })
    expect((await pods.get('w-0')).spec?.volumes).toContainEqual({
      name: 'data',
      persistentVolumeClaim: { claimName: 'data-w-0' },
    })
    await expect
      .poll(() => pods.events('StatefulSet'), soon)
      .toEqual([
        'SuccessfulCreate: Create Claim data-w-0 Pod w-0 in StatefulSet w success',
        'SuccessfulCreate: Create Pod w-0 in StatefulSet w successful',
      ])
  })

  it('are owned by the set, and by pods that are too many, where the policy deletes them', async () => {
    const persistentVolumeClaimRetentionPolicy = { whenDeleted: 'Delete', whenScaled: 'Delete' } as const
    const spec = {
      volumeClaimTemplates,
      persistentVolumeClaimRetentionPolicy,
      podManagementPolicy: 'Parallel',
    } as const
    const { pods, namespace } = await create('retention', spec)
    await pods.are(['w-0', 'w-1'])
    const owners = async (name: string) =>
      (await claim(namespace, name))?.ownerReferences?.map(({ kind, name: owner }) => `${kind} ${owner}`)
    await expect.poll(() => owners('data-w-1'), soon).toEqual(['StatefulSet w'])
    await patch(namespace, { replicas: 1 })
    await pods.are(['w-0'])
    expect(await owners('data-w-1')).toEqual(['Pod w-1'])
    expect(await owners('data-w-0')).toEqual(['StatefulSet w'])
    await patch(namespace, { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' } })
    await expect.poll(() => owners('data-w-0'), soon).toBeUndefined()
  })
})
