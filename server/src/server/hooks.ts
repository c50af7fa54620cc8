import type { Client } from '@apimachinery/client'
import { asError, MachineryError } from 'apimachinery/errors'
import type { HealthCheck } from '../health/health-check.js'

/** The input of a post-start hook. */
export interface HookContext {
  /** Aborted when the server begins to stop; a hook then ends what it started. */
  readonly signal: AbortSignal
  /** A client of the server itself, with all rights. */
  readonly client: Client
}

/** Work that begins when the server serves; it is done, for `/readyz`, when the promise resolves. */
export type PostStartHook = (context: HookContext) => Promise<void>

/** A hook that is done when something else is, or when the server begins to stop. */
export function followingHook(what: Promise<unknown>): PostStartHook {
  return async ({ signal }) => {
    const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    await Promise.race([what, stopped])
  }
}

/** Work before the server takes no more requests. */
export type PreShutdownHook = () => Promise<void>

/** What a hook throws is as what it rejects with. */
async function called(hook: () => Promise<void>): Promise<void> {
  return hook()
}

/** Named hooks of a server, each with a health check of its name. */
export class ServerHooks {
  readonly #postStart = new Map<string, PostStartHook>()
  readonly #preShutdown = new Map<string, PreShutdownHook>()
  readonly #done = new Map<string, true | Error>()
  readonly #running: Promise<void>[] = []
  #started = false

  /** Throws `MachineryError` for a name that is taken, and once the hooks have run. */
  addPostStart(name: string, hook: PostStartHook): void {
    if (this.#postStart.has(name))
      throw new MachineryError(
        'InvalidValue',
        `unable to add ${JSON.stringify(name)} because it was already registered`,
      )
    if (this.#started)
      throw new MachineryError(
        'InvalidValue',
        `unable to add ${JSON.stringify(name)} because PostStartHooks have already been called`,
      )
    this.#postStart.set(name, hook)
  }

  addPreShutdown(name: string, hook: PreShutdownHook): void {
    if (this.#preShutdown.has(name))
      throw new MachineryError('InvalidValue', `unable to add ${JSON.stringify(name)} because it is already registered`)
    this.#preShutdown.set(name, hook)
  }

  /** Starts every hook. `onFailure` is called for one that rejects; its health check then fails. */
  runPostStart(context: HookContext, onFailure: (name: string, error: unknown) => void): void {
    this.#started = true
    for (const [name, hook] of this.#postStart) {
      const run = called(() => hook(context)).then(
        () => void this.#done.set(name, true),
        (error: unknown) => {
          if (context.signal.aborted) return
          this.#done.set(name, asError(error))
          onFailure(name, error)
        },
      )
      this.#running.push(run)
    }
  }

  /** Resolves when every post-start hook has ended, well or not. */
  async settled(): Promise<void> {
    await Promise.all(this.#running)
  }

  /** Runs the hooks before shutdown, all at once. Throws what went wrong, together. */
  async runPreShutdown(): Promise<void> {
    const results = await Promise.allSettled([...this.#preShutdown.values()].map(called))
    const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join(', '))
  }

  /** A check for each post-start hook: well once it is done. */
  healthChecks(): HealthCheck[] {
    return [...this.#postStart.keys()].map((name) => ({
      name: `poststarthook/${name}`,
      check: () => {
        const state = this.#done.get(name)
        if (state instanceof Error) throw state
        if (state === undefined) throw new Error('not finished')
      },
    }))
  }
}
