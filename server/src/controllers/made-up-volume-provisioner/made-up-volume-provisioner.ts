import { objectKey } from '@apimachinery/client/cache'
import { PersistentVolume, PersistentVolumeClaim } from 'apimachinery/api/core/v1'
import { StorageClass } from 'apimachinery/api/storage/v1'
import { isAlreadyExists, messageOf } from 'apimachinery/errors'
import { type Controller, type ControllerContext, isDeleting, reconcileLoop } from '../controller.js'
import { requestedSize, volumeSize } from '../volumes/matching-volume.js'
import { claimClass, isDelayed } from '../volumes/storage-class-of.js'
import { provisionedBy, selectedNode, storageProvisioner } from '../volumes/storage-names.js'
import { madeUpProvisioner, madeUpVolume } from './made-up-volume.js'

const volumePrefix = 'volume/'
const claimPrefix = 'claim/'

/** Makes, expands and deletes volumes that nobody stores. */
export function madeUpVolumeProvisioner(context: ControllerContext): Controller {
  const { client, informers, events } = context
  const claims = informers.informerFor(PersistentVolumeClaim)
  const volumes = informers.informerFor(PersistentVolume)
  const classes = informers.informerFor(StorageClass)

  async function reconcile(key: string): Promise<undefined> {
    if (key.startsWith(volumePrefix)) await reconcileVolume(key.slice(volumePrefix.length))
    else await reconcileClaim(key.slice(claimPrefix.length))
    return undefined
  }

  async function reconcileClaim(key: string): Promise<void> {
    const claim = claims.lister.getByKey(key)
    if (claim === undefined || isDeleting(claim)) return
    if ((claim.spec?.volumeName ?? '') !== '') return expand(claim)
    const { annotations = {} } = claim.metadata ?? {}
    const storageClass = classes.lister.get(claimClass(claim))
    if (annotations[storageProvisioner] !== madeUpProvisioner || storageClass === undefined) return
    if (isDelayed(claim, classes.lister) && annotations[selectedNode] === undefined) return
    const volume = madeUpVolume(claim, storageClass)
    if (volumes.lister.get(volume.metadata?.name ?? '') !== undefined) return
    events.event(claim, 'Normal', 'Provisioning', `External provisioner is provisioning volume for claim "${key}"`)
    await create(claim, volume, storageClass)
  }

  async function create(
    claim: PersistentVolumeClaim,
    volume: PersistentVolume,
    storageClass: StorageClass,
  ): Promise<void> {
    try {
      await client.create(volume)
    } catch (error) {
      if (isAlreadyExists(error)) return
      const name = storageClass.metadata?.name
      const message = `failed to provision volume with StorageClass "${name}": ${messageOf(error)}`
      events.event(claim, 'Warning', 'ProvisioningFailed', message)
      throw error
    }
    events.event(claim, 'Normal', 'ProvisioningSucceeded', `Successfully provisioned volume ${volume.metadata?.name}`)
  }

  /** First the volume, then what the claim has. */
  async function expand(claim: PersistentVolumeClaim): Promise<void> {
    const volume = volumes.lister.get(claim.spec?.volumeName ?? '')
    if (volume === undefined || claim.status?.phase !== 'Bound' || !isOurs(volume)) return
    if (volume.spec?.claimRef?.uid !== claim.metadata?.uid) return
    const storage = claim.spec?.resources?.requests?.storage ?? '0'
    const { capacity } = claim.status
    if (requestedSize(claim).cmp(volumeSize(volume)) > 0) {
      const spec = { ...volume.spec, capacity: { ...volume.spec?.capacity, storage } }
      await client.update(new PersistentVolume({ ...volume, spec }))
    } else if (requestedSize(claim).cmp(volumeSize(volume)) < 0 || capacity?.storage === storage) return
    const status = { ...claim.status, capacity: { ...capacity, storage } }
    await client.updateStatus(new PersistentVolumeClaim({ ...claim, status }))
    events.event(claim, 'Normal', 'VolumeResizeSuccessful', 'Resize volume succeeded')
  }

  async function reconcileVolume(name: string): Promise<void> {
    const volume = volumes.lister.get(name)
    if (volume === undefined || isDeleting(volume) || !isOurs(volume)) return
    const { phase } = volume.status ?? {}
    if (phase === 'Released' && volume.spec?.persistentVolumeReclaimPolicy === 'Delete') await client.delete(volume)
  }

  const name = 'made-up-volume-provisioner'
  const loop = reconcileLoop({ name, context, reconcile })
  return {
    name,
    start() {
      const addClaim = (claim: PersistentVolumeClaim): void => loop.add(claimPrefix + objectKey(claim))
      const addVolume = (volume: PersistentVolume): void => loop.add(volumePrefix + objectKey(volume))
      const registrations = [
        claims.addEventHandler({ onAdd: addClaim, onUpdate: (_old, claim) => addClaim(claim) }),
        volumes.addEventHandler({ onAdd: addVolume, onUpdate: (_old, volume) => addVolume(volume) }),
        classes.addEventHandler({ onAdd: () => claims.lister.list().forEach(addClaim) }),
      ]
      void Promise.all(registrations.map(({ synced }) => synced)).then(() => loop.start())
    },
    stop: () => loop.stop(),
  }
}

function isOurs({ metadata }: PersistentVolume): boolean {
  return metadata?.annotations?.[provisionedBy] === madeUpProvisioner
}
