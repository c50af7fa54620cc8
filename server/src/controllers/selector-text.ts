import type { LabelSelector } from 'apimachinery/meta/v1'

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
