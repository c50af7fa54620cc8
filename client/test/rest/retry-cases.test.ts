// The tables of client-go's TestRetryableConditions, TestRequestStream, TestIsNextRetry, TestWrapPreviousError,
// TestRequestMaxRetries, TestCheckRetryHandles429And5xx and TestCheckRetryClosesBody, rewritten.
import { Pod } from 'apimachinery/api/core/v1'
import { FakeClock } from 'apimachinery/testing'
import { describe, expect, it } from 'vitest'
import { Client } from '../../src/client/client.js'
import type { Request } from '../../src/rest/request.js'
import type { RESTClientOptions } from '../../src/rest/rest-client.js'
import { BytesBody } from '../../src/transport/bytes-body.js'
import type { Transport, TransportRequest, TransportResponse } from '../../src/transport/transport.js'
import { TransportError, type TransportErrorCode } from '../../src/transport/transport-error.js'

type Turn = Error | { readonly status: number; readonly headers?: Record<string, string>; readonly text?: string }

/** Answers by turns, the last one again and again, and counts. */
class Turns implements Transport {
  readonly requests: TransportRequest[] = []
  cancelled = 0
  readonly #turns: readonly Turn[]

  constructor(...turns: readonly Turn[]) {
    this.#turns = turns
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    request.signal?.throwIfAborted()
    this.requests.push(request)
    const turn = this.#turns[Math.min(this.requests.length, this.#turns.length) - 1] as Turn
    if (turn instanceof Error) throw turn
    const body = new BytesBody(new TextEncoder().encode(turn.text ?? ''))
    const cancel = body.cancel.bind(body)
    body.cancel = () => {
      this.cancelled++
      cancel()
    }
    return { status: turn.status, headers: turn.headers ?? {}, body }
  }

  async upgrade(): Promise<never> {
    throw new Error('not here')
  }

  async close(): Promise<void> {}
}

const again = (status: number, seconds = '0'): Turn => ({ status, headers: { 'retry-after': seconds } })
const lost = (code: TransportErrorCode, message: string): TransportError => new TransportError(code, message)

/** Lets the time of a clock go by until a promise has settled. */
async function settle<T>(clock: FakeClock, promise: Promise<T>): Promise<T | Error> {
  let outcome: { readonly value: T | Error } | undefined
  promise.then(
    (value) => {
      outcome = { value }
    },
    (error: Error) => {
      outcome = { value: error }
    },
  )
  for (let step = 0; step < 100 && outcome === undefined; step++) await clock.stepAsync(1000)
  if (outcome === undefined) throw new Error('still waiting after 100 seconds')
  return outcome.value
}

function requestTo(transport: Transport, method = 'GET', options: Partial<RESTClientOptions> = {}): Request {
  return Client.from({ transport, ...options })
    .rest.verb(method)
    .resource('pods')
    .namespace('n')
}

const ways: Readonly<Record<string, (request: Request) => Promise<unknown>>> = {
  do: (request) => request.do(),
  stream: (request) => request.stream(),
}
const all = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']

describe('retried requests', () => {
  it.each<[string, readonly string[], Turn, boolean]>([
    ['429 with Retry-After', all, again(429), true],
    ['503 with Retry-After', all, again(503), true],
    ['500 without Retry-After', all, { status: 500 }, false],
    ['429 without Retry-After', all, { status: 429 }, false],
    ['connection reset', ['GET'], lost('ConnectionLost', 'read: connection reset by peer'), true],
    ['EOF', ['GET'], lost('ConnectionLost', 'EOF'), true],
    ['unexpected EOF', ['GET'], lost('UnexpectedEOF', 'unexpected EOF'), true],
    ['a connection that GOAWAY closed', ['GET'], lost('ConnectionLost', 'http2: server sent GOAWAY'), true],
    ['what the server says it has not looked at', all, lost('Unsent', 'http2: stream refused'), true],
    ['connection refused', all, lost('NotConnected', 'dial 127.0.0.1:1: connect: connection refused'), false],
    ['EOF of a write', ['POST', 'PUT', 'PATCH', 'DELETE'], lost('ConnectionLost', 'EOF'), false],
    ['a deadline', ['GET'], lost('DeadlineExceeded', 'context deadline exceeded'), false],
    ['HTTP that is none', ['GET'], lost('Protocol', 'malformed HTTP response'), false],
    ['200', all, { status: 200 }, false],
    ['301 with Retry-After', all, again(301), false],
  ])('%s', async (...[, methods, turn, expected]) => {
    for (const [name, way] of Object.entries(ways)) {
      for (const method of methods) {
        const transport = new Turns(turn)
        const clock = new FakeClock()
        await settle(clock, way(requestTo(transport, method, { clock, maxRetries: 2 })))
        expect([name, method, transport.requests.length]).toEqual([name, method, expected ? 3 : 1])
        expect(clock.pendingTimers).toBe(0)
      }
    }
  })

  it.each([
    ['429', again(429)],
    ['a lost connection', lost('ConnectionLost', 'EOF')],
    ['a deadline of the connection', lost('DeadlineExceeded', 'i/o timeout')],
  ])('watches: they go on after %s', async (_, turn) => {
    const event = JSON.stringify({ type: 'ADDED', object: { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'p' } } })
    const transport = new Turns(turn, {
      status: 200,
      headers: { 'content-type': 'application/json' },
      text: `${event}\n`,
    })
    const clock = new FakeClock()
    const watch = Client.from({ transport, clock, maxRetries: 0 }).resource(Pod).namespace('n').watch()
    expect(await settle(clock, watch.next())).toMatchObject({ value: { type: 'ADDED' } })
    expect(transport.requests).toHaveLength(2)
    watch.stop()
  })
})

