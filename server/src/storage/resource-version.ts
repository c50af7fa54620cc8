import { messageOf } from 'apimachinery/errors'
import { type KubernetesObject, withMembers } from 'apimachinery/runtime'
import { StorageError } from './storage-error.js'

const largest = 2n ** 64n - 1n

/**
 * The number of a resource version; `''` and `'0'` are 0. Throws `InvalidResourceVersion` with Go's words.
 * Source: `ParseResourceVersion` of k8s.io/apiserver/pkg/storage.
 */
export function parseResourceVersion(text: string | undefined): number {
  if (text === undefined || text === '' || text === '0') return 0
  const problem = /^[0-9]+$/.test(text) ? (BigInt(text) > largest ? 'value out of range' : undefined) : 'invalid syntax'
  if (problem === undefined) return Number(text)
  const quoted = JSON.stringify(text)
  throw new StorageError(
    'InvalidResourceVersion',
    `resourceVersion: Invalid value: ${quoted}: strconv.ParseUint: parsing ${quoted}: ${problem}`,
  )
}

/** The same for lists, for which a bad one is the client's fault: throws `BadRequest`. */
export function parseListResourceVersion(text: string | undefined): number {
  try {
    return parseResourceVersion(text)
  } catch (error) {
    throw new StorageError('BadRequest', `invalid resource version: ${messageOf(error)}`)
  }
}

interface StoredMetadata {
  readonly resourceVersion?: string | undefined
  readonly selfLink?: string | undefined
}

/** The metadata of an object. */
export function storedMetadata(object: KubernetesObject): StoredMetadata | undefined {
  return (object as { metadata?: StoredMetadata }).metadata
}

/** Sets the resource version of a newly decoded object. */
export function setResourceVersion(object: KubernetesObject, revision: number): void {
  const holder = object as { metadata?: { resourceVersion?: string } }
  holder.metadata ??= {}
  holder.metadata.resourceVersion = String(revision)
}

/** The object as it is stored: without resource version and self link. The given one stays as it is. */
export function preparedForStorage<T extends KubernetesObject>(object: T): T {
  const metadata = storedMetadata(object)
  if (metadata === undefined || (metadata.resourceVersion === undefined && metadata.selfLink === undefined))
    return object
  const { resourceVersion, selfLink, ...rest } = metadata
  return withMembers(object, { metadata: rest })
}
