import { describe, expect, it } from 'vitest'
import { withCacheControl } from '../../src/filters/cache-control.js'
import { withCORS } from '../../src/filters/cors.js'
import { withProbabilisticGoaway } from '../../src/filters/goaway.js'
import { withHSTS } from '../../src/filters/hsts.js'
import { type InFlightLimits, withMaxInFlight } from '../../src/filters/max-in-flight.js'
import { withRequestDeadline } from '../../src/filters/request-deadline.js'
import { withRequestInfo } from '../../src/filters/request-info.js'
import { withRetryAfter } from '../../src/filters/retry-after.js'
import { InFlightRequests, withWaitGroup } from '../../src/filters/wait-group.js'
import type { AuthenticatedRequest, Filter, ReceivedRequest, ResponseSink } from '../../src/request/http.js'
import { exchange } from './exchange.js'

/** The effect of a filter on one request; its handler responds with 200. */
async function through<Stage extends ReceivedRequest>(filter: Filter<Stage>, given: object = {}) {
  const headers: Record<string, unknown> = {}
  const seen = { status: 0, handled: 0, headers, error: undefined as unknown }
  const fields = (given as { headers?: Record<string, string> }).headers ?? {}
  const request = {
    method: 'GET',
    path: '/api',
    url: '/api',
    httpVersion: '2.0',
    info: { verb: 'get', isResourceRequest: false },
    cancellation: { cancel: () => {} },
    ...given,
    query: new URLSearchParams((given as { query?: string }).query),
    headers: fields,
    rawHeaders: Object.entries(fields).flat(),
  } as unknown as Stage
  const response = {
    setHeader: (name: string, value: unknown) => {
      headers[name] = value
    },
    writeHead: (status: number, more: object = {}) => {
      seen.status = status
      Object.assign(headers, more)
    },
    end: () => {},
  } as unknown as ResponseSink
  await filter(async (_request, sink) => {
    seen.handled++
    sink.writeHead(200)
  })(request, response)
  return seen
}

// Facts of TestCORSAllowedOrigins.
describe('origins', () => {
  it.each([
    [[], 'example.com', false],
    [['example.com'], '', false],
    [['example.com'], 'http://example.com', true],
    [['example.com'], 'not-allowed.com', false],
    [['not-matching.com', 'example.com'], 'example.com', true],
    [['.*'], 'http://example.com', true],
    [['example.com'], 'http://example.com.hacker.org:8080', true],
    [['//example.com(:|$)'], 'http://example.com.hacker.org', false],
    [['//example.com(:|$)'], 'http://example.com:80', true],
  ])('%j and %s: %s', async (patterns, origin, allowed) => {
    const { headers, handled } = await through(withCORS(patterns), { headers: { origin } })
    expect(handled).toBe(1)
    const expected = {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'POST, GET, OPTIONS, PUT, DELETE, PATCH',
      'access-control-expose-headers': 'Date',
      'access-control-allow-credentials': 'true',
    }
    expect(headers).toEqual(allowed ? expect.objectContaining(expected) : {})
  })

  it('questions before a request end here', async () => {
    const options = { method: 'OPTIONS', headers: { origin: 'http://a' } }
    expect(await through(withCORS(['//a$']), options)).toMatchObject({ status: 204, handled: 0 })
    expect(await through(withCORS(['//b$']), options)).toMatchObject({ status: 200, handled: 1 })
  })
})

it('sends the headers of HSTS and cache control', async () => {
  const { headers } = await through(withHSTS(['max-age=1', 'preload']))
  expect(headers['strict-transport-security']).toBe('max-age=1; preload')
  expect((await through(withCacheControl())).headers['cache-control']).toBe('no-cache, private')
})

// Facts of TestProbabilisticGoawayDecider and TestGOAWAYHTTP1Requests.
it.each([
  { chance: 0.02, drawn: 0.01, httpVersion: '2.0', connection: 'close' },
  { chance: 0.02, drawn: 0.02, httpVersion: '2.0', connection: undefined },
  { chance: 0, drawn: 0, httpVersion: '2.0', connection: undefined },
  { chance: 1, drawn: 0.5, httpVersion: '1.1', connection: undefined },
])('connections end by chance: %j', async ({ chance, drawn, httpVersion, connection }) => {
  const { headers } = await through(
    withProbabilisticGoaway(chance, () => drawn),
    { httpVersion },
  )
  expect(headers.connection).toBe(connection)
})

// Facts of TestWithRetryAfter and of TestWithWaitGroup.
describe('a server that stops', () => {
  it.each([
    ['/api', {}, 429],
    ['/readyz', {}, 200],
    ['/livez/ping', {}, 200],
    ['/metrics', {}, 200],
    ['/api', { 'user-agent': 'kube-apiserver/v1.36' }, 200],
    ['/api', { 'user-agent': 'not-kube-apiserver/v1.36' }, 429],
  ])('answers %s %j with %i', async (path, headers, status) => {
    const seen = await through(
      withRetryAfter(() => true),
      { path, headers },
    )
    expect(seen.status).toBe(status)
    if (status === 429) expect(seen.headers).toMatchObject({ connection: 'close', 'retry-after': '5' })
    expect(
      (
        await through(
          withRetryAfter(() => false),
          { path, headers },
        )
      ).status,
    ).toBe(200)
  })

  it('takes no new requests but probes while it waits for the last', async () => {
    const requests = new InFlightRequests()
    const filter = withWaitGroup(requests, () => false)
    expect((await through(filter)).status).toBe(200)
    await requests.drain()
    expect(await through(filter)).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
    expect((await through(filter, { path: '/readyz' })).status).toBe(200)
    expect((await through(withWaitGroup(requests, () => true))).status).toBe(200)
  })
})

