import type { FieldSetPaths } from '../strategies/reset-fields.js'

const versions = ['v1beta1', 'v1beta2', 'v1beta3', 'v1']

/** The same fields in every version of the group. */
export function resetInAllVersions(...fields: readonly string[]): FieldSetPaths {
  const paths = fields.map((field) => [field])
  return Object.fromEntries(versions.map((version) => [`flowcontrol.apiserver.k8s.io/${version}`, paths]))
}
