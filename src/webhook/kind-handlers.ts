import { MachineryError } from '../errors/machinery-error.js'
import { newBadRequest } from '../errors/new-status-error.js'
import type { KindClass, KubernetesObject } from '../runtime/objects/typed-object.js'
import { NotRegisteredError } from '../runtime/scheme/not-registered-error.js'
import type { Scheme } from '../runtime/scheme/scheme.js'
import type { FieldError } from '../validation/field-error.js'
import type { AdmissionNotes } from './admission-notes.js'
import type { AdmissionRequest } from './admission-request.js'
import {
  type ConnectRequest,
  type CreateRequest,
  type DeleteRequest,
  type OperationRequest,
  operationRequest,
  type UpdateRequest,
} from './operation-request.js'
import type { HandledKind } from './webhook-facts.js'

/** The result of a function of a webhook: a value or nothing, or a promise of it. */
// biome-ignore lint/suspicious/noConfusingVoidType: functions without a result are the usual case
export type AdmissionResult<R> = R | undefined | void | Promise<R | undefined | void>

/**
 * The functions of a webhook for one kind, by operation. An operation without a function is allowed.
 *
 * @typeParam T - the objects.
 * @typeParam R - what the functions may return.
 */
export interface OperationHandlers<T extends KubernetesObject, R> {
  /** Called for `CREATE`. */
  create?(object: T, request: CreateRequest<T>): AdmissionResult<R>
  /** Called for `UPDATE`, of a subresource too: see `request.subResource`. */
  update?(object: T, old: T, request: UpdateRequest<T>): AdmissionResult<R>
  /** Called for `DELETE`, once for each object of a collection. */
  delete?(old: T, request: DeleteRequest<T>): AdmissionResult<R>
  /** Called for `CONNECT`. */
  connect?(options: T, request: ConnectRequest<T>): AdmissionResult<R>
}

/**
 * Functions of a validating webhook: field errors refuse the request, and so does what is thrown, as in
 * {@link ValidateFunction}.
 */
export interface ValidatingOperations<T extends KubernetesObject> extends OperationHandlers<T, readonly FieldError[]> {}

/**
 * Functions of a mutating webhook: they change the object in place or return another one. What they throw refuses the
 * request, as in {@link ValidateFunction}.
 */
export interface MutatingOperations<T extends KubernetesObject> extends Omit<OperationHandlers<T, T>, 'delete'> {
  /** Called for `DELETE`, which has no object to change. */
  delete?(old: T, request: DeleteRequest<T>): AdmissionResult<undefined>
}

type KindFunction<R> = (request: AdmissionRequest, notes: AdmissionNotes) => AdmissionResult<R>

/** The functions of a webhook for one kind. */
interface KindHandler<R> extends HandledKind {
  readonly handle: KindFunction<R>
}

/** The functions of a validating webhook for one kind, made by {@link validating}. */
export interface KindValidator extends KindHandler<readonly FieldError[]> {}

/** The functions of a mutating webhook for one kind, made by {@link mutating}. */
export interface KindMutator extends KindHandler<KubernetesObject> {}

/** Binds functions to a kind, for `validatingHandler`. They get instances of its class. */
export function validating<T extends KubernetesObject>(
  type: KindClass<T>,
  operations: ValidatingOperations<T>,
): KindValidator {
  const handle = (request: AdmissionRequest, notes: AdmissionNotes) =>
    dispatch(operationRequest(request, type, notes), operations)
  return { type, operations: operationsOf(operations), handle }
}

/** Binds functions to a kind, for `mutatingHandler`. They get instances of its class. */
export function mutating<T extends KubernetesObject>(
  type: KindClass<T>,
  operations: MutatingOperations<T>,
): KindMutator {
  const handle = (request: AdmissionRequest, notes: AdmissionNotes) =>
    dispatch<T, T>(operationRequest(request, type, notes), operations)
  return { type, operations: operationsOf(operations), handle }
}

const operationNames = { create: 'CREATE', update: 'UPDATE', delete: 'DELETE', connect: 'CONNECT' } as const

/** The operations that have a function. */
function operationsOf(operations: Partial<Record<keyof typeof operationNames, unknown>>): HandledKind['operations'] {
  const names = Object.keys(operationNames) as (keyof typeof operationNames)[]
  return names.filter((name) => operations[name] !== undefined).map((name) => operationNames[name])
}

/**
 * One function for several kinds. A request for another kind is refused: a webhook must not allow what it cannot validate.
 *
 * @throws {@link NotRegisteredError} for a class that the scheme does not have, MachineryError `DoubleRegistration` for a
 * kind with two handlers.
 */
export function byKind<R>(scheme: Scheme, handlers: readonly KindHandler<R>[]): KindFunction<R> {
  checkKinds(scheme, handlers)
  return (request, notes) => {
    const subject = request.object ?? request.oldObject
    if (subject === undefined) throw newBadRequest('request.object is missing')
    const handler = handlers.find(({ type }) => subject instanceof type)
    if (handler !== undefined) return handler.handle(request, notes)
    throw newBadRequest(`webhook does not handle ${subject.apiVersion ?? ''}, Kind=${subject.kind ?? ''}`)
  }
}

function checkKinds(scheme: Scheme, handlers: readonly KindHandler<unknown>[]): void {
  const kinds = new Set<string>()
  for (const { type } of handlers) {
    const gvk = type.groupVersionKind
    if (scheme.classFor(gvk) !== type) throw new NotRegisteredError(scheme.name, { gvk })
    const kind = gvk.toString()
    if (kinds.has(kind)) throw new MachineryError('DoubleRegistration', `${kind} has two handlers`)
    kinds.add(kind)
  }
}

function dispatch<T extends KubernetesObject, R>(
  request: OperationRequest<T>,
  operations: OperationHandlers<T, R>,
): AdmissionResult<R> {
  switch (request.operation) {
    case 'CREATE':
      return operations.create?.(request.object, request)
    case 'UPDATE':
      return operations.update?.(request.object, request.oldObject, request)
    case 'DELETE':
      return operations.delete?.(request.oldObject, request)
    case 'CONNECT':
      return operations.connect?.(request.object, request)
  }
}
