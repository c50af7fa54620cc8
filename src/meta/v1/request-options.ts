import { escapeValue } from '../../fields/escape.js'
import { type APIGroupList, DeleteOptions, ListOptions, type ObjectMeta } from './types.gen.js'

/** Options of a list or watch that select the one object with this name, from its resource version on. */
export function singleObject(metadata: ObjectMeta): ListOptions {
  return new ListOptions({
    fieldSelector: `metadata.name=${escapeValue(metadata.name ?? '')}`,
    ...(metadata.resourceVersion === undefined ? {} : { resourceVersion: metadata.resourceVersion }),
  })
}

/** Options that delete after a grace period in seconds. */
export function newDeleteOptions(gracePeriodSeconds: number): DeleteOptions {
  return new DeleteOptions({ gracePeriodSeconds })
}

/** Options that delete only the object with this UID. */
export function newPreconditionDeleteOptions(uid: string): DeleteOptions {
  return new DeleteOptions({ preconditions: { uid } })
}

/** Options that delete only while the object has this resource version. */
export function newRVDeletionPrecondition(resourceVersion: string): DeleteOptions {
  return new DeleteOptions({ preconditions: { resourceVersion } })
}

/** Every group and version of a discovery answer, as `group/version`. */
export function extractGroupVersions({ groups }: APIGroupList): string[] {
  return (groups ?? []).flatMap(({ versions }) => (versions ?? []).map(({ groupVersion }) => groupVersion))
}
