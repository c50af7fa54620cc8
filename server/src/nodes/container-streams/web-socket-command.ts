import { stringifyJSON } from 'apimachinery/json'
import { ChannelSocket } from './channel-socket.js'
import { commandStatus } from './command-status.js'
import type { ServedCommand } from './served-command.js'

/** Best first. */
const protocols = [
  'v5.channel.k8s.io',
  'v4.channel.k8s.io',
  'v4.base64.channel.k8s.io',
  'channel.k8s.io',
  'base64.channel.k8s.io',
]

const channel = { stdin: 0, stdout: 1, stderr: 2, error: 3 } as const

/** Source: `createWebSocketStreams` of k8s.io/cri-streaming/pkg/streaming/remotecommand. */
export async function serveWebSocketCommand({ exchange, wanted, run, failure, signal }: ServedCommand): Promise<void> {
  const socket = await ChannelSocket.open(exchange, protocols)
  if (socket === undefined) return
  const stdin = wanted.stdin ? socket.incoming(channel.stdin) : undefined
  const reading = socket.read()
  const sender = (to: number, isWanted: boolean) => async (data: Uint8Array) => {
    if (isWanted) await socket.send(to, data)
  }
  const streams = {
    stdin,
    tty: wanted.tty,
    stdout: sender(channel.stdout, wanted.stdout),
    stderr: sender(channel.stderr, wanted.stderr),
    signal: AbortSignal.any([socket.gone, signal]),
  }
  // Shows that the connection is there.
  const first = wanted.stdout ? channel.stdout : wanted.stderr ? channel.stderr : channel.error
  await socket.send(first, new Uint8Array())
  const { status, message } = await commandStatus(() => run(streams), failure)
  const said = /^v[45]\./.test(socket.protocol) ? stringifyJSON(status) : message
  if (said !== '') await socket.send(channel.error, Buffer.from(said))
  socket.close()
  await reading
}
