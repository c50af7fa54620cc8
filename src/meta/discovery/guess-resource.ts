import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import { GroupVersionResource } from '../../schema/group-version-resource.js'

/** The two names of a resource. */
export interface ResourceNames {
  readonly plural: GroupVersionResource
  readonly singular: GroupVersionResource
}

/** Kinds that end so are plural already. */
const unpluralized = 'endpoints'

/**
 * Guesses the resource name of a kind: the kind in lower case, and its English plural. Many resources have other names; a
 * RESTMapper has the right one.
 */
export function unsafeGuessKindToResource(kind: GroupVersionKind): ResourceNames {
  if (kind.kind === '') {
    const none = new GroupVersionResource('', '', '')
    return { plural: none, singular: none }
  }
  const name = kind.kind.toLowerCase()
  const singular = new GroupVersionResource(kind.group, kind.version, name)
  if (name.endsWith(unpluralized)) return { plural: singular, singular }
  return { plural: new GroupVersionResource(kind.group, kind.version, pluralOf(name)), singular }
}

function pluralOf(name: string): string {
  if (name.endsWith('s')) return `${name}es`
  return name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`
}
