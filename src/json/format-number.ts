import { MachineryError } from '../errors/machinery-error.js'

/**
 * Writes a float64 as Go's `encoding/json` does: shortest text that reads back, exponents below 1e-6 and from 1e21 on,
 * and `-0` for negative zero.
 *
 * @throws MachineryError `UnsupportedValue` for NaN and infinities.
 */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) {
    const name = Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
    throw new MachineryError('UnsupportedValue', `json: unsupported value: ${name}`)
  }
  return Object.is(value, -0) ? '-0' : String(value)
}
