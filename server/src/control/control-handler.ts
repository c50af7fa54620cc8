import { createHash, timingSafeEqual } from 'node:crypto'
import { newInternalError, newUnauthorized, StatusError } from 'apimachinery/errors'
import type { Handler, ReceivedRequest, ResponseSink } from '../request/http.js'
import type { Clusters } from './clusters.js'
import { noSuchPath } from './control-errors.js'
import { basePath, statusOf } from './openapi-document.js'
import { checkQuery } from './query-check.js'
import { readBody } from './read-body.js'
import type { Operation } from './route.js'
import { RouteTable } from './route-table.js'
import { writeJSON, writeStatusError, writeText } from './write-status.js'

/** What the handler of the control API works with. */
export interface ControlHandlerOptions {
  readonly clusters: Clusters
  readonly operations: readonly Operation[]
  readonly token: string
  /** Called for errors that are none of the client's. */
  readonly onError: (error: unknown) => void
}

/** Answers the requests of the control API. */
export function controlHandler(options: ControlHandlerOptions): Handler<ReceivedRequest> {
  const table = new RouteTable(options.operations)
  return async (request, response) => {
    if (request.path === '/healthz') return writeText(response, 200, 'ok')
    try {
      checkToken(request, options.token)
      await answer(request, response, { table, clusters: options.clusters })
    } catch (error) {
      if (!(error instanceof StatusError)) options.onError(error)
      writeStatusError(response, error instanceof StatusError ? error : newInternalError(error))
    }
  }
}

/** Compares hashes: how long it takes tells nothing of the token. */
function checkToken({ headers }: ReceivedRequest, token: string): void {
  const [, given = ''] = /^Bearer +(.+)$/i.exec(String(headers.authorization ?? '')) ?? []
  if (!timingSafeEqual(hashed(given), hashed(token))) {
    throw newUnauthorized('the request does not have the token of the control API')
  }
}

function hashed(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

async function answer(
  request: ReceivedRequest,
  response: ResponseSink,
  { table, clusters }: { readonly table: RouteTable; readonly clusters: Clusters },
): Promise<void> {
  const { operation, params, body: check } = table.find(request.method, segmentsOf(request.url))
  const query = checkQuery(operation, request.query)
  const body = check === undefined ? {} : await readBody(request)
  check?.check(body)
  const result = await operation.run({ clusters, params, query, body, signal: request.signal })
  const status = statusOf(operation)
  if (status === 204) writeText(response, status)
  else writeJSON(response, status, result ?? {})
}

/** The segments below the base path, each decoded by itself: names may have encoded slashes. */
function segmentsOf(url: string): string[] {
  const [path = ''] = url.split('?')
  if (path !== basePath && !path.startsWith(`${basePath}/`)) throw noSuchPath(path)
  return path.slice(basePath.length).split('/').map(decodeURIComponent)
}
