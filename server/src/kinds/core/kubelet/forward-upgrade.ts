import { messageOf } from 'apimachinery/errors'
import type { ResponseSink, ServerRequest } from '../../../request/http.js'
import { relayUpgrade, withUpgradeHeaders } from '../../../serving/upgrade-relay.js'
import type { ClusterConnector } from './connector.js'
import { forwardedHeaders } from './forwarded-headers.js'

/** The target of an upgrade request. */
export interface UpgradeTarget {
  readonly url: URL
  readonly connector: ClusterConnector
  /** The only addresses at which the host is dialled; what its name says where absent. */
  readonly addresses?: readonly string[] | undefined
  /** The node whose kubelet is asked; absent for pods and services. */
  readonly node?: string | undefined
}

/**
 * Forwards an upgrade request, its response, and then the bytes of both sides.
 *
 * Source: `tryUpgrade` of k8s.io/apimachinery/pkg/util/proxy.
 * @throws Error where the other side cannot be reached
 */
export async function forwardUpgrade(
  { url, connector, addresses, node }: UpgradeTarget,
  { request, response }: { readonly request: ServerRequest; readonly response: ResponseSink },
): Promise<void> {
  const { method, signal } = request
  const headers = withUpgradeHeaders(forwardedHeaders(request), request)
  const answer = await connector.upgrade({ url, method, headers, signal, addresses, node }).catch((error: unknown) => {
    throw new Error(`error dialing backend: ${messageOf(error)}`, { cause: error })
  })
  await relayUpgrade({ request, response, answer })
}
