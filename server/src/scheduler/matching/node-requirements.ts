import type { Node, NodeSelector, NodeSelectorRequirement, NodeSelectorTerm, Pod } from 'apimachinery/api/core/v1'

type Matcher = (node: Node) => boolean

/**
 * Compiles the nodes that a pod may run on by `nodeSelector` and required node affinity; nothing if any node will do.
 * The scheduler asks for every node: requirements are not parsed each time, as `controllers/node-selection` does.
 */
export function requiredNodes({ spec }: Pod): Matcher | undefined {
  const labels = Object.entries(spec?.nodeSelector ?? {})
  const affinity = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution
  const selected = affinity === undefined ? undefined : nodeSelectorMatcher(affinity)
  if (labels.length === 0) return selected
  return (node) => {
    const own = node.metadata?.labels
    for (const [key, value] of labels) if (own?.[key] !== value) return false
    return selected?.(node) ?? true
  }
}

/** Compiles a selector of nodes: one of its terms must match. An empty term matches nothing. */
export function nodeSelectorMatcher({ nodeSelectorTerms }: NodeSelector): Matcher {
  const terms = (nodeSelectorTerms ?? []).map(nodeTermMatcher)
  return (node) => terms.some((matches) => matches(node))
}

/**
 * Compiles one term: all its requirements must match, of labels and of fields, where `metadata.name` is the only one.
 *
 * Source: k8s.io/component-helpers/scheduling/corev1/nodeaffinity.
 */
export function nodeTermMatcher({ matchExpressions = [], matchFields = [] }: NodeSelectorTerm): Matcher {
  if (matchExpressions.length === 0 && matchFields.length === 0) return () => false
  return (node) =>
    matchExpressions.every((each) => matchesRequirement(each, node.metadata?.labels?.[each.key])) &&
    matchFields.every((each) => matchesRequirement(each, each.key === 'metadata.name' ? node.metadata?.name : ''))
}

function matchesRequirement({ operator, values = [] }: NodeSelectorRequirement, value: string | undefined): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value)
    case 'NotIn':
      return value === undefined || !values.includes(value)
    case 'Exists':
      return value !== undefined
    case 'DoesNotExist':
      return value === undefined
    case 'Gt':
      return value !== undefined && isGreater(value, values[0] ?? '')
    case 'Lt':
      return value !== undefined && isGreater(values[0] ?? '', value)
    default:
      return false
  }
}

const integer = /^[-+]?\d+$/

function isGreater(a: string, b: string): boolean {
  if (!integer.test(a) || !integer.test(b)) return false
  return BigInt(a.replace('+', '')) > BigInt(b.replace('+', ''))
}
