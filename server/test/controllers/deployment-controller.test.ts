import { TestServer } from '@apimachinery/server/testing'
import { Deployment, ReplicaSet } from 'apimachinery/api/apps/v1'
import { Event, Namespace, Pod, ReplicationController, ResourceQuota } from 'apimachinery/api/core/v1'
import { isControlledBy } from 'apimachinery/meta'
import { FakeClock } from 'apimachinery/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const soon = { timeout: 30_000, interval: 10 }
const namespace = 'default'
const clock = new FakeClock()
let server: TestServer

beforeAll(async () => {
  // Nothing makes pods run: each test says when they are ready.
  const controllers = ['deployment-controller', 'replicaset-controller', 'replicationcontroller-controller'] as const
  server = await TestServer.start({ controllers, clock })
})
afterAll(() => server.stop())

const template = (name: string, image = 'app:1') => ({
  metadata: { labels: { app: name } },
  spec: { containers: [{ name: 'c', image }] },
})

function create(name: string, spec: Partial<NonNullable<Deployment['spec']>> = {}): Promise<Deployment> {
  const selector = { matchLabels: { app: name } }
  return server.client.create(
    new Deployment({ metadata: { name, namespace }, spec: { selector, template: template(name), ...spec } }),
  )
}

const get = (name: string) => server.client.get(Deployment, { name, namespace })
const setsOf = async (name: string) =>
  (await server.client.list(ReplicaSet, { namespace, labelSelector: `app=${name}` })).items
const podsOf = async (name: string) =>
  (await server.client.list(Pod, { namespace, labelSelector: `app=${name}` })).items

async function change(name: string, patch: object): Promise<void> {
  const own = server.client.resource(Deployment).namespace(namespace)
  await own.patch(name, { type: { name: 'merge', contentType: 'application/merge-patch+json' }, body: patch })
}

/** Sizes of sets by the image of their template. */
async function sizes(name: string): Promise<Readonly<Record<string, number>>> {
  const pairs = (await setsOf(name)).map(({ spec }) => [spec?.template?.spec?.containers[0]?.image, spec?.replicas])
  return Object.fromEntries(pairs) as Record<string, number>
}

/** Makes up to `count` pods of an image ready that are not yet. */
async function makeReady(name: string, image: string, count = Number.POSITIVE_INFINITY): Promise<void> {
  const waiting = (await podsOf(name)).filter(
    ({ spec, status }) => spec?.containers[0]?.image === image && status?.phase !== 'Running',
  )
  for (const pod of waiting.slice(0, count)) {
    const lastTransitionTime = new Date(clock.now()).toISOString().replace(/\.\d+/, '')
    const status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True', lastTransitionTime }] }
    await server.client.updateStatus(new Pod({ ...pod, status }))
  }
}

const image = (name: string, to: string) => change(name, { spec: { template: template(name, to) } })
const eventsOf = async (name: string) =>
  (await server.client.list(Event, { namespace })).items
    .filter(({ involvedObject }) => involvedObject.name === name)
    .map(({ reason, message }) => `${reason}: ${message}`)
const progressOf = async (name: string) =>
  (await get(name)).status?.conditions?.find(({ type }) => type === 'Progressing')

/** Has a deployment with all pods of `app:1`. */
async function running(name: string, spec: Partial<NonNullable<Deployment['spec']>> = {}): Promise<void> {
  await create(name, spec)
  const replicas = spec.replicas ?? 1
  await expect.poll(() => podsOf(name).then((pods) => pods.length), soon).toBe(replicas)
  await makeReady(name, 'app:1')
  await expect.poll(() => progressOf(name), soon).toMatchObject({ reason: 'NewReplicaSetAvailable' })
}

