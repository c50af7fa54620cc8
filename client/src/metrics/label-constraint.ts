import type { LabelConstraint } from './metric-family.js'

/**
 * Puts `unexpected` where a label has none of the values that it may have, and calls `onUnexpected` for each.
 *
 * Source: `ConstrainToAllowedList` of k8s.io/component-base/metrics.
 */
export function labelConstraint(
  labels: readonly string[],
  allowed: Readonly<Record<string, readonly string[]>>,
  onUnexpected: () => void,
): LabelConstraint {
  const sets = labels.map((label) => (Object.hasOwn(allowed, label) ? new Set(allowed[label]) : undefined))
  return (values) =>
    values.map((value, index) => {
      const set = sets[index]
      if (set === undefined || set.has(value)) return value
      onUnexpected()
      return 'unexpected'
    })
}
