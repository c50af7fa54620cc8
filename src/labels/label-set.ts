import { compareStrings } from '../internal/compare-strings.js'

/** The labels of an object: `metadata.labels`. */
export type LabelSet = Readonly<Record<string, string>>

/** The value of `label`, `undefined` when the set does not have it itself. */
export function lookup(set: LabelSet | undefined, label: string): string | undefined {
  if (set === undefined || set === null) return undefined
  const value: unknown = set[label]
  return typeof value === 'string' && Object.hasOwn(set, label) ? value : undefined
}

/** `a=1,b=2` in byte order; the empty text for no labels, and for null in the place of a value. */
export function setToString(set: LabelSet | undefined): string {
  return Object.entries(set ?? {})
    .map(([label, value]) => `${label}=${value ?? ''}`)
    .sort(compareStrings)
    .join(',')
}

/** As {@link setToString}, but `<none>` for no labels. */
export function formatLabels(set: LabelSet | undefined): string {
  return setToString(set) || '<none>'
}

/** Reports whether the two sets have different values for one label. */
export function conflicts(first: LabelSet | undefined, second: LabelSet | undefined): boolean {
  return Object.entries(first ?? {}).some(([label, value]) => {
    const other = lookup(second, label)
    return other !== undefined && other !== value
  })
}

/** The labels of both sets; those of `second` win. */
export function merge(first: LabelSet | undefined, second: LabelSet | undefined): Record<string, string> {
  // Object.fromEntries defines properties, so that a label named __proto__ stays a label.
  return Object.fromEntries([...Object.entries(first ?? {}), ...Object.entries(second ?? {})])
}

/** Reports whether the two sets have the same labels with the same values. */
export function equals(first: LabelSet | undefined, second: LabelSet | undefined): boolean {
  const labels = Object.entries(first ?? {})
  if (labels.length !== Object.keys(second ?? {}).length) return false
  return labels.every(([label, value]) => lookup(second, label) === value)
}
