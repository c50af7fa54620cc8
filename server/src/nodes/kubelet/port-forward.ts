import { drop } from '../container-streams/feed.js'
import type { PortStream, ServePort } from '../container-streams/port-stream.js'
import { serveForwardedPorts } from '../container-streams/serve-ports.js'
import { forwardToAddress, forwardToCommand } from '../host-access/local-ports.js'
import { findEntry, type PodName } from '../pod-rules/pod-rules.js'
import type { ForwardDestination } from '../pod-rules/port-forward-rules.js'
import type { KubeletEndpoint, KubeletParts } from './kubelet-endpoint.js'
import { KubeletError } from './kubelet-error.js'

/** `portForward/NAMESPACE/POD`: connections to ports of a pod. */
export function portForward(parts: KubeletParts): KubeletEndpoint {
  return async (exchange) => {
    const { node, segments, signal } = exchange
    const [namespace = '', name = '', uid = '', ...more] = segments
    if (name === '' || more.length > 0) throw new KubeletError(404, '404: Page Not Found')
    parts.containers.pod({ node, namespace, pod: name })
    const serve: ServePort = (port, stream) => forward(destinationOf(parts, { namespace, name }, port), stream)
    return serveForwardedPorts({ exchange, serve, pod: `${name}/${namespace}`, uid, signal, pace: parts.pace })
  }
}

/** Where a port leads. @throws Error in the words of kwok if that is nowhere */
function destinationOf({ rules }: KubeletParts, pod: PodName, port: number): ForwardDestination {
  const entry = findEntry(rules?.forwards ?? [], { pod, key: port, keysOf: ({ ports }) => ports })
  const place = `for port ${port} in pod ${JSON.stringify(`${pod.namespace}/${pod.name}`)}`
  if (entry === 'noEntry') throw new Error(`forward not found ${place}`)
  if (entry === 'noRule') throw new Error(`no forward found ${place}`)
  if (entry.destination === undefined) throw new Error('no target or command')
  return entry.destination
}

async function forward(destination: ForwardDestination, stream: PortStream): Promise<void> {
  if ('command' in destination) return forwardToCommand(destination.command, stream)
  if ('address' in destination) return forwardToAddress(destination, stream)
  if ('echo' in destination) {
    for await (const piece of stream.received) await stream.send(piece)
    return
  }
  const received = stream.received[Symbol.asyncIterator]()
  const { done } = await received.next()
  if (done === true) return
  await stream.send(Buffer.from(destination.response))
  void drop({ [Symbol.asyncIterator]: () => received })
}
