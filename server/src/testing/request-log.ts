import type { Filter, ServerRequest } from '../request/http.js'
import { matchesRequest, type RequestMatch } from './request-match.js'

/** One request to a test server. */
export interface LoggedRequest {
  /** Grows by one with each request of the server, from 1. */
  readonly number: number
  readonly method: string
  /** Path and query. */
  readonly url: string
  /** `get`, `list`, …; the lower-case method of paths that are no resources. */
  readonly verb: string
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  /** Empty without an authenticated user. */
  readonly user: string
  readonly userAgent: string
  /** `undefined` while it is being answered, and where the connection was cut before. */
  readonly status: number | undefined
}

interface LogEntry {
  readonly number: number
  readonly request: ServerRequest
  status: number | undefined
}

/** The requests that came, oldest first. */
export class RequestLog {
  readonly #entries: LogEntry[] = []
  readonly #limit: number
  #last = 0

  /** The number of newest requests that are kept. */
  constructor(limit = 10_000) {
    this.#limit = limit
  }

  /** All requests, or those that match. */
  list(match: RequestMatch = {}): readonly LoggedRequest[] {
    return this.#entries.filter(({ request }) => matchesRequest(match, request)).map(loggedRequest)
  }

  /** How many requests match. */
  count(match: RequestMatch = {}): number {
    return this.#entries.reduce((count, { request }) => count + (matchesRequest(match, request) ? 1 : 0), 0)
  }

  /** The number of the newest request; 0 before the first one. */
  get last(): number {
    return this.#last
  }

  clear(): void {
    this.#entries.length = 0
  }

  /** Puts the log around a handler. */
  readonly filter: Filter = (next) => async (request, response) => {
    const entry: LogEntry = { number: ++this.#last, request, status: undefined }
    this.#entries.push(entry)
    if (this.#entries.length > this.#limit) this.#entries.shift()
    try {
      await next(request, response)
    } finally {
      entry.status = response.status
    }
  }
}

function loggedRequest({ number, request, status }: LogEntry): LoggedRequest {
  const { method, url, info, user, headers } = request
  const agent = headers['user-agent']
  return {
    number,
    method,
    url,
    verb: info?.verb ?? method.toLowerCase(),
    group: info?.apiGroup ?? '',
    version: info?.apiVersion ?? '',
    resource: info?.resource ?? '',
    subresource: info?.subresource ?? '',
    namespace: info?.namespace ?? '',
    name: info?.name ?? '',
    user: user?.name ?? '',
    userAgent: typeof agent === 'string' ? agent : '',
    status,
  }
}
