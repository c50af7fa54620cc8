import type { MetricsRegistry } from '@apimachinery/client/metrics'
import type { FlowSchema, PriorityLevelConfiguration } from 'apimachinery/api/flowcontrol/v1'
import type { Clock, Timer } from 'apimachinery/wait'
import { lazy } from '../internal/lazy.js'
import { FlowMetrics, type FlowSeries } from './flow-metrics.js'
import type { FlowRequest, RequestDigest, RequestFlow } from './flow-request.js'
import { lendSeats } from './lend-seats.js'
import { matchesFlowSchema } from './matches-flow-schema.js'
import { PriorityLevel } from './priority-level.js'
import { WatchTracker } from './watch-tracker.js'
import type { WorkEstimate } from './work-estimate.js'

/** The period of lending seats, in milliseconds. */
const adjustmentPeriod = 10_000

/** Objects of the API that say how requests are treated. */
export interface FlowConfiguration {
  readonly levels: readonly PriorityLevelConfiguration[]
  readonly schemas: readonly FlowSchema[]
}

/** Input of a {@link FlowController}. */
export interface FlowControllerOptions {
  /** Seats of the whole server. */
  readonly concurrencyLimit: number
  /** The levels and schemas `exempt` and `catch-all`, which are there even where the API has none of them. */
  readonly mandatory: FlowConfiguration
  readonly clock: Clock
  readonly registry: MetricsRegistry
  readonly onError: (error: unknown) => void
}

/** A schema, and what does not change from request to request. */
interface ActiveSchema {
  readonly schema: FlowSchema
  readonly name: string
  readonly uid: string
  readonly level: PriorityLevel
  readonly series: () => FlowSeries
  readonly distinguishedBy: string
}

/** The classification of a request. */
export interface Classification {
  readonly schema: string
  readonly schemaUID: string
  readonly level: PriorityLevel
  readonly levelUID: string
  readonly flow: RequestFlow
}

/**
 * Priority and fairness of one server: schemas and levels, and the requests on them.
 *
 * Source: `configController` of k8s.io/apiserver/pkg/util/flowcontrol.
 */
export class FlowController {
  readonly watches = new WatchTracker()
  readonly #options: FlowControllerOptions
  readonly #metrics: FlowMetrics
  readonly #levels = new Map<string, PriorityLevel>()
  #schemas: readonly ActiveSchema[] = []
  #timer: Timer | undefined

  constructor(options: FlowControllerOptions) {
    this.#options = options
    this.#metrics = new FlowMetrics(options.registry)
    this.configure({ levels: [], schemas: [] })
  }

