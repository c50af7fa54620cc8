import {
  newConflict,
  newGenericServerResponse,
  newResourceExpired,
  newTooManyRequests,
  type StatusError,
} from 'apimachinery/errors'
import type { Clock } from 'apimachinery/wait'
import type { AuthorizedRequest, Filter, Handler, ResponseSink } from '../request/http.js'
import { matchesRequest, type RequestMatch } from './request-match.js'

/** The effect on the selected requests. */
export interface FaultAction {
  /** Milliseconds of the server's clock to wait before anything else. */
  readonly latency?: number
  /** Answer with this status instead: 409, 410, 429, 500, 503, 504 with the words of a real server, or any other. */
  readonly status?: number
  /** Seconds of `Retry-After`, with a status. */
  readonly retryAfter?: number
  /** Answer with this error instead. */
  readonly error?: StatusError
  /**
   * Cuts the connection: before the request is processed, or after, so that a write has happened and the client does not
   * know.
   */
  readonly cut?: 'before' | 'after'
  /** Answer reads from the store as it was when the fault was added. */
  readonly stale?: boolean
}

/** A fault and the requests that it hits. */
export interface Fault extends RequestMatch, FaultAction {
  /** How many requests it hits; all where absent. */
  readonly times?: number
  /** How many matching requests pass before. */
  readonly after?: number
}

/** A fault that was added. */
export interface AddedFault {
  /** How many requests it has hit. */
  readonly hits: number
  remove(): void
}

/** The parts of the server that faults use. */
export interface FaultsOptions {
  readonly clock: Clock
  /** A server over the store as it is now. */
  readonly frozen: () => Promise<{ handle: Handler; stop(): Promise<void> }>
}

interface Active extends AddedFault {
  readonly fault: Fault
  seen: number
  hits: number
  frozen?: ReturnType<FaultsOptions['frozen']>
}

interface OpenWatch {
  readonly request: AuthorizedRequest
  readonly response: ResponseSink
}

/** Makes requests of a test server fail. The first fault that matches a request is the one that hits it. */
export class Faults {
  readonly #options: FaultsOptions
  readonly #active = new Set<Active>()
  readonly #watches = new Set<OpenWatch>()
  /** What ends each delay that goes on. */
  readonly #delays = new Set<() => void>()
  #released = false

  constructor(options: FaultsOptions) {
    this.#options = options
  }

