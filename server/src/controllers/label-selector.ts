import { labelSelectorAsSelector, type Selector } from 'apimachinery/labels'
import type { LabelSelector } from 'apimachinery/meta/v1'

/** The selector of a field; one that is not set selects nothing. @throws FieldError for an invalid one */
export function selectorOf(selector: LabelSelector | undefined): Selector {
  // The type of the fields admits keys that are set to undefined.
  return labelSelectorAsSelector(selector as Parameters<typeof labelSelectorAsSelector>[0])
}

/** A selector as Go's generated `String` writes it in messages. */
export function selectorText(selector: LabelSelector | undefined): string {
  if (selector === undefined) return 'nil'
  const { matchLabels = {}, matchExpressions = [] } = selector
  const labels = Object.keys(matchLabels)
    .sort()
    .map((key) => `${key}: ${matchLabels[key]},`)
  const expressions = matchExpressions.map(
    ({ key, operator, values = [] }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(' ')}],},`,
  )
  const text = `MatchExpressions:[]LabelSelectorRequirement{${expressions.join('')}}`
  return `&LabelSelector{MatchLabels:map[string]string{${labels.join('')}},${text},}`
}
