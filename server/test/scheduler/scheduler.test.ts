import { Node, PersistentVolume, PersistentVolumeClaim, Pod } from 'apimachinery/api/core/v1'
import { PodDisruptionBudget } from 'apimachinery/api/policy/v1'
import { PriorityClass } from 'apimachinery/api/scheduling/v1'
import { StorageClass } from 'apimachinery/api/storage/v1'
import { afterEach, describe, expect, it } from 'vitest'
import { SchedulingCluster, until } from './cluster.js'

let cluster: SchedulingCluster
afterEach(() => cluster.stop())

describe('a scheduler', () => {
  it('binds a pod to the node with the most room, and records that', async () => {
    cluster = await SchedulingCluster.start()
    await cluster.node('small', { cpu: '2' })
    await cluster.node('large', { cpu: '8' })
    await cluster.pod('pod')
    expect(await cluster.nodeOf('pod')).toBe('large')
    const [event] = await cluster.events('pod', 'Scheduled')
    expect(event).toMatchObject({
      type: 'Normal',
      action: 'Binding',
      note: 'Successfully assigned default/pod to large',
      reportingController: 'default-scheduler',
      regarding: { kind: 'Pod', name: 'pod' },
    })
    expect(await cluster.condition('pod')).toMatchObject({ status: 'True' })
  })

  it('says of each node why a pod does not fit, and binds the pod when one has changed', async () => {
    cluster = await SchedulingCluster.start()
    await cluster.node('small', { cpu: '1', labels: { disk: 'ssd' } })
    await cluster.node('other')
    const cordoned = await cluster.node('cordoned', { labels: { disk: 'ssd' } })
    await cluster.client.update(new Node({ ...cordoned, spec: { unschedulable: true } }))
    await cluster.pod('pod', { cpu: '2', nodeSelector: { disk: 'ssd' } })
    const message =
      "0/3 nodes are available: 1 Insufficient cpu, 1 node(s) didn't match Pod's node affinity/selector, " +
      '1 node(s) were unschedulable. no new claims to deallocate, preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.'
    expect(await cluster.messageOf('pod')).toBe(message)
    expect(await cluster.condition('pod')).toMatchObject({ status: 'False', reason: 'Unschedulable' })
    const [event] = await cluster.events('pod', 'FailedScheduling')
    expect(event).toMatchObject({ type: 'Warning', action: 'Scheduling', note: message })
    const node = await cluster.client.get(Node, { name: 'cordoned' })
    await cluster.client.update(new Node({ ...node, spec: { ...node.spec, unschedulable: false, taints: [] } }))
    expect(await cluster.nodeOf('pod')).toBe('cordoned')
  })

  it('finds no topology on a node whose labels lack its key, whatever the key is called', async () => {
    cluster = await SchedulingCluster.start()
    await cluster.node('node')
    const whenUnsatisfiable = 'DoNotSchedule'
    const constraint = { maxSkew: 1, topologyKey: 'constructor', whenUnsatisfiable, labelSelector: {} } as const
    await cluster.pod('pod', { topologySpreadConstraints: [constraint] })
    expect(await cluster.messageOf('pod')).toContain(
      "1 node(s) didn't match pod topology spread constraints (missing required label)",
    )
  })

  it('says that there are no nodes, and binds the pod when one comes', async () => {
    cluster = await SchedulingCluster.start()
    await cluster.pod('pod')
    expect(await cluster.messageOf('pod')).toBe('no nodes available to schedule pods')
    await cluster.node('node')
    expect(await cluster.nodeOf('pod')).toBe('node')
  })

  it('leaves pods of other schedulers, and pods that are gated until their gates are gone', async () => {
    cluster = await SchedulingCluster.start()
    await cluster.node('node')
    await cluster.pod('foreign', { schedulerName: 'other' })
    await cluster.pod('gated', { schedulingGates: [{ name: 'example.com/wait' }] })
    await cluster.pod('pod')
    await cluster.nodeOf('pod')
    expect(await cluster.condition('gated')).toMatchObject({ status: 'False', reason: 'SchedulingGated' })
    const gated = await cluster.read('gated')
    await cluster.client.update(new Pod({ ...gated, spec: { ...gated.spec!, schedulingGates: [] } }))
    expect(await cluster.nodeOf('gated')).toBe('node')
    expect((await cluster.read('foreign')).spec?.nodeName).toBeUndefined()
  })

  it('takes the pod of the highest priority first', async () => {
    cluster = await SchedulingCluster.start()
    await cluster.client.create(new PriorityClass({ metadata: { name: 'high' }, value: 10, preemptionPolicy: 'Never' }))
    await cluster.pod('low', { cpu: '3' })
    await cluster.pod('high', { cpu: '3', priorityClassName: 'high' })
    await cluster.messageOf('low')
    await cluster.messageOf('high')
    await cluster.node('node', { cpu: '4' })
    expect(await cluster.nodeOf('high')).toBe('node')
    const message = until(async () => (await cluster.messageOf('low')).match(/1 Insufficient cpu/)?.[0])
    expect(await message).toBeDefined()
  })

  it('makes the same choices with the same random numbers', async () => {
    cluster = await SchedulingCluster.start({ random: () => 0.99 })
    for (const name of ['a', 'b', 'c']) await cluster.node(name)
    await cluster.pod('pod')
    expect(await cluster.nodeOf('pod')).toBe('c')
  })
})

