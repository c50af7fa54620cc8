import { TestServer } from '@apimachinery/server/testing'
import { PersistentVolume, PersistentVolumeClaim } from 'apimachinery/api/core/v1'
import { FakeClock } from 'apimachinery/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Storage, soon } from './storage.js'

let server: TestServer
let storage: Storage
const clock = new FakeClock(Date.parse('2030-01-01T00:00:00Z'))
beforeAll(async () => {
  server = await TestServer.start({
    controllers: ['persistentvolume-binder-controller', 'persistentvolume-protection-controller'],
    clock,
  })
  storage = new Storage(server)
})
afterAll(() => server.stop())

/** The volume of a bound claim. */
async function boundTo(claim: string): Promise<string | undefined> {
  await expect.poll(() => storage.claimPhase(claim), soon).toBe('Bound')
  return (await storage.readClaim(claim))?.spec?.volumeName
}

const available = (name: string) => expect.poll(() => storage.volumePhase(name), soon).toBe('Available')

describe('a claim', () => {
  it('gets the smallest volume of its class that is large enough', async () => {
    await storage.volume('fit.big', 'fit', { size: '5Gi' })
    await storage.volume('fit.fit', 'fit', { size: '2Gi' })
    await storage.volume('fit.small', 'fit', { size: '500Mi' })
    await storage.volume('fit.other', 'other', { size: '1Gi' })
    for (const name of ['fit.big', 'fit.fit', 'fit.small', 'fit.other']) await available(name)
    await storage.claim('fit', 'fit')
    expect(await boundTo('fit')).toBe('fit.fit')
    const claim = await storage.readClaim('fit')
    const volume = await storage.readVolume('fit.fit')
    expect(claim?.metadata?.annotations).toEqual({
      'pv.kubernetes.io/bind-completed': 'yes',
      'pv.kubernetes.io/bound-by-controller': 'yes',
    })
    expect(claim?.status).toEqual({ phase: 'Bound', accessModes: ['ReadWriteOnce'], capacity: { storage: '2Gi' } })
    expect(volume?.metadata?.annotations).toEqual({ 'pv.kubernetes.io/bound-by-controller': 'yes' })
    expect(volume?.spec?.claimRef?.uid).toBe(claim?.metadata?.uid)
    expect(volume?.status?.phase).toBe('Bound')
  })

  it('gets a volume with its labels, modes and use only', async () => {
    await storage.volume('facts.plain', 'facts')
    await storage.volume('facts.block', 'facts', { volumeMode: 'Block', labels: { tier: 'fast' } })
    await storage.volume('facts.many', 'facts', { accessModes: ['ReadWriteOnce', 'ReadOnlyMany'] })
    await storage.volume('facts.fast', 'facts', { size: '9Gi', labels: { tier: 'fast' } })
    for (const name of ['facts.plain', 'facts.block', 'facts.many', 'facts.fast']) await available(name)
    await storage.claim('facts-fast', 'facts', { selector: { matchLabels: { tier: 'fast' } } })
    expect(await boundTo('facts-fast')).toBe('facts.fast')
    await storage.claim('facts-many', 'facts', { accessModes: ['ReadOnlyMany'] })
    expect(await boundTo('facts-many')).toBe('facts.many')
    await storage.claim('facts-block', 'facts', { volumeMode: 'Block' })
    expect(await boundTo('facts-block')).toBe('facts.block')
    await storage.claim('facts-plain', 'facts')
    expect(await boundTo('facts-plain')).toBe('facts.plain')
  })

  it('gets the volume that is meant for it, and nobody else does', async () => {
    const claimRef = { namespace: 'default', name: 'meant' }
    await storage.volume('meant.v', 'meant', { claimRef })
    await storage.volume('meant.large', 'meant', { size: '10Gi' })
    await available('meant.v')
    await available('meant.large')
    await storage.claim('meant-other', 'meant')
    expect(await boundTo('meant-other')).toBe('meant.large')
    const claim = await storage.claim('meant', 'meant')
    expect(await boundTo('meant')).toBe('meant.v')
    const volume = await storage.readVolume('meant.v')
    expect(volume?.spec?.claimRef?.uid).toBe(claim.metadata?.uid)
    expect(volume?.metadata?.annotations).toBeUndefined()
  })

  it('gets the volume that it names, if that fits', async () => {
    await storage.volume('named.v', 'named', { size: '3Gi' })
    await available('named.v')
    await storage.claim('named-large', 'named', { volumeName: 'named.v', size: '4Gi' })
    await expect
      .poll(() => storage.events('named-large'), soon)
      .toEqual([['VolumeMismatch', 'Cannot bind to requested volume "named.v": requested PV is too small']])
    await storage.claim('named', 'named', { volumeName: 'named.v' })
    expect(await boundTo('named')).toBe('named.v')
    expect((await storage.readClaim('named'))?.metadata?.annotations).toEqual({
      'pv.kubernetes.io/bind-completed': 'yes',
    })
    await storage.claim('named-late', 'named', { volumeName: 'named.v' })
    await expect
      .poll(() => storage.events('named-late'), soon)
      .toEqual([['FailedBinding', 'volume "named.v" already bound to a different claim.']])
    expect(await storage.claimPhase('named-late')).toBe('Pending')
  })

  it('without volume says why it waits, and is bound when one comes', async () => {
    await storage.claim('late', 'late')
    await storage.claim('classless', '')
    await expect
      .poll(() => storage.events('late'), soon)
      .toEqual([['ProvisioningFailed', 'storageclass.storage.k8s.io "late" not found']])
    await expect
      .poll(() => storage.events('classless'), soon)
      .toEqual([['FailedBinding', 'no persistent volumes available for this claim and no storage class is set']])
    await storage.volume('late.v', 'late')
    await available('late.v')
    clock.step(15_000)
    expect(await boundTo('late')).toBe('late.v')
  })

  it('waits for its first pod where the class says so, and names pods that wait', async () => {
    await storage.storageClass('wait', { volumeBindingMode: 'WaitForFirstConsumer' })
    await storage.volume('wait.v', 'wait')
    await available('wait.v')
    const claim = await storage.claim('wait', 'wait')
    await expect
      .poll(() => storage.events('wait'), soon)
      .toEqual([['WaitForFirstConsumer', 'waiting for first consumer to be created before binding']])
    await storage.pod('wait-pod', { persistentVolumeClaim: { claimName: 'wait' } })
    await expect
      .poll(async () => {
        clock.step(15_000)
        return storage.events('wait')
      }, soon)
      .toContainEqual(['WaitForPodScheduled', 'waiting for pod wait-pod to be scheduled'])
    // As the scheduler does.
    const volume = await storage.readVolume('wait.v')
    const { name, namespace, uid } = claim.metadata ?? {}
    const claimRef = { kind: 'PersistentVolumeClaim', apiVersion: 'v1', name, namespace, uid }
    const annotations = { 'pv.kubernetes.io/bound-by-controller': 'yes' }
    const bound = { ...volume, metadata: { ...volume?.metadata, annotations }, spec: { ...volume?.spec, claimRef } }
    await server.client.update(new PersistentVolume(bound))
    expect(await boundTo('wait')).toBe('wait.v')
  })

  it('names the provisioner of its class, and waits for it', async () => {
    await storage.storageClass('outside', { provisioner: 'example.com/disks' })
    await storage.storageClass('migrated', { provisioner: 'kubernetes.io/gce-pd' })
    await storage.storageClass('static', { provisioner: 'kubernetes.io/no-provisioner' })
    for (const name of ['outside', 'migrated', 'static']) await storage.claim(name, name)
    const message = (name: string) =>
      `Waiting for a volume to be created either by the external provisioner '${name}' or manually by the system administrator. If volume creation is delayed, please verify that the provisioner is running and correctly registered.`
    await expect
      .poll(() => storage.events('outside'), soon)
      .toEqual([['ExternalProvisioning', message('example.com/disks')]])
    expect((await storage.readClaim('outside'))?.metadata?.annotations).toEqual({
      'volume.beta.kubernetes.io/storage-provisioner': 'example.com/disks',
      'volume.kubernetes.io/storage-provisioner': 'example.com/disks',
    })
    await expect
      .poll(() => storage.events('migrated'), soon)
      .toEqual([['ExternalProvisioning', message('pd.csi.storage.gke.io')]])
    await expect
      .poll(() => storage.events('static'), soon)
      .toEqual([['ProvisioningFailed', 'no volume plugin matched name: kubernetes.io/no-provisioner']])
  })

  it('without class gets the default class that comes later', async () => {
    await storage.claim('undecided', undefined)
    await expect.poll(() => storage.events('undecided'), soon).toHaveLength(1)
    const annotations = { 'storageclass.kubernetes.io/is-default-class': 'true' }
    const chosen = await storage.storageClass('chosen', { provisioner: 'example.com/disks' }, annotations)
    await expect
      .poll(async () => {
        clock.step(15_000)
        return (await storage.readClaim('undecided'))?.spec?.storageClassName
      }, soon)
      .toBe('chosen')
    await server.client.delete(chosen)
  })

  it('is lost with its volume', async () => {
    await storage.volume('lost.v', 'lost')
    await available('lost.v')
    await storage.claim('lost', 'lost')
    await boundTo('lost')
    const volume = await storage.readVolume('lost.v')
    await server.client.update(new PersistentVolume({ ...volume, metadata: { ...volume?.metadata, finalizers: [] } }))
    await server.client.delete(volume!)
    await expect.poll(() => storage.claimPhase('lost'), soon).toBe('Lost')
    expect(await storage.events('lost')).toEqual([
      ['ClaimLost', 'Bound claim has lost its PersistentVolume. Data on the volume is lost!'],
    ])
  })
})