describe('how often', () => {
  it.each([
    [0, false],
    [1, true],
    [5, true],
  ])('with %i retries at most, a second answer that is good: %s', async (maxRetries, expected) => {
    const transport = new Turns(again(429, '1'), { status: 200 })
    const clock = new FakeClock()
    const outcome = await settle(clock, requestTo(transport, 'GET', { clock }).maxRetries(maxRetries).do())
    expect(outcome instanceof Error).toBe(!expected)
  })

  it.each<[string, readonly Turn[], number, string]>([
    ['always told to wait', [again(500), again(500), again(500)], 3, 'an error on the server'],
    ['cut off the second time', [again(429), lost('Protocol', 'EOF')], 2, 'EOF'],
    ['good in the end', [again(429), again(429), { status: 200 }], 3, ''],
  ])('a stream that is %s', async (...[, turns, attempts, message]) => {
    const transport = new Turns(...turns)
    const clock = new FakeClock()
    const outcome = await settle(clock, requestTo(transport, 'GET', { clock }).maxRetries(2).stream())
    expect(transport.requests).toHaveLength(attempts)
    expect(outcome instanceof Error ? outcome.message : '').toContain(message)
    expect(outcome instanceof Error).toBe(message !== '')
  })

  it('sends the whole body each time, and releases the responses in between', async () => {
    const body = new TextEncoder().encode('abcd'.repeat(1000))
    const transport = new Turns(again(429), again(500), again(501), again(504), { status: 200 })
    await requestTo(transport, 'POST').body(body, 'text/plain').timeout(1000).do()
    expect(transport.requests.map((request) => request.body)).toEqual([body, body, body, body, body])
    expect(transport.requests[0]?.path).toBe('/api/v1/namespaces/n/pods?timeout=1s')
    expect(transport.cancelled).toBe(4)
  })

  it('a request can be sent twice', async () => {
    const transport = new Turns({ status: 200 })
    const request = requestTo(transport, 'PUT')
      .name('p')
      .timeout(1500)
      .body(new Uint8Array([1]), 'text/plain')
    await request.do()
    await request.do()
    const [first, second] = transport.requests
    expect(second).toEqual({ ...first, signal: second?.signal })
    expect(first?.path).toBe('/api/v1/namespaces/n/pods/p?timeout=1500ms')
  })
})

describe('why', () => {
  it.each<[Turn, string, number]>([
    [
      { status: 429, headers: { 'retry-after': '2', 'x-kubernetes-pf-flowschema-uid': 'fs-1' } },
      'due to server-side throttling, FlowSchema UID: "fs-1"',
      2000,
    ],
    [again(503, '3'), '503', 3000],
    [lost('ConnectionLost', 'fake error'), 'due to retryable error, error: fake error', 1000],
  ])('is told to hooks: %#', async (turn, reason, milliseconds) => {
    const waits: unknown[] = []
    const clock = new FakeClock()
    const hooks = { onWait: (event: object) => void waits.push(event) }
    await settle(clock, requestTo(new Turns(turn, { status: 200 }), 'GET', { clock, hooks }).do())
    expect(waits).toMatchObject([{ attempt: 1, reason, milliseconds }])
  })

  it.each<[string, readonly Turn[], string]>([
    ['no error before', [lost('Protocol', 'EOF')], 'EOF'],
    ['the same error before', [lost('ConnectionLost', 'EOF'), lost('Protocol', 'EOF')], 'EOF'],
    [
      'another one before',
      [lost('ConnectionLost', 'unknown error'), lost('Protocol', 'EOF')],
      'EOF - error from a previous attempt: unknown error',
    ],
    [
      'a deadline after it',
      [lost('ConnectionLost', 'EOF'), lost('DeadlineExceeded', 'context deadline exceeded')],
      'context deadline exceeded - error from a previous attempt: EOF',
    ],
  ])('is in the error: %s', async (_, turns, message) => {
    const clock = new FakeClock()
    const outcome = await settle(clock, requestTo(new Turns(...turns), 'GET', { clock }).do())
    expect((outcome as Error).message).toBe(message)
  })

  it('is in the error of a deadline that passes between two attempts', async () => {
    const clock = new FakeClock()
    const request = requestTo(new Turns(lost('ConnectionLost', 'EOF')), 'GET', { clock }).timeout(2500)
    const outcome = await settle(clock, request.do())
    expect((outcome as Error).message).toBe(
      'context deadline exceeded: 2500 ms have passed - error from a previous attempt: EOF',
    )
  })

  it('does not change the reason of a signal', async () => {
    const clock = new FakeClock()
    const controller = new AbortController()
    const reason = new Error('enough')
    const sent = requestTo(new Turns(again(429, '9')), 'GET', { clock })
      .signal(controller.signal)
      .do()
    clock.setTimer(() => controller.abort(reason), 3000)
    expect(await settle(clock, sent)).toBe(reason)
    expect(reason.message).toBe('enough')
    expect(clock.pendingTimers).toBe(0)
  })
})