describe('preemption', () => {
  it('deletes the pods of lower priority whose loss does the least harm', async () => {
    cluster = await SchedulingCluster.start()
    await cluster.client.create(new PriorityClass({ metadata: { name: 'high' }, value: 1000 }))
    await cluster.client.create(new PriorityClass({ metadata: { name: 'middle' }, value: 10 }))
    await cluster.node('one', { cpu: '2' })
    await cluster.node('two', { cpu: '2' })
    await cluster.pod('protected', { cpu: '2', labels: { app: 'kept' }, nodeName: 'one' })
    const spec = { selector: { matchLabels: { app: 'kept' } }, minAvailable: 1 }
    await cluster.client.create(new PodDisruptionBudget({ metadata: { name: 'kept', namespace: 'default' }, spec }))
    await cluster.pod('victim', { cpu: '1', priorityClassName: 'middle', nodeName: 'two' })
    await cluster.pod('spared', { cpu: '1', priorityClassName: 'high', nodeName: 'two' })
    await cluster.pod('pod', { cpu: '1', priorityClassName: 'high' })
    const [preempted] = await cluster.events('victim', 'Preempted')
    const { uid } = (await cluster.read('pod')).metadata!
    expect(preempted).toMatchObject({
      type: 'Normal',
      action: 'Preempting',
      note: `Preempted by pod ${uid} on node two`,
      related: { name: 'pod' },
    })
    expect(await cluster.condition('victim', 'DisruptionTarget')).toMatchObject({
      status: 'True',
      reason: 'PreemptionByScheduler',
      message: 'default-scheduler: preempting to accommodate a higher priority pod',
    })
    await until(async () => (await cluster.read('pod')).status?.nominatedNodeName)
    expect((await cluster.read('pod')).status?.nominatedNodeName).toBe('two')
    // The kubelet's part.
    const pods = cluster.client.resource(Pod).namespace('default')
    await pods.delete('victim', { gracePeriodSeconds: 0 })
    expect(await cluster.nodeOf('pod')).toBe('two')
    expect((await cluster.read('protected')).metadata?.deletionTimestamp).toBeUndefined()
    expect((await cluster.read('spared')).metadata?.deletionTimestamp).toBeUndefined()
  })
})

describe('a claim that waits for its first pod', () => {
  const waiting = { volumeBindingMode: 'WaitForFirstConsumer' as const }
  const claimSpec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
  const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'claim' } }]

  /** What the controller of volumes does last. */
  const finish = async (volumeName: string): Promise<void> => {
    const claim = await cluster.client.get(PersistentVolumeClaim, { name: 'claim', namespace: 'default' })
    const annotations = { ...claim.metadata?.annotations, 'pv.kubernetes.io/bind-completed': 'yes' }
    const spec = { ...claim.spec, volumeName }
    await cluster.client.update(
      new PersistentVolumeClaim({ ...claim, metadata: { ...claim.metadata, annotations }, spec }),
    )
  }

  it('gets a volume that the chosen node can reach, and the pod is bound when the claim is', async () => {
    cluster = await SchedulingCluster.start()
    await cluster.node('near', { labels: { zone: 'a' } })
    await cluster.node('far', { labels: { zone: 'b' }, cpu: '64' })
    await cluster.client.create(
      new StorageClass({ metadata: { name: 'local' }, provisioner: 'kubernetes.io/no-provisioner', ...waiting }),
    )
    const terms = [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] }]
    const volume = await cluster.client.create(
      new PersistentVolume({
        metadata: { name: 'volume' },
        spec: {
          ...{ storageClassName: 'local', accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' } },
          ...{ local: { path: '/data' }, nodeAffinity: { required: { nodeSelectorTerms: terms } } },
        },
      }),
    )
    await cluster.client.updateStatus(new PersistentVolume({ ...volume, status: { phase: 'Available' } }))
    const metadata = { name: 'claim', namespace: 'default' }
    const claim = { ...claimSpec, storageClassName: 'local' }
    await cluster.client.create(new PersistentVolumeClaim({ metadata, spec: claim }))
    await cluster.pod('pod', { volumes })
    const bound = await until(async () => {
      const now = await cluster.client.get(PersistentVolume, { name: 'volume' })
      return now.spec?.claimRef === undefined ? undefined : now
    })
    expect(bound.spec?.claimRef).toMatchObject({ kind: 'PersistentVolumeClaim', name: 'claim', namespace: 'default' })
    expect(bound.metadata?.annotations).toMatchObject({ 'pv.kubernetes.io/bound-by-controller': 'yes' })
    expect((await cluster.read('pod')).status?.nominatedNodeName).toBe('near')
    await finish('volume')
    expect(await cluster.nodeOf('pod')).toBe('near')
  })

  it('is given the node on which a volume is to be made', async () => {
    cluster = await SchedulingCluster.start()
    await cluster.node('node')
    await cluster.client.create(
      new StorageClass({ metadata: { name: 'made' }, provisioner: 'example.com/made', ...waiting }),
    )
    const metadata = { name: 'claim', namespace: 'default' }
    await cluster.client.create(
      new PersistentVolumeClaim({ metadata, spec: { ...claimSpec, storageClassName: 'made' } }),
    )
    await cluster.pod('pod', { volumes })
    const selected = await until(async () => {
      const { metadata: now } = await cluster.client.get(PersistentVolumeClaim, metadata)
      return now?.annotations?.['volume.kubernetes.io/selected-node']
    })
    expect(selected).toBe('node')
  })

  it('keeps a pod waiting while it is missing', async () => {
    cluster = await SchedulingCluster.start()
    await cluster.node('node')
    await cluster.pod('pod', { volumes })
    expect(await cluster.messageOf('pod')).toBe(
      '0/1 nodes are available: persistentvolumeclaim "claim" not found. not found',
    )
  })
})