describe('a volume whose claim is gone', () => {
  async function released(name: string, spec: Parameters<Storage['volume']>[2]): Promise<void> {
    await storage.volume(`${name}.v`, name, spec)
    await available(`${name}.v`)
    const claim = await storage.claim(name, name)
    await boundTo(name)
    const own = await storage.readClaim(name)
    await server.client.update(new PersistentVolumeClaim({ ...own, metadata: { ...own?.metadata, finalizers: [] } }))
    await server.client.delete(claim)
  }

  it('is kept as released by the policy Retain', async () => {
    await released('retain', { persistentVolumeReclaimPolicy: 'Retain' })
    await expect.poll(() => storage.volumePhase('retain.v'), soon).toBe('Released')
    await storage.claim('retain', 'retain')
    await expect.poll(() => storage.events('retain'), soon).toHaveLength(1)
    expect((await storage.readVolume('retain.v'))?.spec?.claimRef?.name).toBe('retain')
  })

  it('goes by the policy Delete if a plugin can delete it', async () => {
    await released('gone', { persistentVolumeReclaimPolicy: 'Delete', hostPath: { path: '/tmp/gone' } })
    await expect.poll(() => storage.readVolume('gone.v'), soon).toBeUndefined()
  })

  it('has failed if no plugin can delete it', async () => {
    await released('failed', { persistentVolumeReclaimPolicy: 'Delete' })
    await expect.poll(() => storage.volumePhase('failed.v'), soon).toBe('Failed')
    const message = 'host_path deleter only supports /tmp/.+ but received provided /data/x'
    expect(await storage.events('failed.v')).toEqual([['VolumeFailedDelete', message]])
    expect((await storage.readVolume('failed.v'))?.status?.message).toBe(message)
    await released('nfs', { persistentVolumeReclaimPolicy: 'Delete', nfs: { server: 'x', path: '/' } })
    await expect
      .poll(() => storage.events('nfs.v'), soon)
      .toEqual([
        [
          'VolumeFailedDelete',
          'error getting deleter volume plugin for volume "nfs.v": no deletable volume plugin matched',
        ],
      ])
  })

  it('waits for somebody outside to delete it', async () => {
    await released('outside-v', { persistentVolumeReclaimPolicy: 'Delete', csi: { driver: 'x', volumeHandle: 'y' } })
    await expect.poll(() => storage.volumePhase('outside-v.v'), soon).toBe('Released')
  })

  it('is free again by the policy Recycle', async () => {
    await released('again', { persistentVolumeReclaimPolicy: 'Recycle' })
    await expect.poll(() => storage.volumePhase('again.v'), soon).toBe('Available')
    expect((await storage.readVolume('again.v'))?.spec?.claimRef).toBeUndefined()
    expect(await storage.events('again.v')).toEqual([['VolumeRecycled', 'Volume recycled']])
  })
})
