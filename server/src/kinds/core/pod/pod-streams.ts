import { PodAttachOptions, PodExecOptions, PodPortForwardOptions } from 'apimachinery/api/core/v1'
import { newBadRequest } from 'apimachinery/errors'
import type { KindClass, KubernetesObject } from 'apimachinery/runtime'
import { authorizationAttributes, changedAttributes } from '../../../authorization/attributes-of.js'
import type { Authorizer } from '../../../authorization/authorizer.js'
import { forbiddenError } from '../../../authorization/forbidden-error.js'
import { readMetadata } from '../../../registry/read-metadata.js'
import type { ConnectRequest, ResourceStorage } from '../../../registry/resource-storage.js'
import type { Handler } from '../../../request/http.js'
import type { RequestContext } from '../../../request/request-context.js'
import { isUpgradeRequest } from '../../../serving/upgrade-relay.js'
import { forwardUpgrade } from '../kubelet/forward-upgrade.js'
import { asksForStreamClose, type RequestedStreams, translateStreams } from '../kubelet/stream-translator.js'
import { asksForTunnel, tunnelStreams } from '../kubelet/stream-tunnel.js'
import { type KubeletAccess, kubeletOf, kubeletURL, podOf } from './kubelet-access.js'
import { containerOf } from './pod-container.js'

/** One way to talk with a running container. */
interface PodStream<O extends KubernetesObject> {
  readonly options: KindClass<O>
  /** First segment of the kubelet's path. */
  readonly path: string
  readonly hasContainer: boolean
  /** A web socket may carry SPDY. */
  readonly tunnels?: true
  /** Streams that a web socket carries and SPDY can, too. */
  readonly streams?: (options: O) => RequestedStreams
  readonly query: (options: O) => URLSearchParams
}

type Channels = Pick<PodExecOptions, 'stdin' | 'stdout' | 'stderr' | 'tty'>

function requestedStreams({ stdin, stdout, stderr, tty }: Channels): RequestedStreams {
  return { stdin: stdin === true, stdout: stdout === true, stderr: stderr === true, tty: tty === true }
}

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
  streams: requestedStreams,
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
  streams: requestedStreams,
  query: channels,
}

const portForward: PodStream<PodPortForwardOptions> = {
  options: PodPortForwardOptions,
  path: 'portForward',
  hasContainer: false,
  tunnels: true,
  query({ ports = [] }) {
    const query = new URLSearchParams()
    if (ports.length > 0) query.set('port', ports.join(','))
    return query
  },
}

/** How containers are reached, and who says who may. */
export interface StreamAccess extends KubeletAccess {
  /** Checks whether a user of GET, as web sockets send it, may `create`; absent: permission to `get` suffices. */
  readonly authorizer?: Authorizer | undefined
}

/** The subresources `exec`, `attach` and `portforward`. */
export function podStreamStores(access: StreamAccess): Readonly<Record<string, ResourceStorage>> {
  return {
    'pods/exec': streamStore(access, exec),
    'pods/attach': streamStore(access, attach),
    'pods/portforward': streamStore(access, portForward),
  }
}

/**
 * Forwards the connection of a client, SPDY or web socket, to the kubelet of a pod.
 *
 * Source: `ExecREST`, `AttachREST`, `PortForwardREST` of pkg/registry/core/pod/rest of Kubernetes.
 */
function streamStore<O extends KubernetesObject>(access: StreamAccess, stream: PodStream<O>): ResourceStorage {
  return {
    type: stream.options,
    namespaced: true,
    connector: {
      methods: ['GET', 'POST'],
      options: stream.options,
      connect: (context, name, request) => connect({ access, stream, context }, name, request),
    },
  }
}

interface Connection<O extends KubernetesObject> {
  readonly access: StreamAccess
  readonly stream: PodStream<O>
  readonly context: RequestContext
}

/** Web sockets begin with GET: who may only read pods may not run something in them. @throws StatusError 403 */
async function checkCreate({ authorizer }: StreamAccess, { info, user }: RequestContext): Promise<void> {
  if (authorizer === undefined || user === undefined || info.verb === 'create') return
  const attributes = changedAttributes(authorizationAttributes(user, info), { verb: 'create' })
  const { decision, reason } = await authorizer.authorize(attributes)
  if (decision !== 'allow') throw forbiddenError(attributes, reason)
}

async function connect<O extends KubernetesObject>(
  { access, stream, context }: Connection<O>,
  name: string,
  { options: given }: ConnectRequest,
): Promise<Handler> {
  const options = given as O
  await checkCreate(access, context)
  const pod = await podOf(access, context, name)
  const container = stream.hasContainer ? `/${containerOf(pod, (options as { container?: string }).container)}` : ''
  const node = pod.spec?.nodeName
  if (!node) throw newBadRequest(`pod ${name} does not have a host assigned`)
  const kubelet = await kubeletOf(access, context, node)
  const { namespace = '' } = readMetadata(pod)
  const url = kubeletURL(kubelet, `/${stream.path}/${namespace}/${name}${container}`, stream.query(options))
  const target = { url, node, connector: access.connector }
  return (request, response) => {
    if (!isUpgradeRequest(request)) throw newBadRequest('Upgrade request required')
    const { observer } = access
    const requested = kubelet.takesWebSockets || !asksForStreamClose(request) ? undefined : stream.streams?.(options)
    const isTunnel = !kubelet.takesWebSockets && stream.tunnels === true && asksForTunnel(request)
    if (request.upgrade !== undefined) {
      observer?.webSocket(stream.path.toLowerCase(), isTunnel || requested !== undefined)
    }
    if (requested !== undefined) {
      return translateStreams(target, { request, response, streams: requested }, observer?.translated)
    }
    if (isTunnel) return tunnelStreams(target, { request, response }, observer?.tunneled)
    return forwardUpgrade(target, { request, response })
  }
}
