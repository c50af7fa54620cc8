import { newConflict, newInternalError, newInvalid } from 'apimachinery/errors'
import { ensureMetadata, validateDeleteOptions } from 'apimachinery/meta'
import type { DeleteOptions } from 'apimachinery/meta/v1'
import type { KindClass, KubernetesObject } from 'apimachinery/runtime'
import { timeFromDate, timeToDate } from 'apimachinery/scalar'
import { readMetadata } from './read-metadata.js'

/** Whether a deletion is graceful. */
export interface Gracefulness {
  /** The object was marked, and is to be written with its mark. */
  readonly graceful: boolean
  /** A deletion that is at least as fast is under way. */
  readonly pending: boolean
}

interface DeletionRules<T extends KubernetesObject> {
  readonly type: KindClass<T>
  readonly now: Date
  /** Absent where nothing of this kind is deleted gracefully. */
  readonly checkGraceful?: ((object: T, options: DeleteOptions) => boolean) | undefined
}

const immediate: Gracefulness = { graceful: false, pending: false }
const pending: Gracefulness = { graceful: false, pending: true }
const graceful: Gracefulness = { graceful: true, pending: false }

/**
 * Checks a deletion and marks the object where it is to be deleted gracefully. Changes `object` and fills in `options`.
 *
 * Source: `BeforeDelete` of k8s.io/apiserver/pkg/registry/rest.
 * @throws StatusError `Invalid` for the options, `Conflict` for preconditions that are not met.
 */
export function beforeDelete<T extends KubernetesObject>(
  object: T,
  options: DeleteOptions,
  rules: DeletionRules<T>,
): Gracefulness {
  const errors = validateDeleteOptions(options)
  if (errors.length > 0) throw newInvalid({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', errors)
  checkPreconditions(object, options, rules.type)
  if ((options.gracePeriodSeconds ?? 0) < 0) options.gracePeriodSeconds = 1
  const metadata = ensureMetadata(object)
  if ((metadata.deletionGracePeriodSeconds ?? 0) < 0) metadata.deletionGracePeriodSeconds = 1
  if (rules.checkGraceful === undefined) return immediate
  if (metadata.deletionTimestamp) return shortenGracePeriod(object, options, rules.now)
  if (!rules.checkGraceful(object, options)) return immediate
  const seconds = options.gracePeriodSeconds
  if (seconds === undefined) throw newInternalError(new Error('options.GracePeriodSeconds should not be nil'))
  metadata.deletionTimestamp = timeFromDate(new Date(rules.now.getTime() + seconds * 1000))
  metadata.deletionGracePeriodSeconds = seconds
  if ((metadata.generation ?? 0) > 0) metadata.generation = (metadata.generation ?? 0) + 1
  return graceful
}

/** A grace period that runs already can only become shorter. */
function shortenGracePeriod(object: KubernetesObject, options: DeleteOptions, now: Date): Gracefulness {
  const metadata = ensureMetadata(object)
  const running = metadata.deletionGracePeriodSeconds ?? 0
  if (running === 0) return immediate
  const asked = options.gracePeriodSeconds
  if (asked === undefined) {
    options.gracePeriodSeconds = running
    return pending
  }
  if (asked >= running) return pending
  const begun = timeToDate(metadata.deletionTimestamp!).getTime() - running * 1000
  const end = begun + asked * 1000
  // The time of deletion never moves into the past; what has expired stays graceful for one second more.
  const expired = end < now.getTime()
  metadata.deletionTimestamp = timeFromDate(expired ? now : new Date(end))
  metadata.deletionGracePeriodSeconds = expired && asked !== 0 ? 1 : asked
  return graceful
}

function checkPreconditions(object: KubernetesObject, { preconditions }: DeleteOptions, type: KindClass): void {
  if (preconditions === undefined || preconditions === null) return
  const { uid = '', resourceVersion = '', name = '' } = readMetadata(object)
  const { group, kind } = type.groupVersionKind
  const resource = { group, resource: kind }
  if (isGiven(preconditions.uid) && preconditions.uid !== uid) {
    const message = `the UID in the precondition (${preconditions.uid}) does not match the UID in record (${uid}). The object might have been deleted and then recreated`
    throw newConflict(resource, name, new Error(message))
  }
  if (isGiven(preconditions.resourceVersion) && preconditions.resourceVersion !== resourceVersion) {
    const message = `the ResourceVersion in the precondition (${preconditions.resourceVersion}) does not match the ResourceVersion in record (${resourceVersion}). The object might have been modified`
    throw newConflict(resource, name, new Error(message))
  }
}

function isGiven(value: string | null | undefined): value is string {
  return value !== null && value !== undefined
}

/** Marks an object whose finalizers must run before its deletion. */
export function markAsDeleting(object: KubernetesObject, now: Date): void {
  const metadata = ensureMetadata(object)
  const { deletionTimestamp, generation = 0 } = metadata
  if (!deletionTimestamp && generation > 0) metadata.generation = generation + 1
  if (!deletionTimestamp || timeToDate(deletionTimestamp) > now) metadata.deletionTimestamp = timeFromDate(now)
  metadata.deletionGracePeriodSeconds = 0
}
