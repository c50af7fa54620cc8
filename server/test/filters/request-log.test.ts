import { expect, it } from 'vitest'
import { withRequestLog } from '../../src/filters/request-log.js'
import { scopeOf } from '../../src/metrics/request-labels.js'
import type { IdentifiedRequest, ResponseSink } from '../../src/request/http.js'
import { resolveRequestInfo } from '../../src/request/request-info-resolver.js'
import { readVectors } from '../interop/vectors/read-vectors.js'

interface Row {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly auditID?: string
  /** What the handler does: statuses that it writes, `body`, `hijack`, or nothing. */
  readonly script: string
  /** Whether it was found out what the request asks for. */
  readonly known: boolean
  readonly scope: string
  readonly line: Readonly<Record<string, unknown>>
}

// Here a head is written once.
const rows = readVectors<Row[]>('request-logs').filter(({ script }) => script !== '200 500')

function requestOf({ method, path, headers = {}, auditID, known }: Row): IdentifiedRequest {
  const [before = '', query = ''] = path.split('?')
  const request = {
    method,
    url: path,
    path: decodeURIComponent(before),
    query: new URLSearchParams(query),
    headers,
    rawHeaders: [],
    remoteAddress: '192.0.2.1:1234',
    upgrade: async () => undefined,
    audit: { id: auditID ?? '' },
  } as unknown as IdentifiedRequest
  if (known) request.info = resolveRequestInfo(request)
  return request
}

async function lineOf(row: Row): Promise<object> {
  const lines: object[] = []
  const logged = withRequestLog({ debug: (facts, msg) => void lines.push({ ...facts, msg }) })
  const request = requestOf(row)
  const response = { status: undefined as number | undefined }
  await logged(async () => {
    if (row.script === 'hijack') await request.upgrade?.({ protocols: [] })
    else if (row.script === 'body') response.status = 200
    else if (row.script !== '') response.status = Number(row.script)
  })(request, response as ResponseSink)
  expect(lines).toHaveLength(1)
  const { latency, ...line } = lines[0] as { latency: number }
  expect(latency).toBeGreaterThanOrEqual(0)
  return line
}

it(`${rows.length} requests: lines are upstream’s`, async () => {
  for (const row of rows) expect(await lineOf(row), JSON.stringify(row)).toEqual(row.line)
})

it('requests: scopes are upstream’s', () => {
  for (const row of rows.filter(({ known }) => known))
    expect(scopeOf(resolveRequestInfo(requestOf(row))), row.path).toBe(row.scope)
})
