import { PersistentVolume, type PersistentVolumeClaim } from 'apimachinery/api/core/v1'
import type { StorageClass } from 'apimachinery/api/storage/v1'
import { provisionedBy, selectedNode } from '../volumes/storage-names.js'

/** The provisioner that StorageClasses name. */
export const madeUpProvisioner = 'apimachinery.dev/made-up'

/** The volume for a claim. Source: sigs.k8s.io/sig-storage-lib-external-provisioner for what is the same for every provisioner. */
export function madeUpVolume(
  claim: PersistentVolumeClaim,
  { metadata, reclaimPolicy, mountOptions }: StorageClass,
): PersistentVolume {
  const { uid, name: claimName, namespace, resourceVersion, annotations } = claim.metadata ?? {}
  const name = `pvc-${uid}`
  const node = annotations?.[selectedNode]
  return new PersistentVolume({
    metadata: { name, annotations: { [provisionedBy]: madeUpProvisioner } },
    spec: {
      capacity: { storage: claim.spec?.resources?.requests?.storage ?? '0' },
      accessModes: claim.spec?.accessModes,
      volumeMode: claim.spec?.volumeMode,
      persistentVolumeReclaimPolicy: reclaimPolicy,
      storageClassName: metadata?.name,
      volumeAttributesClassName: claim.spec?.volumeAttributesClassName,
      ...(mountOptions !== undefined && { mountOptions }),
      hostPath: { path: `/var/lib/${madeUpProvisioner}/${name}`, type: 'DirectoryOrCreate' },
      claimRef: { kind: 'PersistentVolumeClaim', apiVersion: 'v1', name: claimName, namespace, uid, resourceVersion },
      ...(node !== undefined && { nodeAffinity: onNode(node) }),
    },
  })
}

function onNode(node: string): NonNullable<PersistentVolume['spec']>['nodeAffinity'] {
  const matchFields = [{ key: 'metadata.name', operator: 'In', values: [node] }]
  return { required: { nodeSelectorTerms: [{ matchFields }] } }
}
