import { expect, it } from 'vitest'
import { withAuditID } from '../../src/filters/audit-id.js'
import { withCacheControl } from '../../src/filters/cache-control.js'
import { withCORS } from '../../src/filters/cors.js'
import { withHSTS } from '../../src/filters/hsts.js'
import { withRequestDeadline } from '../../src/filters/request-deadline.js'
import { withRetryAfter } from '../../src/filters/retry-after.js'
import { withWarnings } from '../../src/filters/warnings.js'
import type { Cancellation } from '../../src/request/cancellation.js'
import type { Filter, Handler, ReceivedRequest } from '../../src/request/http.js'
import { resolveRequestInfo } from '../../src/request/request-info-resolver.js'
import { handleInProcess } from '../../src/serving/in-process.js'
import { readVectors } from '../interop/vectors/read-vectors.js'

interface Row {
  readonly filter: string
  readonly settings?: readonly string[]
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** What the handler, or the server, does. */
  readonly script?: string
  readonly handled: boolean
  /** -1 for a response that was cut. */
  readonly status: number
  readonly answer: Readonly<Record<string, readonly string[]>> | null
  readonly body?: string
}

/** Milliseconds that a request may take. */
const maximum = 20

/** A filter alone, whatever stage it takes: the fields that it reads are there. */
type Alone = Filter<ReceivedRequest, never>

function filterOf({ filter, settings = [], script = '' }: Row): Alone {
  const filters: Readonly<Record<string, () => unknown>> = {
    cors: () => withCORS(settings),
    hsts: () => withHSTS(settings),
    'cache-control': withCacheControl,
    'retry-after': () => withRetryAfter(() => script === 'stopping'),
    'audit-id': () => withAuditID(),
    warnings: withWarnings,
    timeout: () =>
      withRequestDeadline({ longRunning: ({ path }) => path === '/api/long', maximum, writeError: () => {} }),
  }
  return (filters[filter] as () => Alone)()
}

/** Until the deadline of a request has passed, or would have passed: timers of the same length end in their order. */
async function deadlinePassed({ signal }: Cancellation): Promise<void> {
  const cancelled = new Promise((resolve) => signal.addEventListener('abort', resolve))
  await new Promise((resolve) => setImmediate(resolve))
  await Promise.race([cancelled, new Promise((resolve) => setTimeout(resolve, maximum))])
}

const handlerOf =
  ({ filter, settings = [], script = '' }: Row): Handler =>
  async (request, response) => {
    if (filter === 'cache-control' && script !== '') response.setHeader('cache-control', script)
    for (let i = 0; filter === 'warnings' && i < settings.length; i += 2) {
      request.warnings.addWarning(settings[i] as string, settings[i + 1] as string)
    }
    if (filter === 'timeout') {
      if (script === 'head late' || script === 'body late') response.writeHead(200)
      if (script === 'body late') response.write(Buffer.from('begun'))
      if (script.endsWith('late')) await deadlinePassed(request.cancellation)
      response.setHeader('x-inner', 'i')
    }
    response.writeHead(200, filter === 'timeout' ? { 'content-type': 'text/plain; charset=utf-8' } : {})
    response.end(Buffer.from(filter === 'timeout' ? 'answer' : ''))
  }

async function ask(row: Row) {
  let handled = false
  const inner = filterOf(row)(async (request, response) => {
    handled = true
    await handlerOf(row)(request, response)
  })
  const outer: Handler<ReceivedRequest> = (request, response) => {
    Object.assign(request, { info: resolveRequestInfo(request) })
    if (row.filter === 'timeout') response.setHeader('x-outer', 'o')
    return inner(request, response)
  }
  const fields = Object.entries(row.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])
  const request = {
    method: row.method,
    path: row.path,
    headers: Object.fromEntries(fields),
    body: undefined,
    signal: undefined,
  }
  try {
    const { status, headers, body } = await handleInProcess(outer, request)
    const chunks: Uint8Array[] = []
    if (body instanceof Uint8Array) chunks.push(body)
    else for await (const chunk of body) chunks.push(chunk)
    return { handled, status, headers, body: Buffer.concat(chunks).toString('utf8') }
  } catch {
    return { handled, status: -1, headers: {}, body: '' }
  }
}

// What panics do is another filter's, and there is no handler that panics.
const rows = readVectors<Row[]>('filters').filter(({ script }) => script !== 'panic')

it.each([...new Set(rows.map(({ filter }) => filter))])('%s: answers are upstream’s', async (name) => {
  for (const row of rows.filter(({ filter }) => filter === name)) {
    const { handled, status, headers, body } = await ask(row)
    const texts = (value: string | readonly string[]): string[] =>
      // Node writes each character as a byte; Go's client reads bytes of UTF-8.
      [value].flat().map((each) => Buffer.from(each as string, 'latin1').toString('utf8'))
    const got = Object.fromEntries(Object.entries(headers).map(([field, value]) => [field, texts(value)]))
    const answer = Object.entries(row.answer ?? {}).map(([field, values]) => [field.toLowerCase(), values])
    expect({ handled, status, headers: got, body }, JSON.stringify(row)).toEqual({
      handled: row.handled,
      status: row.status,
      headers: Object.fromEntries(answer),
      body: row.body ?? '',
    })
  }
})
