import type { KubernetesObject } from 'apimachinery/runtime'
import type { Preconditions } from '../storage/storage.js'
import { keyError } from '../storage/storage-error.js'
import { readMetadata } from './metadata-of.js'

/**
 * Checks preconditions where no storage does it: in dry runs. Errors name the key as upstream's do there, without the
 * prefix of the storage (`/registry`).
 *
 * Source: `Preconditions.Check` of k8s.io/apiserver/pkg/storage.
 * @throws StorageError `InvalidObject`.
 */
export function checkPreconditions(
  key: string,
  object: KubernetesObject | undefined,
  preconditions: Preconditions | undefined,
): void {
  if (preconditions === undefined) return
  const shown = key.replace(/^\/[^/]+(?=\/)/, '')
  const { uid = '', resourceVersion = '' } = object === undefined ? {} : readMetadata(object)
  if (preconditions.uid !== undefined && preconditions.uid !== uid) {
    const detail = `Precondition failed: UID in precondition: ${preconditions.uid}, UID in object meta: ${uid}`
    throw keyError('InvalidObject', shown, { detail })
  }
  if (preconditions.resourceVersion !== undefined && preconditions.resourceVersion !== resourceVersion) {
    const detail = `Precondition failed: ResourceVersion in precondition: ${preconditions.resourceVersion}, ResourceVersion in object meta: ${resourceVersion}`
    throw keyError('InvalidObject', shown, { detail })
  }
}
