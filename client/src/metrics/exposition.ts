import type { MetricFacts, MetricFamily, Sample } from './metric-family.js'

/**
 * A family in the text format of Prometheus, as Go writes it; empty where it has no values.
 *
 * Source: `MetricFamilyToText` of github.com/prometheus/common/expfmt.
 */
export function expositionOf(family: MetricFamily<unknown>): string {
  const { facts, type } = family
  const { name } = facts
  const lines = Array.from(family.samples(), (sample) => lineOf(name, sample)).join('')
  return lines && `# HELP ${name} ${escaped(helpOf(facts))}\n# TYPE ${name} ${type}\n${lines}`
}

/** `[STABLE] (Deprecated since …) …`, as component-base prefixes the text. */
function helpOf({ help, stability, deprecatedVersion }: MetricFacts): string {
  const text = deprecatedVersion === undefined ? help : `(Deprecated since ${deprecatedVersion}) ${help}`
  return stability === undefined ? text : `[${stability}] ${text}`
}

function lineOf(family: string, { metricName, labels, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text).replaceAll('"', '\\"')}"`)
  const all = pairs.length === 0 ? '' : `{${pairs.join(',')}}`
  return `${metricName ?? family}${all} ${floatText(value)}\n`
}

const special = /[\\\n]/

function escaped(text: string): string {
  return special.test(text) ? text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n') : text
}

/** A number as Go prints it, with its verb `g`: the fewest digits, an exponent below 1e-04 and from 1e+06 on. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf'
  const size = Math.abs(value)
  // Zero has no sign here, as in Go's writer.
  if (size === 0 || (size >= 1e-4 && size < 1e6)) return String(value)
  return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2')
}
