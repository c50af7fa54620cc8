import { TestServer } from '@apimachinery/server/testing'
import { PersistentVolumeClaim } from 'apimachinery/api/core/v1'
import { VolumeAttributesClass } from 'apimachinery/api/storage/v1'
import { isNotFound } from 'apimachinery/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Storage, soon } from './storage.js'

let server: TestServer
let storage: Storage
beforeAll(async () => {
  server = await TestServer.start({
    controllers: [
      'persistentvolume-binder-controller',
      'persistentvolume-protection-controller',
      'persistentvolumeclaim-protection-controller',
      'volumeattributesclass-protection-controller',
      'persistentvolume-expander-controller',
      'ephemeral-volume-controller',
      'made-up-volume-provisioner',
    ],
  })
  storage = new Storage(server)
})
afterAll(() => server.stop())

async function bound(name: string): Promise<void> {
  await storage.volume(`${name}.v`, name)
  await storage.claim(name, name)
  await expect.poll(() => storage.claimPhase(name), soon).toBe('Bound')
}

const use = (name: string) => ({ persistentVolumeClaim: { claimName: name } })

describe('a claim that is being deleted', () => {
  it('stays until the pod that uses it is gone', async () => {
    await bound('used')
    const pod = await storage.pod('user', use('used'), 'node')
    await server.client.delete((await storage.readClaim('used'))!)
    await storage.pod('waits', use('used'))
    // Another claim goes meanwhile: the controller is at work.
    await storage.claim('free', 'nothing')
    await server.client.delete((await storage.readClaim('free'))!)
    await expect.poll(() => storage.readClaim('free'), soon).toBeUndefined()
    expect((await storage.readClaim('used'))?.metadata?.deletionTimestamp).toBeDefined()
    await server.client.delete(pod, { gracePeriodSeconds: 0 } as never)
    await expect.poll(() => storage.readClaim('used'), soon).toBeUndefined()
    await expect.poll(() => storage.volumePhase('used.v'), soon).toBe('Released')
  })

  it('gets its finalizer again if it lacks it', async () => {
    const claim = await storage.claim('bare', 'nothing')
    await server.client.update(new PersistentVolumeClaim({ ...claim, metadata: { ...claim.metadata, finalizers: [] } }))
    await expect
      .poll(async () => (await storage.readClaim('bare'))?.metadata?.finalizers, soon)
      .toEqual(['kubernetes.io/pvc-protection'])
  })
})

it('A volume that is being deleted stays until it is not bound any more', async () => {
  await bound('held')
  await server.client.delete((await storage.readVolume('held.v'))!)
  await expect.poll(async () => (await storage.readVolume('held.v'))?.metadata?.deletionTimestamp, soon).toBeDefined()
  expect(await storage.volumePhase('held.v')).toBe('Bound')
  await server.client.delete((await storage.readClaim('held'))!)
  await expect.poll(() => storage.readVolume('held.v'), soon).toBeUndefined()
})

it('A class of attributes that is being deleted stays until no volume names it', async () => {
  const attributes = new VolumeAttributesClass({ metadata: { name: 'gold' }, driverName: 'x', parameters: { a: 'b' } })
  const created = await server.client.create(attributes)
  const read = () =>
    server.client.get(VolumeAttributesClass, { name: 'gold' }).catch((error: unknown) => {
      if (isNotFound(error)) return undefined
      throw error
    })
  await expect.poll(async () => (await read())?.metadata?.finalizers, soon).toEqual(['kubernetes.io/vac-protection'])
  const volume = await storage.volume('gold.v', 'gold', {
    volumeAttributesClassName: 'gold',
    csi: { driver: 'x', volumeHandle: 'y' },
  })
  await server.client.delete(created)
  await expect.poll(async () => (await read())?.metadata?.deletionTimestamp, soon).toBeDefined()
  await server.client.delete(volume)
  await expect.poll(read, soon).toBeUndefined()
})

