import { DeleteOptions, type Preconditions } from '../v1/types.gen.js'

/** Options for a deletion after some seconds of grace; 0 is at once. */
export function newDeleteOptions(gracePeriodSeconds: number): DeleteOptions {
  return new DeleteOptions({ gracePeriodSeconds })
}

/** Options for the deletion of the object with this UID only. */
export function newPreconditionDeleteOptions(uid: string): DeleteOptions {
  return new DeleteOptions({ preconditions: newUIDPreconditions(uid) })
}

/** Options for the deletion of an object that nobody has changed. */
export function newRVDeletionPrecondition(resourceVersion: string): DeleteOptions {
  return new DeleteOptions({ preconditions: { resourceVersion } })
}

/** Preconditions for the object with this UID only. */
export function newUIDPreconditions(uid: string): Preconditions {
  return { uid }
}
