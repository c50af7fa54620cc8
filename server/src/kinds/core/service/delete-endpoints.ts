import type { Endpoints, Service } from 'apimachinery/api/core/v1'
import { isNotFound } from 'apimachinery/errors'
import { DeleteOptions } from 'apimachinery/meta/v1'
import { systemClock } from 'apimachinery/wait'
import { readMetadata } from '../../../registry/read-metadata.js'
import type { Store } from '../../../registry/store.js'
import type { RequestContext } from '../../../request/request-context.js'
import { resolveRequestInfo } from '../../../request/request-info-resolver.js'

/**
 * Deletes the Endpoints of a service that is gone, so that another service of its name does not begin with them. The deletion
 * of the service stands whatever happens here.
 */
export async function deleteEndpoints(
  endpoints: Store<Endpoints>,
  service: Service,
  onError: (error: unknown) => void,
): Promise<void> {
  const { name = '', namespace = '' } = readMetadata(service)
  try {
    await endpoints.delete(contextOf(namespace, name), name, { options: new DeleteOptions() })
  } catch (error) {
    if (!isNotFound(error)) onError(error)
  }
}

/** No admission and no audit event: it is no request. */
function contextOf(namespace: string, name: string): RequestContext {
  const path = `/api/v1/namespaces/${namespace}/endpoints/${name}`
  return {
    info: resolveRequestInfo({ method: 'DELETE', url: path, path, query: new URLSearchParams() }),
    namespace,
    apiVersion: 'v1',
    signal: new AbortController().signal,
    clock: systemClock,
  }
}
