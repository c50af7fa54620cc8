import { MachineryError } from '../errors/machinery-error.js'
import { messageOf } from '../errors/message-of.js'
import type { KubernetesObject } from '../runtime/objects/typed-object.js'
import { type Difference, describeDifference } from './differences.js'

/** The loss of a round trip, and how to reproduce it. */
export interface RoundTripFailure {
  /** The way that was taken: `CronTab: stable.example.com/v1 → v1beta1 → v1`, `apps/v1, Kind=Deployment: YAML`. */
  readonly way: string
  /** The differences, in order. Empty if the round trip ended with an error. */
  readonly differences: readonly Difference[]
  /** The smallest object found that shows it. */
  readonly example: KubernetesObject
  /** Seed that leads to the failure. */
  readonly seed: number
  /** The error that ended the way. */
  readonly cause?: unknown
}

/** An object did not come back as it went. `path` is that of the first difference. */
export class RoundTripError extends MachineryError {
  override readonly name: string = 'RoundTripError'

  constructor(readonly failure: RoundTripFailure) {
    const { differences, cause } = failure
    super('RoundTrip', failureText(failure), { path: differences[0]?.path, cause })
  }
}

function failureText({ way, differences, example, seed, cause }: RoundTripFailure): string {
  const what = cause === undefined ? differences.map(describeDifference) : [`ended in an error: ${messageOf(cause)}`]
  const text = JSON.stringify(example, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value), 2)
  return [`${way}`, ...what.map((line) => `  ${line}`), `seed ${seed}, smallest example:`, text].join('\n')
}

/** Reports whether `error` is a {@link RoundTripError}. */
export function isRoundTripError(error: unknown): error is RoundTripError {
  return error instanceof Error && (error as { code?: unknown }).code === 'RoundTrip'
}
