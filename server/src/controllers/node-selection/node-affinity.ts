import type { Node, NodeSelectorRequirement, NodeSelectorTerm, PodSpec } from 'apimachinery/api/core/v1'
import { newRequirement, Operator, type Requirement, selectorFromSet } from 'apimachinery/labels'

/** Reports whether a node is meant. */
export type NodeMatcher = (node: Node) => boolean

/**
 * Compiles what a pod requires of its node by `nodeSelector` and by required node affinity; `undefined` if any node will do.
 *
 * Source: `GetRequiredNodeAffinity` in scheduling/corev1/nodeaffinity of component-helpers.
 */
export function requiredNodes({ nodeSelector, affinity }: PodSpec): NodeMatcher | undefined {
  const labels = Object.keys(nodeSelector ?? {}).length === 0 ? undefined : selectorFromSet(nodeSelector ?? {})
  const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution
  const selects = required == null ? undefined : nodeSelectorMatcher(required.nodeSelectorTerms ?? [])
  if (labels === undefined) return selects
  return (node) => labels.matches(node.metadata?.labels ?? {}) && (selects?.(node) ?? true)
}

/** Compiles the terms of a node selector: one of them must match. */
export function nodeSelectorMatcher(terms: readonly NodeSelectorTerm[]): NodeMatcher {
  const matchers = terms.map(nodeTermMatcher)
  return (node) => matchers.some((matches) => matches(node))
}

/** Compiles a term: labels and name of a node must meet all its requirements. A term that is empty or not valid matches no node. */
export function nodeTermMatcher(term: NodeSelectorTerm): NodeMatcher {
  const fields = term.matchFields ?? []
  const requirements = (term.matchExpressions ?? []).map(requirementOf)
  const isEmpty = requirements.length === 0 && fields.length === 0
  if (isEmpty || !requirements.every((each) => each !== undefined) || !fields.every(isValidField)) return () => false
  return ({ metadata }) => {
    const name = metadata?.name ?? ''
    return (
      requirements.every((each) => each.matches(metadata?.labels ?? {})) &&
      (name === '' || fields.every((each) => matchesField(each, name)))
    )
  }
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
