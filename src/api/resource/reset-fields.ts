import type { FieldSetPaths } from '../strategies/reset-fields.js'

/** The same fields in some versions of the group. */
export function resetInVersions(versions: readonly string[], ...fields: readonly string[]): FieldSetPaths {
  const paths = fields.map((field) => [field])
  return Object.fromEntries(versions.map((version) => [`resource.k8s.io/${version}`, paths]))
}
