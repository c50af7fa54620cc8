/** Annotation of a claim: it was bound, and has not to be bound again. */
export const bindCompleted = 'pv.kubernetes.io/bind-completed'
/** Annotation of a claim or a volume: a controller bound it, not a user. */
export const boundByController = 'pv.kubernetes.io/bound-by-controller'
/** Annotation of a claim: the node that the scheduler chose for its first pod. */
export const selectedNode = 'volume.kubernetes.io/selected-node'
/** Annotation of a claim: who is to make a volume for it; and its older name. */
export const storageProvisioner = 'volume.kubernetes.io/storage-provisioner'
export const betaStorageProvisioner = 'volume.beta.kubernetes.io/storage-provisioner'
/** Annotation of a volume: who made it for a claim. */
export const provisionedBy = 'pv.kubernetes.io/provisioned-by'
/** Annotation: the CSI driver that is in charge in place of a plugin. */
export const migratedTo = 'pv.kubernetes.io/migrated-to'
/** Annotation of a claim or a volume: its class, in place of the field. */
export const betaStorageClass = 'volume.beta.kubernetes.io/storage-class'
/** Finalizers of volumes that were made for claims: of plugins, and of others. */
export const pluginFinalizer = 'kubernetes.io/pv-controller'
export const provisionerFinalizer = 'external-provisioner.volume.kubernetes.io/finalizer'
