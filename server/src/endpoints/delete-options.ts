import { validateDeleteOptions } from 'apimachinery/meta'
import { DeleteOptions } from 'apimachinery/meta/v1'
import type { KindRegistry } from 'apimachinery/runtime'
import { negotiateInputSerializer } from 'apimachinery/runtime/serializer'
import type { AuthorizedRequest } from '../request/http.js'
import { decodeParameters, refuseInvalidOptions } from './decode-parameters.js'
import { orBadRequest } from './or-bad-request.js'
import { headerText } from './output-format.js'
import { readBody } from './read-body.js'
import type { ResourceScope } from './resource-scope.js'

/** The options of a deletion: from its body, of any group's version, or from the query. @throws StatusError 400, 422 */
export async function deleteOptionsOf(scope: ResourceScope, request: AuthorizedRequest): Promise<DeleteOptions> {
  const body = await readBody(request, scope.maxRequestBodyBytes)
  const options =
    body.length > 0 ? fromBody(scope, request, body) : decodeParameters(scope, request.query, DeleteOptions)
  delete options.ignoreStoreReadErrorWithClusterBreakingPotential
  refuseInvalidOptions('DeleteOptions', validateDeleteOptions(options))
  request.audit.requestObject(() => options)
  return options
}

/** Decodes `DeleteOptions` of any declared group. */
export const deleteOptionsRegistry: KindRegistry = {
  name: 'pkg/runtime/scheme.go:111',
  classFor: ({ kind }) => (kind === 'DeleteOptions' ? DeleteOptions : undefined),
}

function fromBody(
  { metaFormats, metaVersion }: ResourceScope,
  { headers }: AuthorizedRequest,
  body: Uint8Array,
): DeleteOptions {
  const { serializer } = negotiateInputSerializer(headerText(headers, 'content-type') ?? '', metaFormats)
  const defaults = metaVersion.withKind('DeleteOptions')
  return orBadRequest(() => serializer.decode(body, { defaults }).object as DeleteOptions)
}
