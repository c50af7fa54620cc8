import { newBadRequest } from 'apimachinery/errors'
import type { Connector } from '../registry/resource-storage.js'
import type { Exchange } from '../request/http.js'
import { admitDeletion } from './admit.js'
import { requiredName } from './handle-get.js'
import { decodePathOptions, restOfPath } from './path-options.js'
import { contextOf } from './request-context-of.js'
import type { ResourceScope } from './resource-scope.js'

/** Passes a request to the connector of a subresource. */
export async function handleConnect(
  scope: ResourceScope,
  { request, response }: Exchange,
  connector: Connector,
): Promise<void> {
  if (request.query.has('dryRun')) throw newBadRequest('dryRun is not supported')
  const name = requiredName(request)
  const context = contextOf(scope, request)
  const { options: type, pathOption } = connector
  const options = type && decodePathOptions(scope, request, { options: type, pathOption })
  await admitDeletion(scope, context, { operation: 'CONNECT', name, object: options })
  const path = restOfPath(request, scope.subresource !== '')
  const handler = await connector.connect(context, name, { options, path, request })
  await handler(request, response)
}
