import type { LabelSet } from 'apimachinery/labels'

/** Labels that are looked up by any key: `constructor` and its like are keys too, and no label has them by inheritance. */
export function ownLabels(labels: LabelSet | undefined): LabelSet {
  return Object.assign(Object.create(null) as Record<string, string>, labels)
}
