import { MachineryError } from 'apimachinery/errors'

/** Values of the labels of a metric, by name. */
export type Labels = Readonly<Record<string, string>>

/** Name and description of a family of metrics. */
export interface MetricFacts {
  readonly name: string
  readonly help: string
  /** Names of the labels that every value has. */
  readonly labelNames: readonly string[]
}

const validName = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/
const validLabel = /^[a-zA-Z_][a-zA-Z0-9_]*$/

/** Checks names that the text format cannot hold. @throws MachineryError `InvalidMetric` */
export function checkMetricFacts({ name, labelNames }: MetricFacts): void {
  if (!validName.test(name)) throw new MachineryError('InvalidMetric', `${JSON.stringify(name)} is no name of a metric`)
  for (const label of labelNames) {
    if (!validLabel.test(label)) {
      throw new MachineryError('InvalidMetric', `${JSON.stringify(label)} is no name of a label of ${name}`)
    }
  }
}

/** The labels as text, in the order of their names: `{controller="a"}`. @throws MachineryError `InvalidMetric` */
export function labelText({ name, labelNames }: MetricFacts, labels: Labels): string {
  const parts = labelNames.map((label) => {
    const value = Object.hasOwn(labels, label) ? labels[label] : undefined
    if (value === undefined) throw new MachineryError('InvalidMetric', `${name} needs the label ${label}`)
    return `${label}="${escapeLabel(value)}"`
  })
  return parts.join(',')
}

/** A line of the text: name, labels, value. */
export function metricLine(name: string, labels: string, value: number): string {
  return `${name}${labels === '' ? '' : `{${labels}}`} ${numberText(value)}\n`
}

/** The two lines before the values of a family. */
export function metricHead({ name, help }: MetricFacts, type: string): string {
  const escaped = help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
  return `# HELP ${name} ${escaped}\n# TYPE ${name} ${type}\n`
}

/** A number as Go prints it in this format: an exponent below 1e-04 and from 1e+06 on. */
export function numberText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf'
  if (value === Number.NEGATIVE_INFINITY) return '-Inf'
  const size = Math.abs(value)
  if (Number.isNaN(value) || size === 0 || (size >= 1e-4 && size < 1e6)) return String(value)
  return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2')
}

const special = /[\\"\n]/

function escapeLabel(value: string): string {
  if (!special.test(value)) return value
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
