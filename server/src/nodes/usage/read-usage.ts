import { parseQuantity } from 'apimachinery/resource'
import type { ConfigurationField } from '../document/configuration-field.js'
import { type EntryReader, readTexts } from '../pod-rules/rule-document.js'
import type { ContainerUsage, UsageValue } from './pod-usage.js'
import { UsageExpression } from './usage-expression.js'

/** Entries of kwok's documents about usage. */
export const usageReader: EntryReader<ContainerUsage> = {
  list: 'usages',
  read(entry) {
    const { containers, usage } = entry.members(['containers', 'usage'])
    return { containers: readTexts(containers), usage: new Map(usage.entries().map(readValue)) }
  },
}

function readValue([resource, field]: readonly [string, ConfigurationField]): readonly [string, UsageValue] {
  const { value, expression } = field.members(['value', 'expression'])
  if (!value.isAbsent) {
    const given = value.json()
    const text = typeof given === 'number' ? String(given) : value.text()
    return [resource, value.attempt(() => parseQuantity(text)).asApproximateFloat64()]
  }
  if (expression.isAbsent) throw field.error('has neither value nor expression')
  return [resource, expression.attempt(() => new UsageExpression(expression.requiredText()))]
}
