import type { Node, Pod } from 'apimachinery/api/core/v1'
import { isNotFound, newNotFound } from 'apimachinery/errors'
import type { Store } from '../../../registry/store.js'
import { clusterScoped, type RequestContext } from '../../../request/request-context.js'
import type { ClusterConnector } from '../kubelet/connector.js'
import { escapedPath, hostURL } from '../kubelet/host-url.js'
import { type KubeletLocation, kubeletLocation, namedKubelet } from '../kubelet/kubelet-location.js'
import type { StreamObserver } from '../kubelet/stream-metrics.js'

/** Input of subresources that use kubelets. */
export interface KubeletAccess {
  readonly pods: Store<Pod>
  readonly nodes: Store<Node>
  readonly connector: ClusterConnector
  readonly observer?: StreamObserver | undefined
  /** Which address of a node is taken, best first. */
  readonly addressTypes?: readonly string[] | undefined
}

/** A pod. @throws StatusError 404 */
export async function podOf(
  { pods }: Pick<KubeletAccess, 'pods'>,
  context: RequestContext,
  name: string,
): Promise<Pod> {
  return (await pods.get(context, name, {})).object
}

/** Where the kubelet of a node listens. @throws StatusError 404, Error without an address */
export async function kubeletOf(
  { nodes, addressTypes, connector }: Pick<KubeletAccess, 'nodes' | 'addressTypes' | 'connector'>,
  context: RequestContext,
  name: string,
): Promise<KubeletLocation> {
  try {
    const { object } = await nodes.get(clusterScoped(context), name, {})
    return connector.reaches?.(name) === true ? namedKubelet(object, name) : kubeletLocation(object, addressTypes)
  } catch (error) {
    throw isNotFound(error) ? newNotFound({ group: '', resource: 'nodes' }, name) : error
  }
}

/** A URL of a kubelet. */
export function kubeletURL({ scheme, hostname, port }: KubeletLocation, path: string, query: URLSearchParams): URL {
  const url = hostURL({ scheme, host: hostname, port })
  url.pathname = escapedPath(path)
  url.search = query.toString()
  return url
}
