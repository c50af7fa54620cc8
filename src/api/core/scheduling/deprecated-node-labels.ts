import type { FieldPath } from '../../../validation/field-path.js'
import type { LabelSelectorFields, SelectorRequirementFields } from '../../../validation/label-selector.js'
import { isValidLabelValue } from '../../../validation/label-value.js'
import { structsOf, textsOf } from '../../validation/go-values.js'

const messages: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['beta.kubernetes.io/arch', 'deprecated since v1.14; use "kubernetes.io/arch" instead'],
  ['beta.kubernetes.io/os', 'deprecated since v1.14; use "kubernetes.io/os" instead'],
  ['failure-domain.beta.kubernetes.io/region', 'deprecated since v1.17; use "topology.kubernetes.io/region" instead'],
  ['failure-domain.beta.kubernetes.io/zone', 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead'],
  ['beta.kubernetes.io/instance-type', 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead'],
  ['app.kubernetes.io/created-by', 'deprecated since v1.9'],
  ['scheduler.alpha.kubernetes.io/preferAvoidPods', 'deprecated since v1.22; use Taints and Tolerations instead'],
  ['node-role.kubernetes.io/master', 'use "node-role.kubernetes.io/control-plane" instead'],
])

/** The message about a deprecated label of nodes; undefined for others. */
export function deprecatedNodeLabelMessage(key: string): string | undefined {
  return messages.get(key)
}

/** Warnings about deprecated labels in a label selector of nodes. */
export function warningsForNodeLabelSelector(
  selector: LabelSelectorFields | null | undefined,
  path: FieldPath,
): readonly string[] {
  const labels = Object.keys(selector?.matchLabels ?? {}).flatMap((label) => {
    const message = deprecatedNodeLabelMessage(label)
    return message === undefined ? [] : [`${path.child('matchLabels').child(label)}: ${message}`]
  })
  return [...keyWarnings(selector?.matchExpressions, path), ...labels]
}

/**
 * Warnings about deprecated labels in a term of a node selector.
 *
 * @param checkLabelValue - also warn about invalid label values.
 */
export function warningsForNodeSelectorTerm(
  term: { readonly matchExpressions?: readonly SelectorRequirementFields[] | null | undefined } | null | undefined,
  checkLabelValue: boolean,
  path: FieldPath,
): readonly string[] {
  if (!checkLabelValue) return keyWarnings(term?.matchExpressions, path)
  return structsOf(term?.matchExpressions).flatMap((expression, i) => {
    const valuesPath = path.child('matchExpressions').index(i).child('values')
    const values = textsOf(expression.values).flatMap((value, j) =>
      isValidLabelValue(value).map((problem) => `${valuesPath.index(j)}: ${value} is invalid, ${problem}`),
    )
    return [...keyWarning(expression, i, path), ...values]
  })
}

function keyWarnings(
  expressions: readonly SelectorRequirementFields[] | null | undefined,
  path: FieldPath,
): readonly string[] {
  return structsOf(expressions).flatMap((expression, i) => keyWarning(expression, i, path))
}

function keyWarning(given: SelectorRequirementFields, index: number, path: FieldPath): readonly string[] {
  const key = given.key ?? ''
  const message = deprecatedNodeLabelMessage(key)
  return message === undefined
    ? []
    : [`${path.child('matchExpressions').index(index).child('key')}: ${key} is ${message}`]
}
