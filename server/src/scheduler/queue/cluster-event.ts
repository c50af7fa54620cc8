import type { Node, PersistentVolume, PersistentVolumeClaim, Pod } from 'apimachinery/api/core/v1'
import type { CSINode, CSIStorageCapacity, StorageClass, VolumeAttachment } from 'apimachinery/api/storage/v1'

/** What changed on a node. */
export type NodeChange = 'add' | 'delete' | 'allocatable' | 'labels' | 'taints' | 'conditions' | 'features'

/** What changed on a pod. */
export type PodChange = 'add' | 'delete' | 'labels' | 'requests' | 'gates' | 'tolerations' | 'claims' | 'other'

/** A change of an object that has to do with volumes. */
export interface StorageEvent<R extends string, T> {
  readonly resource: R
  readonly change: 'add' | 'update' | 'delete'
  readonly old?: T | undefined
  readonly new?: T | undefined
}

/** A change in the cluster that may make pods schedulable. Source: `ClusterEvent` of k8s.io/kube-scheduler/framework. */
export type ClusterEvent =
  | {
      readonly resource: 'node'
      readonly change: NodeChange
      readonly old?: Node | undefined
      readonly new?: Node | undefined
    }
  | {
      readonly resource: 'pod'
      readonly change: PodChange
      readonly old?: Pod | undefined
      readonly new?: Pod | undefined
    }
  | StorageEvent<'claim', PersistentVolumeClaim>
  | StorageEvent<'volume', PersistentVolume>
  | StorageEvent<'class', StorageClass>
  | StorageEvent<'csinode', CSINode>
  | StorageEvent<'capacity', CSIStorageCapacity>
  | StorageEvent<'attachment', VolumeAttachment>
  /** Time has passed, or somebody asks for it: every pod is tried again. */
  | { readonly resource: 'everything'; readonly change: 'timeout' | 'activate' }
