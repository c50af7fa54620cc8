import { newBadRequest } from 'apimachinery/errors'
import { GetOptions } from 'apimachinery/meta/v1'
import type { Encodable } from '../registry/encodable.js'
import type { OptionsGetter, ResourceStorage, ResourceStream } from '../registry/resource-storage.js'
import type { AuthorizedRequest, Exchange } from '../request/http.js'
import { decodeParameters } from './decode-parameters.js'
import { decodePathOptions } from './path-options.js'
import { contextOf } from './request-context-of.js'
import type { ResourceScope } from './resource-scope.js'
import { writeObject } from './write-object.js'

/** Answers with one object. */
export async function handleGet(scope: ResourceScope, exchange: Exchange): Promise<void> {
  const { request } = exchange
  const name = requiredName(request)
  const format = scope.formats.of(request)
  const { resourceVersion } = getOptionsOf(scope, request.query)
  const { get } = scope.storage as Required<ResourceStorage>
  const result = await get.call(scope.storage, contextOf(scope, request), name, { resourceVersion })
  await writeObject(scope, exchange, { code: 200, format, result })
}

/** Responds with the result of a subresource with its own options: an object or a stream. */
export async function handleGetWithOptions(
  scope: ResourceScope,
  exchange: Exchange,
  getter: OptionsGetter,
): Promise<void> {
  const { request } = exchange
  const name = requiredName(request)
  const format = scope.formats.of(request)
  const options = decodePathOptions(scope, request, getter)
  const result = await getter.get(contextOf(scope, request), name, options)
  if (isStream(result)) await writeStream(exchange, { code: 200, stream: result })
  else await writeObject(scope, exchange, { code: 200, format, result })
}

function isStream(result: Encodable | ResourceStream): result is ResourceStream {
  return !('encoding' in result)
}

/** The name in the path. @throws StatusError 400 if there is none. */
export function requiredName(request: AuthorizedRequest): string {
  const { name } = request.info
  if (name === '') throw newBadRequest('name must be provided')
  return name
}

function getOptionsOf(scope: ResourceScope, query: URLSearchParams): GetOptions {
  if (query.size === 0) return new GetOptions()
  const exported = query.get('export')
  if (exported !== null && exported !== '0' && exported.toLowerCase() !== 'false') {
    throw newBadRequest('the export parameter, deprecated since v1.14, is no longer supported')
  }
  return decodeParameters(scope, query, GetOptions)
}

/** Responds with a stream; 204 if there is none. */
async function writeStream(
  { response }: Exchange,
  { code, stream }: { readonly code: number; readonly stream: ResourceStream },
): Promise<void> {
  const { body, contentType } = stream
  if (body === undefined) {
    response.writeHead(204)
    response.end()
    return
  }
  response.writeHead(code, { 'content-type': contentType || 'application/octet-stream' })
  for await (const chunk of body) {
    if (response.closed) return
    if (!response.write(chunk)) await response.drained()
  }
  response.end()
}
