import { ensureMetadata } from '../../meta/object-with-meta.js'
import type { KubernetesObject } from '../../runtime/objects/typed-object.js'
import { timeFromDate } from '../../scalar/time.js'

/**
 * Clears the metadata that only a server sets: creation and deletion times, uid, selfLink.
 *
 * Source: `WipeObjectMetaSystemFields` of k8s.io/apiserver/pkg/registry/rest.
 */
export function wipeSystemMetadata(object: KubernetesObject): void {
  const metadata = ensureMetadata(object)
  delete metadata.creationTimestamp
  delete metadata.uid
  delete metadata.deletionTimestamp
  delete metadata.deletionGracePeriodSeconds
  delete metadata.selfLink
}

/** Metadata that a server sets on a new object. */
export interface SystemMetadata {
  /** Time of creation. */
  readonly now: Date
  /** The uid, new for each object. */
  readonly uid: string
}

/**
 * Sets the metadata that every new object gets.
 *
 * Source: `FillObjectMetaSystemFields` of k8s.io/apiserver/pkg/registry/rest.
 */
export function fillSystemMetadata(object: KubernetesObject, { now, uid }: SystemMetadata): void {
  const metadata = ensureMetadata(object)
  metadata.creationTimestamp = timeFromDate(now)
  metadata.uid = uid
}
