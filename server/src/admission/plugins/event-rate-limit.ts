import type { Event } from 'apimachinery/api/core/v1'
import { LRUCache } from 'apimachinery/collections'
import { Aggregate, newTooManyRequestsError } from 'apimachinery/errors'
import { type FieldError, fieldPath, invalid, notSupported } from 'apimachinery/validation'
import type { PassiveClock } from 'apimachinery/wait'
import { AdmissionError } from '../admission-error.js'
import type { AdmissionAttributes } from '../attributes.js'
import type { AdmissionPlugin } from '../plugin.js'

/** One limit of `Configuration` of eventratelimit.admission.k8s.io/v1alpha1. */
export interface EventLimit {
  readonly type: 'Server' | 'Namespace' | 'User' | 'SourceAndObject'
  /** Events a second, in the long run. */
  readonly qps: number
  /** Events at once. */
  readonly burst: number
  /** How many namespaces, users or objects are remembered; 4096 where absent. */
  readonly cacheSize?: number | undefined
}

/** `Configuration` of eventratelimit.admission.k8s.io/v1alpha1. */
export interface EventRateLimitConfiguration {
  readonly limits: readonly EventLimit[]
}

/**
 * Limits the rate of events.
 *
 * Source: plugin/pkg/admission/eventratelimit.
 * @throws Aggregate for a configuration that makes no sense.
 */
export function eventRateLimit({ limits }: EventRateLimitConfiguration, clock: PassiveClock): AdmissionPlugin {
  const errors = limits.length === 0 ? [invalid(fieldPath('limits'), limits, 'must not be empty')] : checkLimits(limits)
  if (errors.length > 0) throw new Aggregate(errors)
  const enforcers = limits.map((limit) => new LimitEnforcer(limit, clock))
  return {
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    async validate(attributes) {
      const { kind, dryRun } = attributes
      if (kind.kind !== 'Event' || (kind.group !== '' && kind.group !== 'events.k8s.io') || dryRun) return
      const refusals = enforcers.flatMap((enforcer) => enforcer.refusal(attributes) ?? [])
      if (refusals.length > 0)
        throw newTooManyRequestsError(new Aggregate(refusals.map((text) => new AdmissionError(text))).message)
    },
  }
}

const types = ['Server', 'Namespace', 'User', 'SourceAndObject']

function checkLimits(limits: readonly EventLimit[]): FieldError[] {
  return limits.flatMap(({ type, qps, burst, cacheSize = 0 }, index) => {
    const path = fieldPath('limits').index(index)
    return [
      ...(burst > 0 ? [] : [invalid(path.child('burst'), burst, 'must be positive')]),
      ...(qps > 0 ? [] : [invalid(path.child('qps'), qps, 'must be positive')]),
      ...(type === 'Server' && cacheSize !== 0
        ? [invalid(path.child('cacheSize'), cacheSize, 'must not be specified for Server type limits')]
        : []),
      ...(cacheSize < 0 ? [invalid(path.child('cacheSize'), cacheSize, 'must not be negative')] : []),
      ...(types.includes(type) ? [] : [notSupported(path.child('type'), type, types)]),
    ]
  })
}

interface Bucket {
  tokens: number
  since: number
}

/** Token buckets by key. */
class LimitEnforcer {
  readonly #limit: EventLimit
  readonly #clock: PassiveClock
  readonly #buckets: LRUCache<string, Bucket>

  constructor(limit: EventLimit, clock: PassiveClock) {
    this.#limit = limit
    this.#clock = clock
    this.#buckets = new LRUCache({ capacity: limit.cacheSize || 4096 })
  }

  refusal(attributes: AdmissionAttributes): string | undefined {
    const { type, qps, burst } = this.#limit
    const key = limitKey(type, attributes)
    const now = this.#clock.now()
    const { tokens, since } = this.#buckets.get(key) ?? { tokens: burst, since: now }
    const available = Math.min(burst, tokens + ((now - since) / 1000) * qps)
    const accepted = available >= 1
    this.#buckets.set(key, { tokens: accepted ? available - 1 : available, since: now })
    return accepted ? undefined : `limit reached on type ${type} for key ${key}`
  }
}

function limitKey(type: EventLimit['type'], { namespace, user, object }: AdmissionAttributes): string {
  if (type === 'Server') return ''
  if (type === 'Namespace') return namespace
  if (type === 'User') return user?.name ?? ''
  const { source, involvedObject: about }: Partial<Event> = object ?? {}
  return [
    source?.component,
    source?.host,
    about?.kind,
    about?.namespace,
    about?.name,
    about?.uid,
    about?.apiVersion,
  ].join('')
}
