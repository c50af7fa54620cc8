import { compareStrings } from '../../../internal/compare-strings.js'
import type { LabelSelector } from '../../../meta/v1/types.gen.js'
import { structsOf, textsOf } from '../../validation/go-values.js'

/** A label selector as Go's generated `String` writes it. */
export function labelSelectorText({ matchLabels, matchExpressions }: LabelSelector): string {
  const labels = Object.keys(matchLabels ?? {})
    .sort(compareStrings)
    .map((key) => `${key}: ${matchLabels?.[key] ?? ''},`)
  const expressions = structsOf(matchExpressions).map(
    ({ key, operator, values }) =>
      `LabelSelectorRequirement{Key:${key ?? ''},Operator:${operator ?? ''},Values:[${textsOf(values).join(' ')}],},`,
  )
  const parts = [
    `MatchLabels:map[string]string{${labels.join('')}},`,
    `MatchExpressions:[]LabelSelectorRequirement{${expressions.join('')}},`,
  ]
  return `&LabelSelector{${parts.join('')}}`
}
