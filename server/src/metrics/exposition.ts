import type { CollectedFamily, Sample } from './metric-family.js'

/**
 * A family in the text format of Prometheus, as Go writes it; empty where it has no values.
 *
 * Source: `MetricFamilyToText` of github.com/prometheus/common/expfmt.
 */
export function expositionOf({ name, help, type, values }: CollectedFamily): string {
  if (values.length === 0) return ''
  const lines = values.map((sample) => lineOf(name, sample)).join('')
  return `# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${type}\n${lines}`
}

function lineOf(family: string, { metricName, labels, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text).replaceAll('"', '\\"')}"`)
  const all = pairs.length === 0 ? '' : `{${pairs.join(',')}}`
  return `${metricName ?? family}${all} ${floatOf(value)}\n`
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

/** A number as Go prints it, with its verb `g`: the fewest digits, an exponent below 1e-04 and from 1e+06 on. */
export function floatOf(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf'
  const size = Math.abs(value)
  // Zero has no sign here, as in Go's writer.
  if (size === 0 || (size >= 1e-4 && size < 1e6)) return String(value)
  return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2')
}
