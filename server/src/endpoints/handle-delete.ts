import { Status } from 'apimachinery/meta/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import { encodable } from '../registry/encodable.js'
import type { ResourceStorage } from '../registry/resource-storage.js'
import type { Exchange } from '../request/http.js'
import { admitDeletion } from './admit.js'
import { deleteOptionsOf } from './delete-options.js'
import { requiredName } from './handle-get.js'
import { listQueryOf } from './list-options.js'
import { contextOf } from './request-context-of.js'
import type { ResourceScope } from './resource-scope.js'
import { writeList, writeObject } from './write-object.js'

/** Deletes one object. */
export async function handleDelete(scope: ResourceScope, exchange: Exchange): Promise<void> {
  const { request } = exchange
  const name = requiredName(request)
  const context = contextOf(scope, request)
  const format = scope.formats.of(request)
  const options = await deleteOptionsOf(scope, request)
  const validate = (oldObject: KubernetesObject) =>
    admitDeletion(scope, context, { operation: 'DELETE', name, oldObject, options })
  const { delete: run } = scope.storage as Required<ResourceStorage>
  const { result, deleted } = await run.call(scope.storage, context, name, { options, validate })
  const code = !deleted && options.orphanDependents === false ? 202 : 200
  const { kind } = scope.kind
  const done = result ?? encodable(new Status({ status: 'Success', code, details: { name, kind } }))
  await writeObject(scope, exchange, { code, format, result: done })
}

/** Deletes what a list request selects. */
export async function handleDeleteCollection(scope: ResourceScope, exchange: Exchange): Promise<void> {
  const { request } = exchange
  const context = contextOf(scope, request)
  const format = scope.formats.of(request)
  const query = listQueryOf(scope, request)
  const options = await deleteOptionsOf(scope, request)
  const validate = (oldObject: KubernetesObject) =>
    admitDeletion(scope, context, { operation: 'DELETE', name: '', oldObject, options })
  const { deleteCollection } = scope.storage as Required<ResourceStorage>
  const list = await deleteCollection.call(scope.storage, context, { options, validate }, query)
  if (list !== undefined) return writeList(scope, exchange, { format, list })
  const { kind } = scope.kind
  const result = encodable(new Status({ status: 'Success', code: 200, details: { kind } }))
  return writeObject(scope, exchange, { code: 200, format, result })
}
