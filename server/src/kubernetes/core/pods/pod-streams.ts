import { PodAttachOptions, PodExecOptions, PodPortForwardOptions } from 'apimachinery/api/core/v1'
import { messageOf, newBadRequest, newInternalError } from 'apimachinery/errors'
import type { KindClass, KubernetesObject } from 'apimachinery/runtime'
import { readMetadata } from '../../../registry/metadata-of.js'
import type { ConnectRequest, ResourceStorage } from '../../../registry/resource-storage.js'
import type { Handler, WebSocketConnection } from '../../../request/http.js'
import type { RequestContext } from '../../../request/request-context.js'
import { protocolsOf } from '../kubelet/forward-handler.js'
import { relay } from '../kubelet/relay.js'
import { type KubeletAccess, kubeletOf, kubeletURL, podOf } from './kubelet-access.js'
import { containerOf } from './pod-container.js'

/** One way to talk with a running container. */
interface PodStream<O extends KubernetesObject> {
  readonly options: KindClass<O>
  /** First segment of the kubelet's path. */
  readonly path: string
  readonly hasContainer: boolean
  readonly query: (options: O) => URLSearchParams
}

type Channels = Pick<PodExecOptions, 'stdin' | 'stdout' | 'stderr' | 'tty'>

/** Channels by the names that kubelets know. */
function channels({ stdin, stdout, stderr, tty }: Channels): URLSearchParams {
  const query = new URLSearchParams()
  if (stderr) query.set('error', '1')
  if (stdin) query.set('input', '1')
  if (stdout) query.set('output', '1')
  if (tty) query.set('tty', '1')
  return query
}

const exec: PodStream<PodExecOptions> = {
  options: PodExecOptions,
  path: 'exec',
  hasContainer: true,
  query(options) {
    const query = channels(options)
    for (const word of options.command ?? []) query.append('command', word)
    return query
  },
}

const attach: PodStream<PodAttachOptions> = {
  options: PodAttachOptions,
  path: 'attach',
  hasContainer: true,
  query: channels,
}

const portForward: PodStream<PodPortForwardOptions> = {
  options: PodPortForwardOptions,
  path: 'portForward',
  hasContainer: false,
  query({ ports = [] }) {
    const query = new URLSearchParams()
    if (ports.length > 0) query.set('port', ports.join(','))
    return query
  },
}

/** The subresources `exec`, `attach` and `portforward`. */
export function podStreamStores(access: KubeletAccess): Readonly<Record<string, ResourceStorage>> {
  return {
    'pods/exec': streamStore(access, exec),
    'pods/attach': streamStore(access, attach),
    'pods/portforward': streamStore(access, portForward),
  }
}

/**
 * Hands the web socket of a client to the kubelet of a pod.
 *
 * Source: `ExecREST`, `AttachREST`, `PortForwardREST` of pkg/registry/core/pod/rest of Kubernetes.
 */
function streamStore<O extends KubernetesObject>(access: KubeletAccess, stream: PodStream<O>): ResourceStorage {
  return {
    type: stream.options as unknown as KindClass,
    namespaced: true,
    connector: {
      methods: ['GET', 'POST'],
      options: stream.options as unknown as KindClass,
      connect: (context, name, request) => connect({ access, stream, context }, name, request),
    },
  }
}

interface Connection<O extends KubernetesObject> {
  readonly access: KubeletAccess
  readonly stream: PodStream<O>
  readonly context: RequestContext
}

async function connect<O extends KubernetesObject>(
  { access, stream, context }: Connection<O>,
  name: string,
  { options: given }: ConnectRequest,
): Promise<Handler> {
  const options = given as O
  const pod = await podOf(access, context, name)
  const container = stream.hasContainer ? `/${containerOf(pod, (options as { container?: string }).container)}` : ''
  const node = pod.spec?.nodeName
  if (!node) throw newBadRequest(`pod ${name} does not have a host assigned`)
  const kubelet = await kubeletOf(access, context, node)
  const { namespace = '' } = readMetadata(pod)
  const url = kubeletURL(kubelet, `/${stream.path}/${namespace}/${name}${container}`, stream.query(options))
  return async (request) => {
    if (request.upgrade === undefined) throw newBadRequest(noUpgrade(request.headers.upgrade))
    const protocols = protocolsOf(request)
    const far = await dial(access, url, { protocols, signal: request.signal })
    const near = await request.upgrade({ protocols: far.protocol === '' ? [] : [far.protocol] })
    await relay(near, far)
  }
}

/** Clients of SPDY fall back to web sockets where they can. */
function noUpgrade(upgrade: unknown): string {
  return typeof upgrade === 'string' && /spdy/i.test(upgrade)
    ? 'unable to upgrade connection: SPDY is not supported, use a web socket'
    : 'Upgrade request required'
}

async function dial(
  { connector }: KubeletAccess,
  url: URL,
  options: { readonly protocols: readonly string[]; readonly signal: AbortSignal },
): Promise<WebSocketConnection> {
  try {
    return await connector.openSocket({ url, ...options })
  } catch (error) {
    throw newInternalError(new Error(`error sending request: Post ${JSON.stringify(url.href)}: ${messageOf(error)}`))
  }
}