describe('a rolling update', () => {
  it('adds new pods as far as the surge allows, and removes old ones as new ones become available', async () => {
    await running('rolls', {
      replicas: 4,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } },
    })
    await image('rolls', 'app:2')
    await expect.poll(() => sizes('rolls'), soon).toEqual({ 'app:1': 3, 'app:2': 2 })
    await expect
      .poll(
        () => podsOf('rolls').then((pods) => pods.filter(({ spec }) => spec?.containers[0]?.image === 'app:2').length),
        soon,
      )
      .toBe(2)
    await makeReady('rolls', 'app:2')
    await expect.poll(() => sizes('rolls'), soon).toEqual({ 'app:1': 1, 'app:2': 4 })
    await expect
      .poll(
        () => podsOf('rolls').then((pods) => pods.filter(({ spec }) => spec?.containers[0]?.image === 'app:2').length),
        soon,
      )
      .toBe(4)
    await makeReady('rolls', 'app:2')
    await expect.poll(() => sizes('rolls'), soon).toEqual({ 'app:1': 0, 'app:2': 4 })
    await expect
      .poll(() => get('rolls').then(({ status }) => status), soon)
      .toMatchObject({ replicas: 4, updatedReplicas: 4, readyReplicas: 4, availableReplicas: 4, observedGeneration: 2 })
    const [old, fresh] = (await setsOf('rolls')).sort((a, b) => (a.spec?.replicas ?? 0) - (b.spec?.replicas ?? 0))
    expect(await progressOf('rolls')).toMatchObject({
      status: 'True',
      message: `ReplicaSet "${fresh?.metadata?.name}" has successfully progressed.`,
    })
    expect(fresh?.metadata?.annotations).toEqual({
      'deployment.kubernetes.io/revision': '2',
      'deployment.kubernetes.io/desired-replicas': '4',
      'deployment.kubernetes.io/max-replicas': '5',
    })
    await expect
      .poll(() => eventsOf('rolls'), soon)
      .toEqual(
        expect.arrayContaining([
          `ScalingReplicaSet: Scaled up replica set ${old?.metadata?.name} from 0 to 4`,
          `ScalingReplicaSet: Scaled up replica set ${fresh?.metadata?.name} from 0 to 1`,
          `ScalingReplicaSet: Scaled down replica set ${old?.metadata?.name} from 4 to 3`,
        ]),
      )
  })

  it('uses the set of an earlier template again, and notes the revisions that it had', async () => {
    await running('back')
    await image('back', 'app:2')
    await expect.poll(() => sizes('back'), soon).toEqual({ 'app:1': 1, 'app:2': 1 })
    await image('back', 'app:1')
    await expect
      .poll(() => get('back').then(({ metadata }) => metadata?.annotations), soon)
      .toMatchObject({
        'deployment.kubernetes.io/revision': '3',
      })
    const sets = await setsOf('back')
    expect(sets).toHaveLength(2)
    const revisions = sets.map(({ metadata }) => metadata?.annotations?.['deployment.kubernetes.io/revision-history'])
    expect(revisions.filter(Boolean)).toEqual(['1'])
  })

  it('deletes sets beyond the history that is kept, and goes back to a revision on request', async () => {
    await running('kept', { revisionHistoryLimit: 1 })
    for (const tag of ['app:2', 'app:3']) {
      await image('kept', tag)
      await expect.poll(() => makeReady('kept', tag).then(() => sizes('kept')), soon).toMatchObject({ [tag]: 1 })
      await expect.poll(() => progressOf('kept'), soon).toMatchObject({ reason: 'NewReplicaSetAvailable' })
    }
    await expect.poll(() => sizes('kept'), soon).toEqual({ 'app:2': 0, 'app:3': 1 })
    await change('kept', { metadata: { annotations: { 'deprecated.deployment.rollback.to': '0' } } })
    await expect.poll(() => sizes('kept'), soon).toMatchObject({ 'app:2': 1 })
    const { metadata } = await get('kept')
    expect(metadata?.annotations).not.toHaveProperty(['deprecated.deployment.rollback.to'])
    await expect
      .poll(() => eventsOf('kept'), soon)
      .toContain('DeploymentRollback: Rolled back deployment "kept" to revision 2')
  })

  it('times out when nothing happens before its deadline, and is available only after the seconds of readiness', async () => {
    await create('slow', { minReadySeconds: 30, progressDeadlineSeconds: 60 })
    await expect.poll(() => podsOf('slow').then((pods) => pods.length), soon).toBe(1)
    await expect.poll(() => progressOf('slow'), soon).toMatchObject({ reason: 'ReplicaSetUpdated' })
    await expect
      .poll(() => {
        clock.step(10_000)
        return progressOf('slow')
      }, soon)
      .toMatchObject({ status: 'False', reason: 'ProgressDeadlineExceeded' })
    await makeReady('slow', 'app:1')
    const status = () => get('slow').then((deployment) => deployment.status)
    await expect.poll(status, soon).toMatchObject({ readyReplicas: 1, unavailableReplicas: 1 })
    expect((await status())?.availableReplicas).toBeUndefined()
    clock.step(31_000)
    await expect.poll(status, soon).toMatchObject({ availableReplicas: 1 })
    await expect.poll(() => progressOf('slow'), soon).toMatchObject({ reason: 'NewReplicaSetAvailable' })
  })
})