describe('a generic ephemeral volume', () => {
  const volumeClaimTemplate = {
    metadata: { labels: { of: 'pod' } },
    spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'none', resources: { requests: { storage: '1Gi' } } },
  }

  it('gets a claim that the pod owns', async () => {
    const pod = await storage.pod('scratch', { ephemeral: { volumeClaimTemplate } })
    await expect.poll(() => storage.readClaim('scratch-v'), soon).toBeDefined()
    const { metadata, spec } = (await storage.readClaim('scratch-v')) ?? {}
    expect(metadata?.labels).toEqual({ of: 'pod' })
    expect(metadata?.ownerReferences).toEqual([
      {
        apiVersion: 'v1',
        kind: 'Pod',
        name: 'scratch',
        uid: pod.metadata?.uid,
        controller: true,
        blockOwnerDeletion: true,
      },
    ])
    expect(spec?.resources?.requests?.storage).toBe('1Gi')
  })

  it('is refused a claim of somebody else', async () => {
    await storage.claim('taken-v', 'none')
    await storage.pod('taken', { ephemeral: { volumeClaimTemplate } })
    await expect
      .poll(() => storage.events('taken'), soon)
      .toContainEqual([
        'FailedBinding',
        'ephemeral volume v: PVC default/taken-v was not created for pod default/taken (pod is not owner)',
      ])
  })
})

describe('a claim of the made-up provisioner', () => {
  const provisioner = 'apimachinery.dev/made-up'

  it('gets a volume that goes with it', async () => {
    await storage.storageClass('made-up', { provisioner, allowVolumeExpansion: true })
    const claim = await storage.claim('made', 'made-up', { size: '2Gi' })
    await expect.poll(() => storage.claimPhase('made'), soon).toBe('Bound')
    const name = `pvc-${claim.metadata?.uid}`
    const volume = await storage.readVolume(name)
    expect(volume?.spec?.capacity).toEqual({ storage: '2Gi' })
    expect(volume?.spec?.persistentVolumeReclaimPolicy).toBe('Delete')
    expect(volume?.metadata?.annotations).toEqual({ 'pv.kubernetes.io/provisioned-by': provisioner })
    expect((await storage.events('made')).map(([reason]) => reason)).toEqual(
      expect.arrayContaining(['ExternalProvisioning', 'Provisioning', 'ProvisioningSucceeded']),
    )
    const current = await storage.readClaim('made')
    const resources = { requests: { storage: '3Gi' } }
    await server.client.update(new PersistentVolumeClaim({ ...current, spec: { ...current?.spec, resources } }))
    await expect.poll(async () => (await storage.readClaim('made'))?.status?.capacity?.storage, soon).toBe('3Gi')
    expect((await storage.readVolume(name))?.spec?.capacity).toEqual({ storage: '3Gi' })
    await expect
      .poll(() => storage.events('made'), soon)
      .toContainEqual(['ExternalExpanding', 'waiting for an external controller to expand this PVC'])
    await server.client.delete(claim)
    await expect.poll(() => storage.readVolume(name), soon).toBeUndefined()
  })

  it('waits for the node of its first pod, and keeps the volume by the policy Retain', async () => {
    await storage.storageClass('made-late', {
      provisioner,
      reclaimPolicy: 'Retain',
      volumeBindingMode: 'WaitForFirstConsumer',
    })
    const claim = await storage.claim('made-late', 'made-late')
    await expect.poll(() => storage.events('made-late'), soon).toHaveLength(1)
    // As the scheduler does.
    const annotations = { 'volume.kubernetes.io/selected-node': 'node-7' }
    const chosen = { ...claim, metadata: { ...claim.metadata, annotations } }
    await server.client.update(new PersistentVolumeClaim(chosen))
    await expect.poll(() => storage.claimPhase('made-late'), soon).toBe('Bound')
    const name = `pvc-${claim.metadata?.uid}`
    const volume = await storage.readVolume(name)
    expect(volume?.spec?.nodeAffinity?.required?.nodeSelectorTerms?.[0]?.matchFields).toEqual([
      { key: 'metadata.name', operator: 'In', values: ['node-7'] },
    ])
    await server.client.delete(claim)
    await expect.poll(() => storage.volumePhase(name), soon).toBe('Released')
  })
})
