import { toCanonicalJSON } from 'apimachinery/descriptor'
import { messageOf, newInternalError } from 'apimachinery/errors'
import { Status } from 'apimachinery/meta/v1'
import { readBody } from 'apimachinery/runtime/serializer/streaming'
import { headerValues } from '../../../request/header-values.js'
import type { ResponseSink, ServerRequest, WebSocketConnection } from '../../../request/http.js'
import { openWebSocket } from '../../../request/open-web-socket.js'
import { SpdySession, type SpdyStream } from '../../../serving/spdy/session.js'
import type { UpgradeTarget } from './forward-upgrade.js'
import { forwardedHeaders } from './forwarded-headers.js'

const protocol = 'v5.channel.k8s.io'
/** What kubelets speak over SPDY that report how a command ended as a Status. */
const farProtocols = ['v5.channel.k8s.io', 'v4.channel.k8s.io']

/** Channels of a web socket, which are the first byte of each message. */
const channel = { stdin: 0, stdout: 1, stderr: 2, error: 3, resize: 4, close: 255 } as const

/** The streams that a client requests. */
export interface RequestedStreams {
  readonly stdin: boolean
  readonly stdout: boolean
  readonly stderr: boolean
  readonly tty: boolean
}

/**
 * Reports whether a client supports the protocol that can close single channels, which SPDY can and older protocols cannot.
 */
export function asksForStreamClose(request: ServerRequest): boolean {
  const offered = headerValues(request, 'sec-websocket-protocol').flatMap((value) => value.split(','))
  return request.upgrade !== undefined && offered.some((each) => each.trim() === protocol)
}

/** What is translated, and where a refusal goes. */
export interface Translated {
  readonly request: ServerRequest
  readonly response: ResponseSink
  readonly streams: RequestedStreams
}

/**
 * Connects a client over a web socket to a kubelet without web sockets over SPDY.
 *
 * Source: `StreamTranslatorHandler` of k8s.io/apiserver/pkg/util/proxy.
 */
export async function translateStreams(
  target: UpgradeTarget,
  { request, response, streams }: Translated,
  onEnd: (code: number) => void = () => undefined,
): Promise<void> {
  const near = await openWebSocket({ request, response }, { protocols: [protocol] }).catch(() => undefined)
  if (near === undefined) return onEnd(400)
  const opened = streams.stdout ? channel.stdout : streams.stderr ? channel.stderr : channel.error
  near.send(Buffer.of(opened))
  try {
    const { status, code } = await runOverSPDY(target, { near, request, streams })
    near.send(onChannel(channel.error, Buffer.from(toCanonicalJSON(Status.descriptor, status))))
    onEnd(code)
  } finally {
    near.close()
  }
}

/** The outcome of a command, for the client and for metrics. */
interface Outcome {
  readonly status: object
  readonly code: number
}

interface Translation {
  readonly near: WebSocketConnection
  readonly request: ServerRequest
  readonly streams: RequestedStreams
}

async function runOverSPDY(target: UpgradeTarget, translation: Translation): Promise<Outcome> {
  let session: SpdySession | undefined
  const { signal } = translation.request
  const close = (): void => void session?.close()
  signal.addEventListener('abort', close, { once: true })
  try {
    session = await dial(target, translation.request)
    return outcomeOf(await joined(session, translation))
  } catch (error) {
    return failed(messageOf(error))
  } finally {
    signal.removeEventListener('abort', close)
    await session?.close()
  }
}

/** @throws Error when the kubelet cannot be reached, or keeps to HTTP. */
async function dial({ url, connector, node }: UpgradeTarget, request: ServerRequest): Promise<SpdySession> {
  const kept = Object.entries(forwardedHeaders(request)).filter(([name]) => !name.startsWith('sec-websocket-'))
  const headers = {
    ...Object.fromEntries(kept),
    connection: 'Upgrade',
    upgrade: 'SPDY/3.1',
    'x-stream-protocol-version': farProtocols,
  }
  const answer = await connector.upgrade({ url, node, method: 'POST', headers, signal: request.signal })
  if (!answer.switched) {
    const said = (await readReceivedText(answer.body)).trim()
    throw new Error(`unable to upgrade connection: ${said}`)
  }
  return new SpdySession(answer.stream)
}

