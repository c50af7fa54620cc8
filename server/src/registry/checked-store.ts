import { newInvalid } from 'apimachinery/errors'
import type { KindClass, KubernetesObject } from 'apimachinery/runtime'
import type { FieldError } from 'apimachinery/validation'
import type { RequestContext } from '../request/request-context.js'
import { delegatedStore } from './delegated-store.js'
import { readMetadata } from './read-metadata.js'
import type { CreateRequest, ResourceStorage, UpdateRequest } from './resource-storage.js'
import type { Store } from './store.js'
import type { SubresourceStore } from './subresource-store.js'

/** The errors of a valid object that depend on who writes it; `old` is absent for a new one. */
export type WriteCheck<T extends KubernetesObject> = (
  context: RequestContext,
  object: T,
  old?: T,
) => Promise<readonly FieldError[]>

/** A store that checks what it is to write after the rules of its kind and before validating admission. */
export function checkedStore<T extends KubernetesObject>(store: Store<T>, check: WriteCheck<T>): ResourceStorage<T> {
  const refusing = refusingWith(store.type, check)
  return delegatedStore(store, {
    create: (context, object, request) => store.create(context, object, checkedCreate(request, refusing(context))),
    update: (context, name, request) => store.update(context, name, checkedUpdate(request, refusing(context))),
  })
}

/** A subresource that checks what it is to write, as {@link checkedStore} does. */
export function checkedSubresource<T extends KubernetesObject>(
  store: SubresourceStore<T>,
  check: WriteCheck<T>,
): ResourceStorage<T> {
  const { type, namespaced, resetFields, table } = store
  const refusing = refusingWith(type, check)
  return {
    type,
    namespaced,
    resetFields,
    table,
    get: (context, name, request) => store.get(context, name, request),
    update: (context, name, request) => store.update(context, name, checkedUpdate(request, refusing(context))),
  }
}

/** Throws for an object that the check finds errors of. */
type Refuse<T> = (object: T, old?: T) => Promise<void>

function refusingWith<T extends KubernetesObject>(
  { groupVersionKind }: KindClass<T>,
  check: WriteCheck<T>,
): (context: RequestContext) => Refuse<T> {
  return (context) => async (object, old) => {
    const errors = await check(context, object, old)
    if (errors.length > 0) throw newInvalid(groupVersionKind, readMetadata(object).name ?? '', errors)
  }
}

function checkedCreate<T extends KubernetesObject>(request: CreateRequest<T>, refuse: Refuse<T>): CreateRequest<T> {
  return {
    ...request,
    async validate(object) {
      await refuse(object)
      await request.validate?.(object)
    },
  }
}

function checkedUpdate<T extends KubernetesObject>(request: UpdateRequest<T>, refuse: Refuse<T>): UpdateRequest<T> {
  return {
    ...request,
    async validateCreate(object) {
      await refuse(object)
      await request.validateCreate?.(object)
    },
    async validateUpdate(object, old) {
      await refuse(object, old)
      await request.validateUpdate?.(object, old)
    },
  }
}
