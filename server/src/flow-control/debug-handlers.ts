import type { Handler } from '../request/http.js'
import type { FlowController } from './flow-controller.js'
import type { FlowRequest } from './flow-request.js'
import { formatSeatSeconds } from './seat-seconds.js'

type Row = readonly string[]

/**
 * Tables of the current state, by path.
 *
 * Source: apf_controller_debug.go of k8s.io/apiserver/pkg/util/flowcontrol.
 */
export function flowControlDebugHandlers(controller: FlowController): Readonly<Record<string, Handler>> {
  const prefix = '/debug/api_priority_and_fairness'
  return {
    [`${prefix}/dump_priority_levels`]: table(() => priorityLevels(controller)),
    [`${prefix}/dump_queues`]: table(() => queues(controller)),
    [`${prefix}/dump_requests`]: table((details) => requests(controller, details)),
  }
}

function table(rows: (details: boolean) => Row[]): Handler {
  return async (request, response) => {
    const text = aligned(rows((request.query.get('includeRequestDetails') ?? '') !== ''))
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' })
    response.end(Buffer.from(text))
  }
}

/** Columns as wide as their widest cell, at least eight characters, separated by commas. */
function aligned(rows: readonly Row[]): string {
  const widths: number[] = []
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length + 2, 8)
  }
  const line = (row: Row): string =>
    row.map((cell, index) => (index === row.length - 1 ? cell : `${cell},`.padEnd(widths[index]!))).join('')
  return rows.map((row) => `${line(row)}\n`).join('')
}

function priorityLevels({ levels }: FlowController): Row[] {
  const header =
    'PriorityLevelName ActiveQueues IsIdle IsQuiescing WaitingRequests ExecutingRequests DispatchedRequests RejectedRequests TimedoutRequests CancelledRequests'
  const rows = [...levels.keys()].sort().map((name): Row => {
    const { queues, quiescing } = levels.get(name)!
    const active = queues.queues.filter(({ waiting }) => waiting.size > 0).length
    const { isIdle, waiting, executing, dispatched, rejected, timedOut, cancelled } = queues
    return [name, active, isIdle, quiescing, waiting, executing, dispatched, rejected, timedOut, cancelled].map(String)
  })
  return [header.split(' '), ...rows]
}

function queues({ levels }: FlowController): Row[] {
  const header =
    'PriorityLevelName Index PendingRequests ExecutingRequests SeatsInUse NextDispatchR InitialSeatsSum MaxSeatsSum TotalWorkSum'
  const rows = [...levels.values()].flatMap((level) =>
    level.queues.queues.map((queue): Row => {
      const { index, waiting, executing, seatsInUse, nextDispatchR, initialSeatsSum, maxSeatsSum, totalWorkSum } = queue
      return [
        level.name,
        String(index),
        String(waiting.size),
        String(executing.size),
        String(seatsInUse),
        formatSeatSeconds(nextDispatchR),
        String(initialSeatsSum),
        String(maxSeatsSum),
        formatSeatSeconds(totalWorkSum),
      ]
    }),
  )
  return [header.split(' '), ...rows]
}

function requests({ levels }: FlowController, details: boolean): Row[] {
  const header =
    'PriorityLevelName FlowSchemaName QueueIndex RequestIndexInQueue FlowDistingsher ArriveTime InitialSeats FinalSeats AdditionalLatency StartTime'
  const more = 'UserName Verb APIPath Namespace Name APIVersion Resource SubResource'
  const rows: Row[] = [details ? `${header} ${more}`.split(' ') : header.split(' ')]
  for (const { name, queues: set } of levels.values()) {
    const add = (queue: number, index: number, request: FlowRequest): void => {
      rows.push([name, ...requestCells(queue, index, request), ...(details ? detailCells(request) : [])])
    }
    for (const queue of set.queues) {
      for (const [index, request] of [...queue.waiting].entries()) add(queue.index, index, request)
      for (const request of queue.executing) add(queue.index, -1, request)
    }
    for (const request of set.queueless) add(-1, -1, request)
  }
  return rows
}

function requestCells(queue: number, index: number, request: FlowRequest): Row {
  const { flow, arrivalTime, initialSeats, finalSeats, additionalLatency, startTime, state } = request
  const started = state === 'waiting' ? '0001-01-01T00:00:00Z' : new Date(startTime).toISOString()
  return [
    flow.schema,
    String(queue),
    String(index),
    flow.distinguisher,
    new Date(arrivalTime).toISOString(),
    String(initialSeats),
    String(finalSeats),
    additionalLatency === 0 ? '0s' : `${Number(additionalLatency.toFixed(6))}ms`,
    started,
  ]
}

function detailCells({ digest: { user, info } }: FlowRequest): Row {
  const version = info.apiGroup === '' ? info.apiVersion : `${info.apiGroup}/${info.apiVersion}`
  return [user.name, info.verb, info.path, info.namespace, info.name, version, info.resource, info.subresource]
}
