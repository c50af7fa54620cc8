import { newBadRequest } from 'apimachinery/errors'
import { oneTermEqualSelector } from 'apimachinery/fields'
import { parse as parseLabels } from 'apimachinery/labels'
import { parseFieldSelectorFor, setListOptionsDefaults, validateListOptions } from 'apimachinery/meta'
import { ListOptions } from 'apimachinery/meta/v1'
import type { WatchRequest } from '../registry/resource-storage.js'
import type { AuthorizedRequest } from '../request/http.js'
import { decodeParameters, refuseInvalidOptions } from './decode-parameters.js'
import { orBadRequest } from './or-bad-request.js'
import type { ResourceScope } from './resource-scope.js'

/** The query of a list or watch. */
export interface ListQuery extends WatchRequest {
  readonly watch: boolean
  readonly timeoutSeconds: number | undefined
}

/** Reads the options of lists, watches and deletions of collections. @throws StatusError 400, 422 */
export function listQueryOf(scope: ResourceScope, request: AuthorizedRequest): ListQuery {
  const options = decodeParameters(scope, request.query, ListOptions)
  const { labelSelector: labels, fieldSelector: fields, sendInitialEvents: asked } = options
  const labelSelector = labels === undefined ? undefined : orBadRequest(() => parseLabels(labels))
  const fieldSelector =
    fields === undefined ? undefined : orBadRequest(() => parseFieldSelectorFor(scope.scheme, scope.kind, fields))
  setListOptionsDefaults(options)
  refuseInvalidOptions('ListOptions', validateListOptions(options))
  return {
    labelSelector,
    fieldSelector,
    resourceVersion: options.resourceVersion,
    resourceVersionMatch: options.resourceVersionMatch,
    // Less than none is none, as upstream.
    limit: options.limit === undefined ? undefined : Math.max(options.limit, 0),
    continue: options.continue,
    allowWatchBookmarks: options.allowWatchBookmarks,
    sendInitialEvents: options.sendInitialEvents,
    initialEventsByDefault: asked === undefined && options.sendInitialEvents === true,
    watch: options.watch ?? false,
    timeoutSeconds: options.timeoutSeconds,
  }
}

/** A name in the path is as good as one in the field selector. @throws StatusError 400 where they differ. */
export function withNameOf(query: ListQuery, request: AuthorizedRequest): ListQuery {
  const { name } = request.info
  if (name === '') return query
  const { fieldSelector } = query
  if (fieldSelector === undefined || fieldSelector.isEmpty()) {
    return { ...query, fieldSelector: oneTermEqualSelector('metadata.name', name) }
  }
  if (fieldSelector.requiresExactMatch('metadata.name') === name) return query
  throw newBadRequest("fieldSelector metadata.name doesn't match requested name")
}