// Facts of TestParseTimeout and TestWithRequestDeadline.
describe('the time of a request', () => {
  const refused: unknown[] = []
  const filter = withRequestDeadline({
    longRunning: () => false,
    maximum: 60_000,
    writeError: async (_request, response, error) => {
      refused.push(error)
      response.writeHead(400)
    },
  })
  it.each(['', 'timeout=', 'timeout=10s', 'timeout=0s', 'timeout=-1s', 'timeout=2h'])('%s is taken', async (query) => {
    expect((await through(filter, { query })).status).toBe(200)
  })

  it('that makes no sense is refused', async () => {
    expect(await through(filter, { query: 'timeout=foo' })).toMatchObject({ status: 400, handled: 0 })
    expect(String(refused[0])).toContain('invalid timeout specified in the request URL - time: invalid duration "foo"')
  })
})

// Facts of TestMaxInFlightNonMutating, TestMaxInFlightMutating and TestMaxInFlightSkipsMasters.
describe('requests in flight', () => {
  it('are limited by kind, but for long ones and for masters', async () => {
    const filter = withMaxInFlight({ reading: 1, mutating: 1, longRunning: (request) => request.path === '/watch' })
    const ask = (verb: string, more: object = {}) =>
      through(filter, { info: { verb }, user: { name: 'a', uid: '', groups: [], extra: {} }, ...more })
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const running = filter(async () => held)(
      { info: { verb: 'list' }, path: '/api' } as unknown as AuthenticatedRequest,
      {} as unknown as ResponseSink,
    )
    expect(await ask('get')).toMatchObject({ status: 429, headers: { 'retry-after': '1' } })
    expect((await ask('create')).status).toBe(200)
    expect((await ask('get', { path: '/watch' })).status).toBe(200)
    const user = { name: 'a', uid: '', groups: ['system:masters'], extra: {} }
    expect((await ask('get', { user })).status).toBe(200)
    expect(await ask('list')).toMatchObject({
      headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
    })
    release()
    await running
    expect((await ask('get')).status).toBe(200)
  })

  it.each<{ reading: number; mutating: number; refused: string[]; taken: string[] }>([
    { reading: 0, mutating: 0, refused: [], taken: ['get', 'list', 'watch', 'create'] },
    { reading: 1, mutating: 0, refused: ['get', 'list', 'watch'], taken: ['create', 'update', 'delete'] },
    { reading: 0, mutating: 1, refused: ['create', 'update', 'delete'], taken: ['get', 'list', 'watch'] },
  ])('are limited where there is a limit for their kind: %j', async ({ reading, mutating, refused, taken }) => {
    for (const verb of [...refused, ...taken]) {
      const changes: string[] = []
      const dropped: unknown[] = []
      const metrics = {
        inFlight: { change: (kind: string, by: number) => changes.push(`${kind} ${by}`) },
        requests: { dropped: (request: unknown) => dropped.push(request) },
      } as unknown as InFlightLimits['metrics']
      const filter = withMaxInFlight({ reading, mutating, longRunning: () => false, ...(metrics && { metrics }) })
      let inner = { status: 0 }
      const user = { name: 'a', uid: '', groups: [], extra: {} }
      const request = { info: { verb }, path: '/api', user } as unknown as AuthenticatedRequest
      await filter(async () => {
        inner = await through(filter, { info: { verb }, user })
      })(request, {} as unknown as ResponseSink)
      const full = refused.includes(verb)
      expect({ verb, status: inner.status }).toEqual({ verb, status: full ? 429 : 200 })
      expect(dropped).toHaveLength(full ? 1 : 0)
      const kind = ['get', 'list', 'watch'].includes(verb) ? 'readOnly' : 'mutating'
      const once = [`${kind} 1`, `${kind} -1`]
      const none = reading + mutating === 0
      expect(changes).toEqual(none ? [] : full ? once : [once[0], ...once, once[1]])
    }
  })
})

// Facts of TestWithRequestInfo and of NewRequestInfo.
describe('what a request is about', () => {
  it('is known to what is inside', async () => {
    const { handled } = await exchange(withRequestInfo(), { path: '/apis/apps/v1/namespaces/n/deployments/d/scale' })
    expect(handled?.info).toMatchObject({ apiGroup: 'apps', namespace: 'n', name: 'd', subresource: 'scale' })
  })

  it('cannot be said of a path that ends too soon', async () => {
    const known = { info: undefined, url: '/api/v1/watch', path: '/api/v1/watch' } as never
    expect(await exchange(withRequestInfo(), { known })).toMatchObject({
      status: 500,
      body: 'Internal Server Error: "/api/v1/watch": failed to create RequestInfo: unable to determine kind and namespace from url, /api/v1/watch\n',
      handled: undefined,
    })
  })
})
