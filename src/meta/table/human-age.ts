import { isMachineryError } from '../../errors/machinery-error.js'
import { maxInt64 } from '../../internal/int64.js'
import { humanDuration } from '../../scalar/human-duration.js'
import { parseTime } from '../../scalar/time.js'

const longest = maxInt64

/**
 * The time since a timestamp, as shown in a column: `5m30s`, `3d4h`; `<unknown>` without a timestamp, `<invalid>` for an
 * invalid one or one in the future.
 */
export function humanAge(timestamp: string | null | undefined, now: Date = new Date()): string {
  if (timestamp === undefined || timestamp === null || timestamp === '' || timestamp === 'null') return '<unknown>'
  const nanos = nanosecondsOf(timestamp)
  if (nanos === undefined) return '<invalid>'
  if (nanos === zeroTime) return '<unknown>'
  const age = BigInt(now.getTime()) * 1_000_000n - nanos
  return humanDuration(age > longest ? longest : age < -longest ? -longest : age)
}

/** `0001-01-01T00:00:00Z` in nanoseconds since 1970. */
const zeroTime = -62_135_596_800_000_000_000n

function nanosecondsOf(timestamp: string): bigint | undefined {
  try {
    const { seconds, nanos } = parseTime(timestamp)
    return BigInt(seconds) * 1_000_000_000n + BigInt(nanos)
  } catch (error) {
    if (isMachineryError(error, 'InvalidTime')) return undefined
    throw error
  }
}
