import type { Node } from 'apimachinery/api/core/v1'

/** Labels, and the older ones that have the same values. */
const pairs = [
  ['kubernetes.io/os', 'beta.kubernetes.io/os'],
  ['kubernetes.io/arch', 'beta.kubernetes.io/arch'],
] as const

/** The older labels that a node lacks. */
export function missingLabels({ metadata }: Node): Readonly<Record<string, string>> {
  const labels = metadata?.labels ?? {}
  const entries = pairs.flatMap(([key, older]) => {
    const value = labels[key]
    return value === undefined || labels[older] === value ? [] : [[older, value] as const]
  })
  return Object.fromEntries(entries)
}
