import type { AsyncLocalStorage } from 'node:async_hooks'
import type { ReconcileKey } from './reconcile-request.js'

/** The run that a promise was made in. */
export interface RunOrigin {
  readonly controller: string
  readonly key: ReconcileKey
}

type Listener = (reason: unknown) => void

/** On listeners of this kind, of any loaded copy of the package: whether the rejection at hand is of one of its runs. */
const claims: unique symbol = Symbol.for('apimachinery.client.unawaited-rejections')
type ClaimingListener = Listener & { readonly [claims]?: () => boolean }

/**
 * Reports promises that a run did not await and that were rejected, from `start` to `stop`. What is rejected elsewhere takes the way
 * that it takes without a manager: to other listeners, or to the end of the process.
 */
export class UnawaitedRejections {
  readonly #report: (reason: unknown, origin: RunOrigin) => void
  #storage: AsyncLocalStorage<RunOrigin> | undefined
  #listener: ClaimingListener | undefined

  constructor(report: (reason: unknown, origin: RunOrigin) => void) {
    this.#report = report
  }

  /** Where there is no Node, nothing is reported. */
  start(): void {
    const hooks = globalThis.process?.getBuiltinModule?.('node:async_hooks')
    if (hooks === undefined) return
    const storage = new hooks.AsyncLocalStorage<RunOrigin>()
    const listener: Listener = (reason) => {
      const origin = storage.getStore()
      if (origin !== undefined) this.#report(reason, origin)
      else if (isNobodys(this.#listener)) throw asError(reason)
    }
    this.#listener = Object.assign(listener, { [claims]: () => storage.getStore() !== undefined })
    this.#storage = storage
    process.on('unhandledRejection', this.#listener)
  }

  stop(): void {
    if (this.#listener !== undefined) process.off('unhandledRejection', this.#listener)
    this.#listener = undefined
    this.#storage?.disable()
    this.#storage = undefined
  }

  /** Calls a run so that its promises are known. */
  within<T>(origin: RunOrigin, run: () => T): T {
    return this.#storage === undefined ? run() : this.#storage.run(origin, run)
  }
}

/**
 * Whether a rejection is of no manager and nobody else listens, asked by one of the listeners: the first of them stands for all.
 * Without any listener Node would end the process.
 */
function isNobodys(asking: ClaimingListener | undefined): boolean {
  const all = process.listeners('unhandledRejection') as ClaimingListener[]
  return all[0] === asking && all.every((each) => each[claims]?.() === false)
}

function asError(reason: unknown): Error {
  return reason instanceof Error
    ? reason
    : new Error(`a promise was rejected with ${String(reason)}`, { cause: reason })
}
