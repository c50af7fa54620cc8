import { newConflict } from '../../errors/new-status-error.js'
import { ensureMetadata } from '../../meta/object-with-meta.js'
import type { KindClass, KubernetesObject } from '../../runtime/objects/typed-object.js'

/** Folders in the storage of a server that are not named after the resource. */
const folders: Readonly<Record<string, string>> = {
  endpoints: 'services/endpoints',
  ingresses: 'ingress',
  nodes: 'minions',
  replicationcontrollers: 'controllers',
  services: 'services/specs',
}

/** The uid in an update is a precondition. @throws StatusError `Conflict` with the storage's message if it differs. */
export function checkUIDPrecondition(object: KubernetesObject, old: KubernetesObject, type: KindClass): void {
  const { uid = '' } = ensureMetadata(object)
  const stored = ensureMetadata(old)
  if (uid === '' || uid === stored.uid) return
  const resource = type.resource?.plural ?? ''
  const folder = Object.hasOwn(folders, resource) ? folders[resource] : resource
  const key = ['', folder, ...(stored.namespace ? [stored.namespace] : []), stored.name].join('/')
  const message = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${stored.uid ?? ''}`
  const error = `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${message}`
  throw newConflict({ group: type.groupVersionKind.group, resource }, stored.name ?? '', new Error(error))
}
