import { newMethodNotSupported } from 'apimachinery/errors'
import type { ResourceStorage } from '../registry/resource-storage.js'
import type { Exchange } from '../request/http.js'
import { listQueryOf, withNameOf } from './list-options.js'
import { contextOf } from './request-context-of.js'
import type { ResourceScope } from './resource-scope.js'
import { serveWatch } from './serve-watch.js'
import { writeList } from './write-object.js'

/** Responds with a list, or with a watch if the query or the path asks for one. */
export async function handleList(
  scope: ResourceScope,
  exchange: Exchange,
  { forceWatch }: { readonly forceWatch: boolean },
): Promise<void> {
  const { request } = exchange
  const format = scope.formats.of(request)
  const query = withNameOf(listQueryOf(scope, request), request)
  if (query.watch || forceWatch) {
    if (scope.storage.watch === undefined) throw newMethodNotSupported(scope.resource, 'watch')
    return serveWatch(scope, exchange, { query, format })
  }
  const { list } = scope.storage as Required<ResourceStorage>
  const result = await list.call(scope.storage, contextOf(scope, request), query)
  return writeList(scope, exchange, { format, list: result })
}
