import type { KindClass } from 'apimachinery/runtime'

/** Groups whose package has another name than the first word of the group. */
const packages: Readonly<Record<string, string>> = { '': 'core', 'internal.apiserver.k8s.io': 'apiserverinternal' }

/** The internal type that upstream has for a kind, such as `core.ConfigMap`: error messages name it. */
export function internalTypeName({ groupVersionKind: { group, kind } }: KindClass): string {
  return `${packages[group] ?? group.split('.')[0]}.${kind}`
}

/** The Go type of a class in its version, such as `v1.Secret`. */
export function versionedTypeName({ groupVersionKind: { version, kind } }: KindClass): string {
  return `${version}.${kind}`
}
