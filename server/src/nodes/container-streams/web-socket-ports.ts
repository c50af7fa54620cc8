import { messageOf } from 'apimachinery/errors'
import { writePlainError } from '../../request/write-error.js'
import { ChannelSocket } from './channel-socket.js'
import { forwardFailure } from './forward-failure.js'
import { portIn } from './port-stream.js'
import type { ServedPorts } from './served-ports.js'

const protocols = ['v4.channel.k8s.io', 'v4.base64.channel.k8s.io']

/** Source: `handleWebSocketStreams` of k8s.io/cri-streaming/pkg/streaming/portforward. */
export async function serveWebSocketPorts(ports: ServedPorts): Promise<void> {
  const { request, response } = ports.exchange
  let asked: readonly number[]
  try {
    asked = portsIn(request.query)
  } catch (error) {
    return writePlainError(response, 400, messageOf(error))
  }
  const socket = await ChannelSocket.open(ports.exchange, protocols)
  if (socket === undefined) return
  const signal = AbortSignal.any([socket.gone, ports.signal])
  const connections = asked.map((port, index) => ({
    port,
    data: 2 * index,
    error: 2 * index + 1,
    received: socket.incoming(2 * index),
  }))
  const reading = socket.read()
  const serve = async ({ port, data, error, received }: (typeof connections)[number]): Promise<void> => {
    // Both channels begin with the number of their port.
    for (const each of [data, error]) await socket.send(each, Buffer.of(port & 0xff, port >> 8))
    try {
      await ports.serve(port, { received, send: (bytes) => socket.send(data, bytes), signal })
    } catch (failure) {
      await socket.send(error, forwardFailure(ports, port, failure))
    }
  }
  await Promise.all(connections.map(serve))
  socket.close()
  await reading
}

/** @throws Error in the words of upstream */
function portsIn(query: URLSearchParams): readonly number[] {
  const texts = query.getAll('port')
  if (texts.length === 0) throw new Error('query parameter "port" is required')
  if (texts.includes('')) throw new Error('query parameter "port" cannot be empty')
  return texts.flatMap((text) => text.split(',')).map(portIn)
}
