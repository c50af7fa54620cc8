import type { Lister } from '@apimachinery/client/cache'
import type { PersistentVolumeClaim } from 'apimachinery/api/core/v1'
import type { StorageClass } from 'apimachinery/api/storage/v1'
import type { ControllerContext } from '../controller.js'
import type { BindingWriter } from './binding-writer.js'

/** What binding a claim needs. */
export interface ClaimSync {
  readonly writer: BindingWriter
  readonly classes: Lister<StorageClass>
  readonly events: ControllerContext['events']
  /** Names of pods without node that use a claim. */
  readonly waitingPods: (claim: PersistentVolumeClaim) => readonly string[]
}
