import type { Clock } from 'apimachinery/wait'
import { DroppedRequests } from '../flow-control/dropped-requests.js'
import type { Classification, FlowController } from '../flow-control/flow-controller.js'
import type { FlowRequest } from '../flow-control/flow-request.js'
import type { WorkEstimator } from '../flow-control/work-estimator.js'
import type { ConcurrencyWatermark } from '../metrics/concurrency-watermark.js'
import type { RequestMetrics } from '../metrics/request-metrics.js'
import type { AuthenticatedRequest, Filter, Handler, ResponseSink } from '../request/http.js'
import type { LongRunningCheck } from '../request/long-running.js'
import { tooManyRequests } from './max-in-flight.js'

const readVerbs = new Set(['get', 'list', 'watch'])
const longestWait = 60_000

/** Settings of the filter. */
export interface PriorityAndFairnessOptions {
  readonly controller: FlowController
  readonly estimator: WorkEstimator
  readonly longRunning: LongRunningCheck
  readonly clock: Clock
  /** Milliseconds that a request may take; a quarter of them may be spent waiting. */
  readonly requestTimeout: number
  readonly inFlight: ConcurrencyWatermark
  readonly inQueue: ConcurrencyWatermark
  readonly metrics: RequestMetrics
}

/**
 * Queues requests by priority and fairness; answers 429 to those that do not fit.
 *
 * Source: `WithPriorityAndFairness` of k8s.io/apiserver/pkg/server/filters.
 */
export function withPriorityAndFairness(options: PriorityAndFairnessOptions): Filter<AuthenticatedRequest> {
  const { controller, estimator, longRunning, clock, metrics } = options
  const dropped = new DroppedRequests(clock)
  return (next) => async (request, response) => {
    const { info, user } = request
    const isWatch = info.verb === 'watch'
    if (!isWatch && longRunning(request, info)) return next(request, response)
    const classification = controller.classify({ user, info })
    const { level, flow } = classification
    const estimate = estimator(request, info, { level: level.name, series: flow.series })
    const admitted = controller.begin({ user, info }, classification, estimate)
    response.setHeader('x-kubernetes-pf-prioritylevel-uid', classification.levelUID)
    response.setHeader('x-kubernetes-pf-flowschema-uid', classification.schemaUID)
    const kind = readVerbs.has(info.verb) ? 'readOnly' : 'mutating'
    const executes =
      admitted?.state === 'executing' ||
      (admitted !== undefined && (await mayExecute(admitted, { ...options, classification, kind, request })))
    if (executes) {
      const turn = new Turn(options, { classification, admitted, kind })
      return isWatch
        ? serveWatch(next, { request, response }, { turn, controller })
        : turn.serve(() => next(request, response))
    }
    metrics.dropped(request)
    dropped.record(level.name)
    tooManyRequests(response, dropped.retryAfter(level.name))
  }
}

type Kind = 'readOnly' | 'mutating'

interface Waiting extends PriorityAndFairnessOptions {
  readonly classification: Classification
  readonly kind: Kind
  readonly request: AuthenticatedRequest
}

/** Resolves when the request may execute; false where it waited in vain. */
function mayExecute(admitted: FlowRequest, waiting: Waiting): Promise<boolean> {
  const { clock, controller, classification, inQueue, kind, request, requestTimeout } = waiting
  inQueue.change(kind, 1)
  const start = clock.now()
  return new Promise<boolean>((resolve) => {
    const limit = Math.min(requestTimeout / 4, longestWait)
    const end = (execute: boolean): void => {
      timer.stop()
      request.signal.removeEventListener('abort', cancelQueued)
      inQueue.change(kind, -1)
      request.latencies.add('apf-queue-wait', clock.now() - start)
      resolve(execute)
    }
    const cancelQueued = (): void => {
      if (controller.cancel(classification, admitted)) end(false)
    }
    const timer = clock.setTimer(cancelQueued, limit)
    request.signal.addEventListener('abort', cancelQueued)
    admitted.onDispatch = () => end(true)
    if (request.signal.aborted) cancelQueued()
  })
}

/** The time in which a request holds its seats. */
class Turn {
  readonly #options: PriorityAndFairnessOptions
  readonly #of: { readonly classification: Classification; readonly admitted: FlowRequest; readonly kind: Kind }
  #ended = false

  constructor(
    options: PriorityAndFairnessOptions,
    of: { readonly classification: Classification; readonly admitted: FlowRequest; readonly kind: Kind },
  ) {
    this.#options = options
    this.#of = of
    options.inFlight.change(of.kind, 1)
  }

  async serve(handle: () => Promise<void>): Promise<void> {
    try {
      await handle()
    } finally {
      this.end()
    }
  }

  end(): void {
    if (this.#ended) return
    this.#ended = true
    const { classification, admitted, kind } = this.#of
    this.#options.inFlight.change(kind, -1)
    this.#options.controller.finish(classification, admitted)
  }
}

/** A watch holds its seats until it has begun. */
async function serveWatch(
  next: Handler<AuthenticatedRequest>,
  { request, response }: { readonly request: AuthenticatedRequest; readonly response: ResponseSink },
  { turn, controller }: { readonly turn: Turn; readonly controller: FlowController },
): Promise<void> {
  const forget = controller.watches.register(request.info, request.query)
  request.watchStarted = () => turn.end()
  try {
    await turn.serve(() => next(request, response))
  } finally {
    forget()
  }
}
