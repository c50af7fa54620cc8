import { MarkerSet } from '../../markers/marker.js'
import type { ConstantEvaluator } from './evaluate.js'
import type { GoPackage } from './go-package.js'

/** A group and a version as Go source declares them. */
export interface DeclaredGroupVersion {
  readonly group: string
  readonly version: string
}

/** Reads `var NAME = schema.GroupVersion{Group: …, Version: …}`. */
export function groupVersionVariable(
  pkg: GoPackage,
  name: string,
  evaluator: ConstantEvaluator,
): DeclaredGroupVersion | undefined {
  const found = pkg.values.get(name)
  if (found?.value.value.form !== 'composite') return undefined
  const { type, fields } = found.value.value
  if (type.form !== 'name' || type.name !== 'GroupVersion') return undefined
  const scope = { package: pkg, file: found.file, iota: 0, depth: 0 }
  const read = (key: string) => {
    const expression = fields.get(key)
    return expression === undefined ? '' : evaluator.evaluate(expression, scope)
  }
  const group = read('Group')
  const version = read('Version')
  return typeof group === 'string' && typeof version === 'string' ? { group, version } : undefined
}

/** The group and version a package registers its types in: from `SchemeGroupVersion`, `GroupVersion` or `+groupName`. */
export function packageGroupVersion(pkg: GoPackage, evaluator: ConstantEvaluator): DeclaredGroupVersion | undefined {
  const declared =
    groupVersionVariable(pkg, 'SchemeGroupVersion', evaluator) ?? groupVersionVariable(pkg, 'GroupVersion', evaluator)
  if (declared !== undefined) return declared
  const markers = new MarkerSet(pkg.files.flatMap((file) => file.packageMarkers))
  const group = markers.value('groupName')
  return group === undefined ? undefined : { group, version: markers.value('versionName') ?? pkg.name }
}
