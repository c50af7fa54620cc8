import type { InformerFactory, SharedInformer } from '@apimachinery/client/cache'
import { PersistentVolume, PersistentVolumeClaim } from 'apimachinery/api/core/v1'
import { CSIDriver, CSINode, CSIStorageCapacity, StorageClass, VolumeAttachment } from 'apimachinery/api/storage/v1'
import { AssumedObjects } from './assumed-objects.js'

/** The informers that {@link StorageState} reads. */
export interface StorageInformers {
  readonly claims: SharedInformer<PersistentVolumeClaim>
  readonly volumes: SharedInformer<PersistentVolume>
  readonly classes: SharedInformer<StorageClass>
  readonly csiNodes: SharedInformer<CSINode>
  readonly csiDrivers: SharedInformer<CSIDriver>
  readonly capacities: SharedInformer<CSIStorageCapacity>
  readonly attachments: SharedInformer<VolumeAttachment>
}

/** Claims, volumes and what belongs to them, with the bindings that are being made. */
export class StorageState {
  readonly informers: StorageInformers
  readonly claims: AssumedObjects<PersistentVolumeClaim>
  readonly volumes: AssumedObjects<PersistentVolume>

  constructor(factory: InformerFactory) {
    this.informers = {
      claims: factory.informerFor(PersistentVolumeClaim),
      volumes: factory.informerFor(PersistentVolume),
      classes: factory.informerFor(StorageClass),
      csiNodes: factory.informerFor(CSINode),
      csiDrivers: factory.informerFor(CSIDriver),
      capacities: factory.informerFor(CSIStorageCapacity),
      attachments: factory.informerFor(VolumeAttachment),
    }
    this.claims = new AssumedObjects(this.informers.claims.lister)
    this.volumes = new AssumedObjects(this.informers.volumes.lister)
  }

  storageClass(name: string): StorageClass | undefined {
    return this.informers.classes.lister.getByKey(name)
  }
}