/** Opens the streams, carries bytes both ways until the kubelet has ended its own, and gives what it said last. */
async function joined(session: SpdySession, { near, streams }: Translation): Promise<string> {
  const { stdin, stdout, stderr, tty } = streams
  const open = (streamtype: string): SpdyStream => session.open({ streamtype })
  const error = open('error')
  const inward = new Map<number, SpdyStream>()
  if (stdin) inward.set(channel.stdin, open('stdin'))
  const outward = [
    ...(stdout ? [carry(open('stdout'), near, channel.stdout)] : []),
    ...(stderr && !tty ? [carry(open('stderr'), near, channel.stderr)] : []),
  ]
  if (tty) inward.set(channel.resize, open('resize'))
  // A client that disconnects ends the command.
  void take(near, inward).then(() => session.close())
  const said = readReceivedText(error.received)
  await Promise.all(outward)
  return said
}

async function carry(from: SpdyStream, near: WebSocketConnection, to: number): Promise<void> {
  for await (const piece of from.received) if (!near.send(onChannel(to, piece))) await near.drained()
}

async function take(near: WebSocketConnection, inward: ReadonlyMap<number, SpdyStream>): Promise<void> {
  for await (const message of near.messages) {
    const bytes = typeof message === 'string' ? Buffer.from(message) : message
    const [to, closed] = bytes
    if (to === channel.close) inward.get(closed ?? channel.close)?.end()
    else if (to !== undefined && bytes.length > 1) await inward.get(to)?.send(bytes.subarray(1))
  }
}

async function readReceivedText(received: AsyncIterable<Uint8Array>): Promise<string> {
  return Buffer.from(await readBody(received)).toString()
}

function onChannel(to: number, bytes: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.of(to), bytes])
}

/**
 * The outcome that a kubelet reports for a command. Source: `errorDecoderV4` of k8s.io/client-go/tools/remotecommand.
 */
function outcomeOf(said: string): Outcome {
  if (said === '') return succeeded
  const status = statusIn(said)
  if (status === undefined) return failed(`error stream protocol error: invalid status in ${JSON.stringify(said)}`)
  if (status.status === 'Success') return succeeded
  if (status.status !== 'Failure') return failed('error stream protocol error: unknown error')
  if (status.reason !== 'NonZeroExitCode') return failed(status.message ?? '')
  if (status.details === undefined) return failed('error stream protocol error: details must be set')
  const exit = status.details.causes?.find(({ reason }) => reason === 'ExitCode')
  if (exit === undefined) return failed('error stream protocol error: no ExitCode cause given')
  const code = Number(exit.message)
  if (!/^\d+$/.test(exit.message ?? '') || code > 255) {
    return failed(`error stream protocol error: invalid exit code value ${JSON.stringify(exit.message ?? '')}`)
  }
  const message = `command terminated with non-zero exit code: command terminated with exit code ${code}`
  const details = { causes: [{ reason: 'ExitCode', message: String(code) }] }
  return { status: { metadata: {}, status: 'Failure', message, reason: 'NonZeroExitCode', details }, code: 200 }
}

interface SaidStatus {
  readonly status?: string
  readonly reason?: string
  readonly message?: string
  readonly details?: { readonly causes?: readonly { readonly reason?: string; readonly message?: string }[] }
}

function statusIn(text: string): SaidStatus | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

const succeeded: Outcome = { status: { metadata: {}, status: 'Success' }, code: 200 }

function failed(message: string): Outcome {
  return { status: newInternalError(new Error(message)).status, code: 500 }
}
