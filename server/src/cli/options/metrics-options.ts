import { readFileSync } from 'node:fs'
import type { MetricsRegistryOptions } from '@apimachinery/client/metrics'
import type { Release } from 'apimachinery/api/releases'
import { messageOf } from 'apimachinery/errors'
import { yamlToJSON } from 'apimachinery/runtime/serializer/yaml'
import { UsageError } from '../../flags/flag.js'
import type { FlagValues } from '../../flags/flag-values.js'

const labelName = '[a-zA-Z_][a-zA-Z0-9_]*'
const metricName = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const metricPattern = new RegExp(`^${metricName}$`)
const keyPattern = new RegExp(`^${metricName},${labelName}$`)

/**
 * Metrics by flags. Throws `UsageError`.
 *
 * Source: `Validate` of k8s.io/component-base/metrics/api/v1.
 */
export function metricsOptions(flags: FlagValues, release: Release): MetricsRegistryOptions {
  const shown = flags.text('show-hidden-metrics-for-version')
  const previous = `${release.name.split('.')[0]}.${release.minor - 1}`
  if (shown !== undefined && shown !== previous) {
    const why = `must be omitted or have the value '${previous}'; only the previous minor version is allowed`
    throw invalid('showHiddenMetricsForVersion', shown, why)
  }
  const disabled = flags.list('disabled-metrics')
  const bad = disabled.find((name) => !metricPattern.test(name))
  if (bad !== undefined) {
    const why = `must be fully qualified metric names matching "^${metricName}$", got ${JSON.stringify(bad)}`
    throw invalid('disabledMetrics', disabled, why)
  }
  return { disabled, showHidden: shown !== undefined, allowedLabelValues: allowedLabelValues(flags) }
}

type LabelValues = NonNullable<MetricsRegistryOptions['allowedLabelValues']>

function allowedLabelValues(flags: FlagValues): LabelValues {
  const file = flags.text('allow-metric-labels-manifest')
  if (file !== undefined && flags.has('allow-metric-labels')) {
    throw new UsageError('metrics: cannot specify both allowListMapping and allowListMappingManifest')
  }
  const pairs = file === undefined ? flags.map('allow-metric-labels') : manifestOf(file)
  if (!Object.keys(pairs).every((key) => keyPattern.test(key))) {
    throw invalid(
      file === undefined ? 'allowListMapping' : 'allowListMappingManifest',
      file ?? pairs,
      `must have keys with format \`metricName,labelName\` where metricName matches "${metricName}" and labelName matches "${labelName}"`,
    )
  }
  const byMetric = new Map<string, Map<string, readonly string[]>>()
  for (const [key, values] of Object.entries(pairs)) {
    const [metric = '', label = ''] = key.split(',')
    const labels = byMetric.get(metric) ?? new Map<string, readonly string[]>()
    byMetric.set(metric, labels.set(label, values.split(',')))
  }
  return Object.fromEntries([...byMetric].map(([metric, labels]) => [metric, Object.fromEntries(labels)]))
}

function manifestOf(file: string): Record<string, string> {
  let content: unknown
  try {
    content = yamlToJSON(readFileSync(file, 'utf8'), { strict: true })
  } catch (error) {
    throw invalid('allowListMappingManifest', file, `failed to read allow list manifest: ${messageOf(error)}`)
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw invalid('allowListMappingManifest', file, 'failed to parse allow list manifest: not a map')
  }
  return Object.fromEntries(Object.entries(content).map(([key, value]) => [key, String(value)]))
}

function invalid(field: string, value: unknown, why: string): UsageError {
  return new UsageError(`metrics.${field}: Invalid value: ${JSON.stringify(value)}: ${why}`)
}
