import type { KubernetesObject } from 'apimachinery/runtime'
import type { Preconditions } from './storage.js'
import { keyError } from './storage-error.js'

/**
 * Why an object is not the one that was meant, in upstream's words; `undefined` where it is.
 *
 * Source: `Preconditions.Check` of k8s.io/apiserver/pkg/storage.
 */
export function unmetPrecondition(object: KubernetesObject | undefined, wanted: Preconditions): string | undefined {
  const found = (object as { readonly metadata?: Identity | null } | undefined)?.metadata
  const uid = found?.uid ?? ''
  const resourceVersion = found?.resourceVersion ?? ''
  if (wanted.uid !== undefined && wanted.uid !== uid) return mismatch('UID', wanted.uid, uid)
  if (wanted.resourceVersion === undefined || wanted.resourceVersion === resourceVersion) return undefined
  return mismatch('ResourceVersion', wanted.resourceVersion, resourceVersion)
}

interface Identity {
  readonly uid?: string | null | undefined
  readonly resourceVersion?: string | null | undefined
}

function mismatch(what: string, wanted: string, found: string): string {
  return `Precondition failed: ${what} in precondition: ${wanted}, ${what} in object meta: ${found}`
}

/** @throws StorageError `InvalidObject` where an object is not the one that was meant. */
export function checkPreconditions(
  key: string,
  object: KubernetesObject | undefined,
  wanted: Preconditions = {},
): void {
  const detail = unmetPrecondition(object, wanted)
  if (detail !== undefined) throw keyError('InvalidObject', key, { detail })
}

/** The preconditions that a request has: empty ones are none. */
export function preconditionsOf(given: Identity | null | undefined): Preconditions {
  return { uid: given?.uid || undefined, resourceVersion: given?.resourceVersion || undefined }
}
