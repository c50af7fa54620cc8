import { newBadRequest } from '../errors/new-status-error.js'
import type { KindClass, KubernetesObject } from '../runtime/objects/typed-object.js'
import type { AdmissionNotes } from './admission-notes.js'
import type { AdmissionRequest } from './admission-request.js'

interface NotedRequest<T extends KubernetesObject> extends AdmissionRequest<T> {
  /** Takes warnings and audit annotations. */
  readonly notes: AdmissionNotes
}

/** A request that creates an object. */
export interface CreateRequest<T extends KubernetesObject> extends NotedRequest<T> {
  readonly operation: 'CREATE'
  readonly object: T
  readonly oldObject: undefined
}

/** A request that changes an object, or a subresource of it (`subResource`). */
export interface UpdateRequest<T extends KubernetesObject> extends NotedRequest<T> {
  readonly operation: 'UPDATE'
  readonly object: T
  readonly oldObject: T
}

/** A request that deletes an object. */
export interface DeleteRequest<T extends KubernetesObject> extends NotedRequest<T> {
  readonly operation: 'DELETE'
  readonly object: undefined
  readonly oldObject: T
}

/** A request that opens a connection, such as `pods/exec`. Its object is the options, such as `PodExecOptions`. */
export interface ConnectRequest<T extends KubernetesObject> extends NotedRequest<T> {
  readonly operation: 'CONNECT'
  readonly object: T
  readonly oldObject: undefined
}

/** A request; its `operation` determines which objects it has. */
export type OperationRequest<T extends KubernetesObject> =
  | CreateRequest<T>
  | UpdateRequest<T>
  | DeleteRequest<T>
  | ConnectRequest<T>

/**
 * Checks that a request has the objects of its operation, and that they are instances of the class.
 *
 * @throws StatusError `BadRequest` for an object that is missing or of another class, and for an unknown operation.
 */
export function operationRequest<T extends KubernetesObject>(
  request: AdmissionRequest,
  type: KindClass<T>,
  notes: AdmissionNotes,
): OperationRequest<T> {
  const { operation } = request
  const instance = (name: 'object' | 'oldObject') => instanceOf(request, name, type)
  switch (operation) {
    case 'CREATE':
    case 'CONNECT':
      return { ...request, notes, operation, object: instance('object'), oldObject: undefined }
    case 'UPDATE':
      return { ...request, notes, operation, object: instance('object'), oldObject: instance('oldObject') }
    case 'DELETE':
      return { ...request, notes, operation, object: undefined, oldObject: instance('oldObject') }
    default:
      throw newBadRequest(`request.operation: unknown operation ${JSON.stringify(operation)}`)
  }
}

function instanceOf<T extends KubernetesObject>(
  request: AdmissionRequest,
  name: 'object' | 'oldObject',
  type: KindClass<T>,
): T {
  const object = request[name]
  if (object instanceof type) return object
  const problem = object === undefined ? 'is missing' : `is not of kind ${type.groupVersionKind.kind}`
  throw newBadRequest(`request.${name} ${problem}`)
}