  /** Begins to lend seats between levels. */
  start(): void {
    this.#timer ??= this.#options.clock.setTimer(() => {
      this.#timer = undefined
      this.adjust()
      this.start()
    }, adjustmentPeriod)
  }

  /** Ends all timers. */
  stop(): void {
    this.#timer?.stop()
    this.#timer = undefined
    for (const { queues } of this.#levels.values()) queues.stop()
  }

  /** Levels by name, for those who look at them. */
  get levels(): ReadonlyMap<string, PriorityLevel> {
    return this.#levels
  }

  /** Most seats that one request of a level may take; 0 where there is no such limit. */
  readonly maxSeats = (level: string): number => this.#levels.get(level)?.maxSeats ?? 0

  /** Follows the objects of the API. Removed levels end when they are idle; invalid objects change nothing. */
  configure({ levels, schemas }: FlowConfiguration): void {
    const { mandatory, concurrencyLimit } = this.#options
    const wanted = withMandatory(levels, mandatory.levels)
    for (const configuration of wanted) this.#configureLevel(configuration)
    const names = new Set(wanted.map(configurationName))
    for (const [name, level] of this.#levels) {
      if (names.has(name)) continue
      level.quiescing = true
      if (level.queues.isIdle) this.#forget(level)
    }
    const all = [...this.#levels.values()]
    const shareSum = all.reduce((sum, { shares }) => sum + shares, 0)
    for (const level of all) {
      level.setSeats(concurrencyLimit, shareSum)
      this.#metrics.configured(level.name, { nominal: level.nominal, lower: level.least, upper: level.most })
    }
    this.#schemas = this.#activeSchemas(withMandatory(schemas, mandatory.schemas))
    this.adjust()
  }

  /** Lends seats for the next period. */
  adjust(): void {
    const { clock, onError } = this.#options
    lendSeats([...this.#levels.values()], { now: clock.now(), metrics: this.#metrics, onError })
  }

  /** Finds the schema and the level of a request. */
  classify(digest: RequestDigest): Classification {
    const found = this.#schemas.find(({ schema }) => matchesFlowSchema(digest, schema.spec)) ?? this.#catchAll()
    const { name, uid, level, series } = found
    return {
      schema: name,
      schemaUID: uid,
      level,
      levelUID: level.configuration.metadata?.uid ?? '',
      flow: { schema: name, distinguisher: distinguisherOf(found, digest), series: series() },
    }
  }

  /** Takes a request in; `undefined` where it is turned away. Call `finish` when it has ended. */
  begin(digest: RequestDigest, { level, flow }: Classification, estimate: WorkEstimate): FlowRequest | undefined {
    flow.series.seats.observe(Math.max(estimate.initialSeats, estimate.finalSeats))
    const request = level.queues.start(digest, flow, estimate)
    if (request === undefined) this.#removeIfDrained(level)
    return request
  }

  /** A request that executed has ended. */
  finish({ level }: Classification, request: FlowRequest): void {
    level.queues.finish(request)
    this.#removeIfDrained(level)
  }

  /** A request has waited too long. False where it executes already. */
  cancel({ level }: Classification, request: FlowRequest): boolean {
    const cancelled = level.queues.cancel(request)
    this.#removeIfDrained(level)
    return cancelled
  }

  #configureLevel(configuration: PriorityLevelConfiguration): void {
    const name = configurationName(configuration)
    const known = this.#levels.get(name)
    try {
      if (known !== undefined) known.reconfigure(configuration)
      else
        this.#levels.set(name, new PriorityLevel(configuration, { clock: this.#options.clock, metrics: this.#metrics }))
    } catch (error) {
      this.#options.onError(error)
    }
  }

  #activeSchemas(schemas: readonly FlowSchema[]): ActiveSchema[] {
    const active = schemas.flatMap((schema): ActiveSchema[] => {
      const level = this.#levels.get(schema.spec?.priorityLevelConfiguration?.name ?? '')
      if (level === undefined) return []
      const name = configurationName(schema)
      return [
        {
          schema,
          name,
          uid: schema.metadata?.uid ?? '',
          level,
          series: lazy(() => this.#metrics.seriesOf(level.name, name)),
          distinguishedBy: schema.spec?.distinguisherMethod?.type ?? '',
        },
      ]
    })
    return active.sort(byPrecedence)
  }

  /** The last schema, which matches every request. */
  #catchAll(): ActiveSchema {
    const found = this.#schemas.find(({ name }) => name === 'catch-all')
    if (found === undefined) throw new Error('no fallback catch-all flow schema found')
    return found
  }

  #removeIfDrained(level: PriorityLevel): void {
    if (!level.quiescing || !level.queues.isIdle || this.#levels.get(level.name) !== level) return
    this.#forget(level)
    this.adjust()
  }

  #forget(level: PriorityLevel): void {
    level.queues.stop()
    this.#levels.delete(level.name)
    this.#metrics.forget(level.name)
  }
}

function distinguisherOf({ level, distinguishedBy }: ActiveSchema, { user, info }: RequestDigest): string {
  if (level.queueCount <= 1) return ''
  if (distinguishedBy === 'ByUser') return user.name
  return distinguishedBy === 'ByNamespace' ? info.namespace : ''
}

function withMandatory<T extends PriorityLevelConfiguration | FlowSchema>(
  objects: readonly T[],
  more: readonly T[],
): T[] {
  const names = new Set(objects.map(configurationName))
  return [...objects, ...more.filter((each) => !names.has(configurationName(each)))]
}

function configurationName({ metadata }: PriorityLevelConfiguration | FlowSchema): string {
  return metadata?.name ?? ''
}

function byPrecedence(a: ActiveSchema, b: ActiveSchema): number {
  const difference = (a.schema.spec?.matchingPrecedence ?? 0) - (b.schema.spec?.matchingPrecedence ?? 0)
  return difference !== 0 ? difference : a.name < b.name ? -1 : 1
}