  /** Adds a fault after the existing ones. Throws `TypeError` where it would do nothing. */
  add(fault: Fault): AddedFault {
    const { latency, status, error, cut, stale } = fault
    if (latency === undefined && status === undefined && error === undefined && cut === undefined && stale !== true) {
      throw new TypeError('the fault says nothing of what happens: give it latency, status, error, cut or stale')
    }
    const active: Active = { fault, seen: 0, hits: 0, remove: () => void this.#active.delete(active) }
    if (stale === true) active.frozen = this.#options.frozen()
    // The first reader gets the error.
    active.frozen?.catch(() => undefined)
    this.#active.add(active)
    return active
  }

  /** Removes all faults. */
  clear(): void {
    this.#active.clear()
  }

  /** Cuts the watches that are open and match; `cleanly` ends them as a server does at the end of their time. Returns how many. */
  cutWatches(match: RequestMatch = {}, { cleanly = false }: { readonly cleanly?: boolean } = {}): number {
    const meant = [...this.#watches].filter(({ request }) => matchesRequest(match, request))
    for (const watch of meant) {
      this.#watches.delete(watch)
      if (cleanly) watch.response.end()
      else watch.response.destroy()
      watch.request.cancellation.cancel(new Error('the watch was cut by a fault'))
    }
    return meant.length
  }

  /** How many watches are open and match. */
  openWatches(match: RequestMatch = {}): number {
    return [...this.#watches].filter(({ request }) => matchesRequest(match, request)).length
  }

  /** Ends delays, now and until the answer is called: a server that stops waits for the requests that it is answering. */
  release(): () => void {
    this.#released = true
    for (const end of this.#delays) end()
    return () => {
      this.#released = false
    }
  }

  /** Ends what faults have started. */
  async stop(): Promise<void> {
    const frozen = [...this.#active].flatMap((active) => active.frozen ?? [])
    this.clear()
    await Promise.all(frozen.map(async (server) => (await server).stop()))
  }

  /** Puts the faults around the paths. */
  readonly filter: Filter<AuthorizedRequest> = (next) => async (request, response) => {
    const hit = this.#matchingFault(request)
    const serve = hit === undefined ? next : await this.#handlerWithFault(hit, next)
    if (request.info.verb !== 'watch') return serve(request, response)
    const watch = { request, response }
    this.#watches.add(watch)
    try {
      await serve(request, response)
    } finally {
      this.#watches.delete(watch)
    }
  }

  #matchingFault(request: AuthorizedRequest): Active | undefined {
    for (const active of this.#active) {
      const { fault } = active
      if (!matchesRequest(fault, request)) continue
      active.seen++
      if (active.seen <= (fault.after ?? 0)) continue
      if (active.hits >= (fault.times ?? Number.POSITIVE_INFINITY)) continue
      active.hits++
      return active
    }
    return undefined
  }

  async #handlerWithFault({ fault, frozen }: Active, next: Handler): Promise<Handler> {
    const past = frozen === undefined ? undefined : await frozen
    return async (request, response) => {
      if (fault.latency !== undefined) await this.#wait(fault.latency)
      const error = fault.error ?? errorOf(fault, request)
      if (error !== undefined) return writeStatus(response, error)
      if (fault.cut === 'before') return response.destroy()
      const handler = past !== undefined && isRead(request) ? past.handle : next
      if (fault.cut !== 'after') return handler(request, response)
      await handler(request, new LostResponse())
      response.destroy()
    }
  }

  #wait(milliseconds: number): Promise<void> {
    if (this.#released) return Promise.resolve()
    return new Promise((resolve) => {
      const end = (): void => {
        timer.stop()
        this.#delays.delete(end)
        resolve()
      }
      const timer = this.#options.clock.setTimer(end, milliseconds)
      this.#delays.add(end)
    })
  }
}

function isRead({ info }: AuthorizedRequest): boolean {
  return ['get', 'list', 'watch'].includes(info.verb)
}

/** The error of a status, in the words of a real server. */
function errorOf({ status, retryAfter }: Fault, { info, method }: AuthorizedRequest): StatusError | undefined {
  if (status === undefined) return undefined
  const resource = { group: info.apiGroup, resource: info.resource }
  const name = info.name
  if (status === 409) {
    const reason = 'the object has been modified; please apply your changes to the latest version and try again'
    return newConflict(resource, name, new Error(reason))
  }
  if (status === 410) return newResourceExpired('The resourceVersion for the provided list is too old.')
  if (status === 429) {
    return newTooManyRequests('The server has received too many requests, please try again later.', retryAfter ?? 1)
  }
  const response = { verb: method, resource, name, serverMessage: 'injected fault', isUnexpectedResponse: false }
  return newGenericServerResponse(status, { ...response, retryAfterSeconds: retryAfter ?? 0 })
}

function writeStatus(response: ResponseSink, error: StatusError): void {
  const { status } = error
  const retryAfter = status.details?.retryAfterSeconds ?? 0
  if (retryAfter > 0) response.setHeader('retry-after', String(retryAfter))
  response.writeHead(status.code ?? 500, { 'content-type': 'application/json' })
  response.end(Buffer.from(JSON.stringify({ kind: 'Status', apiVersion: 'v1', metadata: {}, ...status })))
}

/** Receives a response that is dropped. */
class LostResponse implements ResponseSink {
  status: number | undefined
  closed = false

  setHeader(): void {}

  appendHeader(): void {}

  writeHead(status: number): void {
    this.status = status
  }

  write(): boolean {
    return true
  }

  drained(): Promise<void> {
    return Promise.resolve()
  }

  end(): void {
    this.closed = true
  }

  destroy(): void {
    this.closed = true
  }
}
