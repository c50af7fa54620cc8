import type { UpdateHooks } from 'apimachinery/api/strategies'
import type { FieldSetFilter } from 'apimachinery/managedfields'
import type { TableConvertor } from 'apimachinery/meta'
import type { KindClass, KubernetesObject } from 'apimachinery/runtime'
import { lazy } from '../internal/lazy.js'
import type { RequestContext } from '../request/request-context.js'
import type { Encodable } from './encodable.js'
import type { GetRequest, ResourceStorage, UpdateRequest, UpdateResponse } from './resource-storage.js'
import { filtersOf, type Store } from './store.js'
import { updateObject } from './update-object.js'

/** Differences between subresources of one kind. */
export interface SubresourceOptions {
  /** Whether answers may be tables like those of the parent; default: true. */
  readonly hasTable?: boolean | undefined
}

/**
 * A subresource that is a way to write the object of its parent, such as `status`: read like the parent, updated with hooks
 * of its own, never created.
 */
export class SubresourceStore<T extends KubernetesObject> implements ResourceStorage<T> {
  readonly type: KindClass<T>
  readonly namespaced: boolean
  readonly #resetFields: () => ReadonlyMap<string, FieldSetFilter> | undefined
  readonly table: TableConvertor | undefined
  readonly #store: Store<T>
  readonly #hooks: UpdateHooks<T>

  constructor(store: Store<T>, hooks: UpdateHooks<T>, { hasTable = true }: SubresourceOptions = {}) {
    this.#store = store
    this.#hooks = hooks
    this.type = store.type
    this.namespaced = store.namespaced
    this.table = hasTable ? store.table : undefined
    this.#resetFields = lazy(() => filtersOf(hooks.resetFields, store.options))
  }

  get resetFields(): ReadonlyMap<string, FieldSetFilter> | undefined {
    return this.#resetFields()
  }

  get(context: RequestContext, name: string, request: GetRequest): Promise<Encodable<T>> {
    return this.#store.get(context, name, request)
  }

  update(context: RequestContext, name: string, request: UpdateRequest<T>): Promise<UpdateResponse<T>> {
    return updateObject({ store: this.#store.options, context, name, request, hooks: this.#hooks, neverCreate: true })
  }
}
