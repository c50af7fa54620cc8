/**
 * The resource name Kubernetes gives a kind: lower case, with `s`, `es` or `ies`.
 *
 * Source: `meta.UnsafeGuessKindToResource`.
 */
export function pluralOf(kind: string): string {
  const singular = kind.toLowerCase()
  if (singular.endsWith('endpoints')) return singular
  if (singular.endsWith('s')) return `${singular}es`
  if (singular.endsWith('y')) return `${singular.slice(0, -1)}ies`
  return `${singular}s`
}
