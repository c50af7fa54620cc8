import { posix } from 'node:path'
import type { ApiPackage } from '../../ir/model.js'

/** Where generated packages go, and what they import. */
export interface TypeScriptLayout {
  /** Folder of a package, relative to the output folder; `undefined` for one that is not written. */
  folderOf(pkg: ApiPackage): string | undefined
  /** The contract module: a package specifier, or a path relative to the output folder that starts with `./`. */
  readonly contract: string
  /** The module with `addToGroupVersion`, in the same notation. */
  readonly metaRegistration: string
  /** Comments are on types and fields. */
  readonly docs?: boolean
  /** Descriptors have the comments too, for published schemas. */
  readonly descriptions?: boolean
  /** Types with fixed values (`+enum`, `enum` of schemas) take no others. */
  readonly closedEnums?: boolean
  /** Keeps `+k8s:` validation tags in descriptors. */
  readonly validationTags?: boolean
}

/** Specifier that a file in `folder` writes to import `target` (a specifier, or `./…` relative to the output folder). */
export function specifierFrom(folder: string, target: string): string {
  if (!target.startsWith('./')) return target
  const path = posix.relative(folder, target.slice(2))
  return path.startsWith('.') ? path : `./${path}`
}

/** Short name under which a package is imported: `corev1`, `metav1`. */
export function importAlias(pkg: ApiPackage): string {
  const name = pkg.path
    .split('/')
    .slice(-2)
    .join('')
    .replaceAll(/[^A-Za-z0-9]/g, '')
  return /^[a-z]/i.test(name) ? name : `_${name}`
}