describe('a deployment', () => {
  it('removes all old pods before it creates new ones where it is to recreate them', async () => {
    await running('again', { replicas: 2, strategy: { type: 'Recreate' } })
    const held = (await podsOf('again'))[0]!
    await server.client.update(new Pod({ ...held, metadata: { ...held.metadata, finalizers: ['example.com/hold'] } }))
    await image('again', 'app:2')
    await expect.poll(() => podsOf('again').then((pods) => pods.length), soon).toBe(1)
    expect(await sizes('again')).toEqual({ 'app:1': 0 })
    const latest = await server.client.get(Pod, { name: held.metadata?.name ?? '', namespace })
    await server.client.update(new Pod({ ...latest, metadata: { ...latest.metadata, finalizers: [] } }))
    await expect.poll(() => sizes('again'), soon).toEqual({ 'app:1': 0, 'app:2': 2 })
  })

  it('does not roll out while it is paused, but scales its sets in proportion', async () => {
    await running('pauses', {
      replicas: 10,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 3, maxUnavailable: 2 } },
    })
    await image('pauses', 'app:2')
    await expect.poll(() => sizes('pauses'), soon).toEqual({ 'app:1': 8, 'app:2': 5 })
    await change('pauses', { spec: { paused: true } })
    await expect.poll(() => progressOf('pauses'), soon).toMatchObject({ status: 'Unknown', reason: 'DeploymentPaused' })
    await change('pauses', { spec: { replicas: 15 } })
    await expect.poll(() => sizes('pauses'), soon).toEqual({ 'app:1': 11, 'app:2': 7 })
    await change('pauses', { spec: { paused: null } })
    await expect
      .poll(() => makeReady('pauses', 'app:2').then(() => sizes('pauses')), soon)
      .toEqual({ 'app:1': 0, 'app:2': 15 })
  })

  it('adopts sets that match, and takes another hash where the name of its set is taken', async () => {
    const labels = { app: 'adopts' }
    const orphan = new ReplicaSet({
      metadata: { name: 'orphan', namespace, labels },
      spec: { replicas: 0, selector: { matchLabels: labels }, template: template('adopts', 'app:0') },
    })
    await server.client.create(orphan)
    const deployment = await create('adopts')
    await expect
      .poll(async () => (await setsOf('adopts')).filter((set) => isControlledBy(set, deployment)).length, soon)
      .toBe(2)
    const name = (await setsOf('adopts')).map(({ metadata }) => metadata?.name).find((each) => each !== 'orphan') ?? ''
    const other = name.replace('adopts', 'taken')
    await server.client.create(
      new ReplicaSet({
        metadata: { name: other, namespace, labels: { app: 'x' } },
        spec: { replicas: 0, selector: { matchLabels: { app: 'x' } }, template: template('x') },
      }),
    )
    // The template is the same, so that its hash is.
    await server.client.create(
      new Deployment({
        metadata: { name: 'taken', namespace },
        spec: { selector: { matchLabels: labels }, template: template('adopts') },
      }),
    )
    await expect.poll(() => get('taken').then(({ status }) => status?.collisionCount), soon).toBe(1)
  })
})

describe('an owner of replicas', () => {
  it('reports pods that are refused, and goes on when they no longer are', async () => {
    const quota = new ResourceQuota({ metadata: { name: 'none', namespace: 'tight' }, spec: { hard: { pods: '0' } } })
    await server.client.create(new Namespace({ metadata: { name: 'tight' } }))
    await server.client.create(quota)
    await server.client.updateStatus(
      new ResourceQuota({
        ...quota,
        metadata: { ...(await server.client.get(ResourceQuota, { name: 'none', namespace: 'tight' })).metadata },
        status: { hard: { pods: '0' }, used: { pods: '0' } },
      }),
    )
    const set = new ReplicaSet({
      metadata: { name: 'refused', namespace: 'tight' },
      spec: { replicas: 2, selector: { matchLabels: { app: 'refused' } }, template: template('refused') },
    })
    await server.client.create(set)
    const status = async () => (await server.client.get(ReplicaSet, { name: 'refused', namespace: 'tight' })).status
    await expect.poll(status, soon).toMatchObject({ conditions: [{ type: 'ReplicaFailure', reason: 'FailedCreate' }] })
    expect((await status())?.conditions?.[0]?.message).toMatch(
      /^pods "refused-[a-z0-9]{5}" is forbidden: exceeded quota: none/,
    )
    await server.client.delete(quota)
    await expect.poll(status, soon).toMatchObject({ replicas: 2 })
    await expect.poll(async () => (await status())?.conditions ?? [], soon).toEqual([])
  })

  it('may be a ReplicationController, whose selector is a map', async () => {
    const owner = new ReplicationController({
      metadata: { name: 'old', namespace },
      spec: { replicas: 2, selector: { app: 'old' }, template: template('old') },
    })
    await server.client.create(owner)
    const status = async () => (await server.client.get(ReplicationController, { name: 'old', namespace })).status
    await expect.poll(status, soon).toMatchObject({ replicas: 2, fullyLabeledReplicas: 2 })
    await makeReady('old', 'app:1')
    await expect.poll(status, soon).toEqual({
      replicas: 2,
      fullyLabeledReplicas: 2,
      readyReplicas: 2,
      availableReplicas: 2,
      observedGeneration: 1,
    })
  })
})
