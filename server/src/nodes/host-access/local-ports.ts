import { connect, type Socket } from 'node:net'
import { dialError } from '../../kinds/core/kubelet/connector.js'
import { joinHostPort } from '../../kinds/core/kubelet/host-url.js'
import { feed } from '../container-streams/feed.js'
import type { PortStream } from '../container-streams/port-stream.js'
import { startChild } from './child-process.js'

/** Leads a connection to an address. @throws Error in the words of kwok */
export async function forwardToAddress(
  { address, port }: { readonly address: string; readonly port: number },
  { received, send, signal }: PortStream,
): Promise<void> {
  const socket = await dial(address, port)
  const close = (): void => void socket.destroy()
  signal.addEventListener('abort', close, { once: true })
  if (signal.aborted) close()
  try {
    void feed(received, socket)
    for await (const piece of socket) await send(piece)
  } finally {
    signal.removeEventListener('abort', close)
    socket.destroy()
  }
}

function dial(address: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    // The other side may end its direction first.
    const socket = connect({ host: address, port, allowHalfOpen: true })
    const failed = (error: Error): void => {
      const place = joinHostPort(address, String(port))
      const { message } = dialError(error, new URL(`tcp://${place}`))
      reject(new Error(`failed to dial ${place}: ${message}`, { cause: error }))
    }
    socket.once('error', failed)
    socket.once('connect', () => {
      socket.off('error', failed)
      socket.on('error', () => {})
      resolve(socket)
    })
  })
}

/** Leads a connection to the standard input and output of a command. @throws Error in the words of kwok where it fails */
export async function forwardToCommand(
  command: readonly string[],
  { received, send, signal }: PortStream,
): Promise<void> {
  const child = await startChild({ command, signal })
  const { process } = child
  void feed(received, process.stdin)
  let said = ''
  process.stderr.on('data', (piece: Buffer) => {
    if (said.length < longestMessage) said += piece.toString()
  })
  for await (const piece of process.stdout) await send(piece as Uint8Array)
  const code = await child.exitCode
  if (code !== 0) throw new Error(`cmd wait: ${command.join(' ')}: exit status ${code}\n${said}`)
}

/** Characters of what a command says about its failure. */
const longestMessage = 2048
