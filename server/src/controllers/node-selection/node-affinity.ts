import type { Node, NodeSelectorRequirement, NodeSelectorTerm, PodSpec } from 'apimachinery/api/core/v1'
import { newRequirement, Operator, type Requirement, selectorFromSet } from 'apimachinery/labels'

/**
 * Reports whether a node has what a pod requires by `nodeSelector` and by required node affinity. A term that is not valid
 * matches no node. Source: `GetRequiredNodeAffinity` in scheduling/corev1/nodeaffinity of component-helpers.
 */
export function matchesRequiredNodeAffinity(spec: PodSpec | undefined, node: Node): boolean {
  const { nodeSelector, affinity } = spec ?? {}
  if (nodeSelector != null && !selectorFromSet(nodeSelector).matches(node.metadata?.labels ?? {})) return false
  const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution
  return required == null || matchesNodeSelectorTerms(required.nodeSelectorTerms ?? [], node)
}

/** Reports whether one of the terms of a node selector matches a node. */
export function matchesNodeSelectorTerms(terms: readonly NodeSelectorTerm[], node: Node): boolean {
  return terms.some((term) => matchesNodeSelectorTerm(term, node))
}

/** Reports whether labels and name of a node meet all requirements of a term. An empty term matches no node. */
export function matchesNodeSelectorTerm(term: NodeSelectorTerm, node: Node): boolean {
  const labels = term.matchExpressions ?? []
  const fields = term.matchFields ?? []
  if (labels.length === 0 && fields.length === 0) return false
  const requirements = labels.map(requirementOf)
  if (!requirements.every((each) => each !== undefined) || !fields.every(isValidField)) return false
  const name = node.metadata?.name ?? ''
  return (
    requirements.every((each) => each.matches(node.metadata?.labels ?? {})) &&
    (name === '' || fields.every((each) => matchesField(each, name)))
  )
}

const operators: ReadonlyMap<string, Operator> = new Map([
  ['In', Operator.In],
  ['NotIn', Operator.NotIn],
  ['Exists', Operator.Exists],
  ['DoesNotExist', Operator.DoesNotExist],
  ['Gt', Operator.GreaterThan],
  ['Lt', Operator.LessThan],
])

function requirementOf({ key = '', operator = '', values }: NodeSelectorRequirement): Requirement | undefined {
  const known = operators.get(operator)
  if (known === undefined) return undefined
  try {
    return newRequirement(key, known, values ?? [])
  } catch {
    return undefined
  }
}

function isValidField({ operator, values }: NodeSelectorRequirement): boolean {
  return (operator === 'In' || operator === 'NotIn') && values?.length === 1
}

/** Nodes have one field; any other one is empty. */
function matchesField({ key, operator, values }: NodeSelectorRequirement, name: string): boolean {
  const isEqual = (key === 'metadata.name' ? name : '') === values?.[0]
  return operator === 'In' ? isEqual : !isEqual
}
