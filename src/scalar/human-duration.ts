const second = 1_000_000_000n
const minute = 60_000_000_000n
const hour = 3_600_000_000_000n
const invalidDuration = '<invalid>'

/**
 * Writes an age for a table column with two or three significant figures: `5m30s`, `3d4h`, `2y`. Up to two seconds below
 * zero count as now, more is `<invalid>`.
 *
 * @param nanos - nanoseconds.
 */
export function humanDuration(nanos: bigint): string {
  const seconds = inUnits(nanos, second)
  if (seconds < -1) return invalidDuration
  if (seconds < 0) return '0s'
  if (seconds < 120) return `${seconds}s`
  const minutes = Number(nanos / minute)
  if (minutes < 10) return pair(minutes, 'm', [Number(nanos / second) % 60, 's'])
  if (minutes < 180) return `${minutes}m`
  const hours = Number(nanos / hour)
  if (hours < 8) return pair(hours, 'h', [minutes % 60, 'm'])
  if (hours < 48) return `${hours}h`
  const days = Math.floor(hours / 24)
  if (days < 8) return pair(days, 'd', [hours % 24, 'h'])
  if (days < 365 * 2) return `${days}d`
  const years = Math.floor(days / 365)
  return years < 8 ? pair(years, 'y', [days % 365, 'd']) : `${years}y`
}

/**
 * Writes an age with one figure: `5m`, `3d`, `2y`.
 *
 * @param nanos - nanoseconds.
 */
export function shortHumanDuration(nanos: bigint): string {
  const seconds = inUnits(nanos, second)
  if (seconds < -1) return invalidDuration
  if (seconds < 0) return '0s'
  if (seconds < 60) return `${seconds}s`
  const minutes = inUnits(nanos, minute)
  if (minutes < 60) return `${minutes}m`
  const hours = inUnits(nanos, hour)
  if (hours < 24) return `${hours}h`
  if (hours < 24 * 365) return `${Math.floor(hours / 24)}d`
  return `${Math.trunc(floatUnits(nanos, hour) / 24 / 365)}y`
}

function pair(value: number, unit: string, [rest, restUnit]: readonly [number, string]): string {
  return rest === 0 ? `${value}${unit}` : `${value}${unit}${rest}${restUnit}`
}

/** Go divides in floats here, which shows for durations of centuries. */
function floatUnits(nanos: bigint, unit: bigint): number {
  return Number(nanos / unit) + Number(nanos % unit) / Number(unit)
}

function inUnits(nanos: bigint, unit: bigint): number {
  return Math.trunc(floatUnits(nanos, unit))
}
