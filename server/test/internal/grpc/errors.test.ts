import { Client, credentials, Metadata, type ServiceError } from '@grpc/grpc-js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GRPCChannel } from '../../../src/internal/grpc/grpc-channel.js'
import { answer, answerStatus, H2Server, type ServedCall, text } from './h2-server.js'

let server: H2Server
beforeEach(async () => {
  server = await H2Server.start()
})
afterEach(() => server.stop())

/** What the client of the authors of gRPC makes of it. */
function theirs(timeout: number): Promise<string> {
  const client = new Client(server.address, credentials.createInsecure(), { 'grpc.enable_retries': 0 })
  const done = new Promise<string>((resolve) =>
    client.makeUnaryRequest(
      '/s/m',
      (bytes: Buffer) => bytes,
      (bytes: Buffer) => bytes,
      Buffer.alloc(0),
      new Metadata(),
      { deadline: Date.now() + timeout },
      (error: ServiceError | null, response) => resolve(error === null ? String(response) : wordsOf(error)),
    ),
  )
  return done.finally(() => client.close())
}

function ours(timeout: number): Promise<string> {
  const channel = new GRPCChannel({ address: server.address })
  return channel
    .call({ path: '/s/m', request: new Uint8Array(0), timeout })
    .then((bytes) => Buffer.from(bytes).toString(), wordsOf)
    .finally(() => channel.close())
}

/** Ours say how the connection was lost; theirs how long a call has taken. */
function wordsOf({ code, details }: { readonly code: number; readonly details: string }): string {
  return `${code} ${details.replace(/^(Connection dropped|Deadline exceeded).*/, '$1')}`
}

const reset =
  (code: number) =>
  ({ stream }: ServedCall): void =>
    stream.close(code)
const status = (code: string, message = '') => ({ 'grpc-status': code, 'grpc-message': message })

const cases: readonly (readonly [string, (call: ServedCall) => void])[] = [
  ['an answer', (call) => answer(call, [text('ok')])],
  ['an empty answer', (call) => answer(call, [new Uint8Array(0)])],
  ['a status', (call) => answer(call, [], status('5', 'etcdserver: requested lease not found'))],
  ['a status after an answer', (call) => answer(call, [text('ok')], status('14', 'etcdserver: no leader'))],
  ['a status without headers before it', (call) => answerStatus(call, status('11', 'gone'))],
  ['a message with characters of its own', (call) => answerStatus(call, status('3', 'na%C3%AFve %E2%82%AC 50%25'))],
  ['a message that is encoded wrongly', (call) => answerStatus(call, status('3', '50% off'))],
  ['an unknown status', (call) => answerStatus(call, status('77', 'what'))],
  [
    'a page of a proxy',
    ({ stream }) => {
      stream.respond({ ':status': 503, 'content-type': 'text/html' })
      stream.end('<html>not available</html>')
    },
  ],
  ...[400, 401, 403, 404, 429, 500, 502, 504].map(
    (code) => [`HTTP status ${code}`, (call: ServedCall) => answerStatus(call, { ':status': code })] as const,
  ),
  ...[1, 2, 3, 7, 8, 11, 12, 13].map((code) => [`reset ${code}`, reset(code)] as const),
  ['a connection that ends', ({ stream }) => stream.session?.destroy()],
  [
    'a connection that ends within a message',
    ({ stream }) => {
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' })
      stream.write(Buffer.from('0000000100aa', 'hex'), () => stream.session?.destroy())
    },
  ],
]

describe('a call ends as with the client of the authors of gRPC', () => {
  it.each(cases)('after %s', async (_, onCall) => {
    server.onCall = onCall
    expect(await ours(20_000)).toBe(await theirs(20_000))
  })

  it('when nothing comes in time', async () => {
    server.onCall = () => undefined
    expect(await ours(30)).toBe(await theirs(30))
  })
})
