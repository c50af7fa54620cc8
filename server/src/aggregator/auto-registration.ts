import { isDeepStrictEqual } from 'node:util'
import { APIService } from 'apimachinery/api/apiregistration/v1'
import { deepCopy } from 'apimachinery/descriptor'
import { getLabels, getName, getUID } from 'apimachinery/runtime'
import type { GroupVersion } from 'apimachinery/schema'
import type { Clock } from 'apimachinery/wait'
import { KeyQueue, type QueueObservers } from '../internal/key-queue.js'
import type { ObjectCache } from '../storage/object-cache.js'
import { apiServiceName } from './api-service-facts.js'

const managedLabel = 'kube-aggregator.kubernetes.io/automanaged'

/** The priority of a group version that this server serves itself. */
export interface LocalAPIService {
  readonly groupVersion: GroupVersion
  readonly groupPriorityMinimum: number
  readonly versionPriority: number
}

/** Whether an APIService is made at the start and then left alone, or kept as it should be. */
export type ManagedMode = 'onstart' | 'true'

/** Writes APIServices. Each resolves also when the object is deleted, changed or created in the meantime. */
export interface APIServiceWriter {
  create(apiService: APIService): Promise<void>
  update(apiService: APIService): Promise<void>
  delete(name: string, uid: string): Promise<void>
}

/** Input of registration. */
export interface AutoRegistrationOptions {
  readonly apiServices: ObjectCache<APIService>
  readonly writer: APIServiceWriter
  readonly clock: Clock
  readonly onError: (error: unknown) => void
  readonly queues?: QueueObservers | undefined
}

/**
 * Keeps an APIService for each group version that this server serves itself.
 *
 * Source: k8s.io/kube-aggregator/pkg/controllers/autoregister.
 */
export class AutoRegistration {
  readonly #options: AutoRegistrationOptions
  readonly #queue: KeyQueue
  readonly #desired = new Map<string, APIService>()
  readonly #synced = new Set<string>()
  #atStart: ReadonlySet<string> = new Set()
  #unlisten: (() => void) | undefined
  #onSynced: (() => void) | undefined
  readonly #tried = new Set<string>()
  readonly #waiting = new Map<string, (() => void)[]>()
  #stopped = false

  constructor(options: AutoRegistrationOptions) {
    this.#options = options
    const { clock, onError } = options
    this.#queue = new KeyQueue({
      sync: (name) => this.#sync(name),
      clock,
      onError,
      workers: 5,
      observer: options.queues?.('autoregister'),
    })
  }

  /** Registers an APIService for a group version. */
  add({ groupVersion, groupPriorityMinimum, versionPriority }: LocalAPIService, mode: ManagedMode): void {
    const { group, version } = groupVersion
    const name = apiServiceName(groupVersion)
    const spec = { ...(group !== '' && { group }), version, groupPriorityMinimum, versionPriority }
    this.#desired.set(name, new APIService({ metadata: { name, labels: { [managedLabel]: mode } }, spec }))
    this.#queue.add(name)
  }

  /** Unregisters it. */
  remove(groupVersion: GroupVersion): void {
    const name = apiServiceName(groupVersion)
    this.#desired.delete(name)
    this.#tried.delete(name)
    this.#release(name)
    this.#queue.add(name)
  }

  /**
   * Resolves after the first attempt to create the APIService of a group version; immediately if none is registered.
   */
  tried(groupVersion: GroupVersion): Promise<void> {
    const name = apiServiceName(groupVersion)
    if (this.#stopped || !this.#desired.has(name) || this.#tried.has(name)) return Promise.resolve()
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(name)
      if (waiting === undefined) this.#waiting.set(name, [resolve])
      else waiting.push(resolve)
    })
  }

  /** Starts; resolves when all registered APIServices exist. */
  async start(): Promise<void> {
    const { apiServices } = this.#options
    this.#atStart = new Set([...apiServices.list()].map(getName))
    this.#unlisten = apiServices.onChange(({ object }) => this.#queue.add(getName(object)))
    for (const name of [...this.#desired.keys(), ...this.#atStart]) this.#queue.add(name)
    const wanted = [...this.#desired.keys()]
    const done = new Promise<void>((resolve) => {
      this.#onSynced = () => {
        if (wanted.every((name) => this.#synced.has(name))) resolve()
      }
    })
    this.#queue.start()
    this.#onSynced?.()
    await done
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#unlisten?.()
    for (const name of [...this.#waiting.keys()]) this.#release(name)
    await this.#queue.stop()
  }

  async #sync(name: string): Promise<void> {
    const desired = this.#desired.get(name)
    const current = this.#options.apiServices.get('', name)
    const hasSynced = this.#synced.has(name)
    try {
      await this.#syncAPIService(name, { desired, current, hasSynced })
    } finally {
      if (this.#desired.has(name)) this.#tried.add(name)
      this.#release(name)
    }
    if (hasSynced) return
    this.#synced.add(name)
    this.#onSynced?.()
  }

  #release(name: string): void {
    const waiting = this.#waiting.get(name) ?? []
    this.#waiting.delete(name)
    for (const resolve of waiting) resolve()
  }

  async #syncAPIService(name: string, { desired, current, hasSynced }: RegistrationState): Promise<void> {
    const { writer } = this.#options
    if (current === undefined && desired === undefined) return
    if (desired !== undefined && modeOf(desired) === 'onstart' && hasSynced) return
    if (current === undefined) return writer.create(desired!)
    const mode = modeOf(current)
    if (mode !== 'onstart' && mode !== 'true') return
    if (mode === 'onstart' && (hasSynced || !this.#atStart.has(name))) return
    if (desired === undefined) return writer.delete(name, getUID(current))
    if (isDeepStrictEqual(plain(current.spec), plain(desired.spec))) return
    const updated = deepCopy(current)
    updated.spec = deepCopy(desired).spec
    await writer.update(updated)
  }
}

interface RegistrationState {
  readonly desired: APIService | undefined
  readonly current: APIService | undefined
  readonly hasSynced: boolean
}

function modeOf(apiService: APIService): string | undefined {
  return getLabels(apiService)?.[managedLabel]
}

function plain(spec: object | undefined): object {
  return Object.fromEntries(Object.entries(spec ?? {}).filter(([, value]) => value !== undefined && value !== ''))
}
