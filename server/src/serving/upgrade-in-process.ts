import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { connectionPair } from './connection-pair.js'
import { serveMessage } from './http1-adapter.js'
import { serveUpgrade } from './http1-server.js'
import type { AdapterOptions } from './http2-adapter.js'
import { dialUpgrade, type NotSwitched, type Switched, type UpgradeDial } from './upgrade-dial.js'

/** An upgrade request that a handler of this process answers. */
export type UpgradeRequest = Pick<UpgradeDial, 'url' | 'method' | 'headers' | 'signal'>

/** Runs an upgrade request through a handler over a connection without a socket. */
export function upgradeInProcess(
  { url, method, headers, signal }: UpgradeRequest,
  options: AdapterOptions,
): Promise<Switched | NotSwitched> {
  const [near, far] = connectionPair()
  const messages = { ...options, peerCertificateOf: () => undefined }
  // It has no port, and is gone with its connection.
  const server = createServer()
  server.on('request', (message, response) => serveMessage(message, response, messages))
  server.on('upgrade', (message, stream, head) => {
    stream.on('error', () => {})
    // What is asked of the socket, any stream does.
    serveUpgrade({ message, socket: stream as Socket, head }, messages)
  })
  server.emit('connection', far)
  const plain = new URL(url)
  plain.protocol = 'http:'
  return dialUpgrade({ url: plain, method, headers, signal, connection: near })
}
