import { parseQuantity } from 'apimachinery/resource'
import type { ConfigurationField } from '../document/configuration-field.js'
import type { ContainerUsage, PodUsage, UsageValue } from './pod-usage.js'
import { UsageExpression } from './usage-expression.js'

/** Reads a document of kind `ResourceUsage`, which is for the pod of its name. @throws InvalidField */
export function readPodUsage(document: ConfigurationField): PodUsage {
  const metadata = document.member('metadata')
  const name = metadata.member('name').requiredText()
  const namespace = metadata.member('namespace').text() || 'default'
  const { usages } = document.member('spec').members(['usages'])
  return { matches: (ns, pod) => ns === namespace && pod === name, usages: usages.items().map(readContainerUsage) }
}

/** Reads a document of kind `ClusterResourceUsage`. @throws InvalidField */
export function readClusterUsage(document: ConfigurationField): PodUsage {
  const { selector, usages } = document.member('spec').members(['selector', 'usages'])
  return { matches: readSelector(selector), usages: usages.items().map(readContainerUsage) }
}

function readSelector(field: ConfigurationField): PodUsage['matches'] {
  const { matchNamespaces, matchNames } = field.members(['matchNamespaces', 'matchNames'])
  const [namespaces, names] = [matchNamespaces, matchNames].map((list) => list.items().map((item) => item.text()))
  const has = (list: readonly string[] = [], text: string): boolean => list.length === 0 || list.includes(text)
  return (namespace, name) => has(namespaces, namespace) && has(names, name)
}

function readContainerUsage(field: ConfigurationField): ContainerUsage {
  const { containers, usage } = field.members(['containers', 'usage'])
  return { containers: containers.items().map((item) => item.text()), usage: new Map(usage.entries().map(readValue)) }
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
