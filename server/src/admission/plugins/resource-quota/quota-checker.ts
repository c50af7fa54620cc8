import type { ResourceQuota } from 'apimachinery/api/core/v1'
import { newInternalError } from 'apimachinery/errors'
import type { Clock, Timer } from 'apimachinery/wait'
import type { AdmissionAttributes } from '../../attributes.js'
import { amountsOf, equalAmounts } from '../../resource-amounts.js'
import { checkRequest } from './check-request.js'
import type { LimitedResource } from './configuration.js'
import type { EvaluatorRegistry } from './registry.js'

/** Reads and writes quotas. */
export interface QuotaAccess {
  /** The quotas of a namespace, not older than what this access has written. */
  list(namespace: string): readonly ResourceQuota[]
  /** Writes a status; fails where the quota has changed in the meantime. */
  updateStatus(quota: ResourceQuota): Promise<void>
}

/** Input of a {@link QuotaChecker}. */
export interface QuotaCheckerOptions {
  readonly access: QuotaAccess
  readonly registry: EvaluatorRegistry
  readonly clock: Clock
  readonly limited: readonly LimitedResource[]
}

interface Waiter {
  readonly attributes: AdmissionAttributes
  readonly settle: (error?: unknown) => void
  settled: boolean
}

const retries = 3
const timeoutMilliseconds = 10_000

/**
 * Checks requests against quotas, and writes what they use. The requests of a namespace that come while one is being checked
 * wait, and are checked together: one write for many.
 *
 * Source: `quotaEvaluator` of k8s.io/apiserver/pkg/admission/plugin/resourcequota.
 */
export class QuotaChecker {
  readonly #options: QuotaCheckerOptions
  readonly #waiting = new Map<string, Waiter[]>()
  readonly #busy = new Set<string>()

  constructor(options: QuotaCheckerOptions) {
    this.#options = options
  }

  /** Resolves when the request is charged. @throws StatusError where it may not be. */
  async check(attributes: AdmissionAttributes): Promise<void> {
    const { access, limited, clock, registry } = this.#options
    const { namespace, resource } = attributes
    const evaluator = registry.get(resource)
    if (!evaluator.handles(attributes)) return
    if (limited.length === 0 && access.list(namespace).length === 0) return
    if (evaluator.prepare !== undefined) await evaluator.prepare(attributes)
    await new Promise<void>((resolve, reject) => {
      let timer: Timer | undefined
      const waiter: Waiter = {
        attributes,
        settled: false,
        settle(error) {
          if (waiter.settled) return
          waiter.settled = true
          timer?.stop()
          if (error === undefined) resolve()
          else reject(error)
        },
      }
      const late = () => waiter.settle(newInternalError(new Error('resource quota evaluation timed out')))
      timer = clock.setTimer(late, timeoutMilliseconds)
      this.#waiting.set(namespace, [...(this.#waiting.get(namespace) ?? []), waiter])
      if (!this.#busy.has(namespace)) void this.#work(namespace)
    })
  }

  async #work(namespace: string): Promise<void> {
    this.#busy.add(namespace)
    for (;;) {
      const waiters = this.#waiting.get(namespace)
      this.#waiting.delete(namespace)
      if (waiters === undefined) break
      try {
        await this.#checkAll(this.#options.access.list(namespace), waiters, retries)
      } catch (error) {
        for (const waiter of waiters) waiter.settle(error)
      }
    }
    this.#busy.delete(namespace)
  }

  async #checkAll(quotas: readonly ResourceQuota[], waiters: readonly Waiter[], left: number): Promise<void> {
    const charged = this.#charge(quotas, waiters)
    const failed: { quota: ResourceQuota; error: unknown }[] = []
    for (const [index, quota] of charged.entries()) {
      if (sameUsage(quota, quotas[index]!)) continue
      try {
        await this.#options.access.updateStatus(quota)
      } catch (error) {
        failed.push({ quota, error })
      }
    }
    const open = waiters.filter((waiter) => !waiter.settled)
    const last = failed.at(-1)
    if (last === undefined || left <= 0) {
      for (const waiter of open) waiter.settle(last?.error)
      return
    }
    // Quotas that were written are charged already: only the others are looked at again.
    const names = new Set(failed.map(({ quota }) => quota.metadata?.name))
    const { namespace } = (open[0] ?? waiters[0]!).attributes
    const newer = this.#options.access.list(namespace).filter(({ metadata }) => names.has(metadata?.name))
    await this.#checkAll(newer, open, left - 1)
  }

  /** The quotas with what the requests use; requests that are refused or change nothing are settled. */
  #charge(quotas: readonly ResourceQuota[], waiters: readonly Waiter[]): readonly ResourceQuota[] {
    const { registry, limited } = this.#options
    let current = quotas
    for (const waiter of waiters) {
      if (waiter.settled) continue
      const { attributes } = waiter
      try {
        const next = checkRequest(current, attributes, { evaluator: registry.get(attributes.resource), limited })
        const changed = next.some((quota, index) => !sameUsage(quota, current[index]!))
        if (attributes.dryRun || !changed) waiter.settle()
        else current = next
      } catch (error) {
        waiter.settle(error)
      }
    }
    return current
  }
}

function sameUsage(a: ResourceQuota, b: ResourceQuota): boolean {
  return a === b || equalAmounts(amountsOf(a.status?.used), amountsOf(b.status?.used))
}
