import type { Declaration, Field, StructDeclaration } from '../ir/declarations.js'
import type { ApiModel, ApiPackage } from '../ir/model.js'
import type { ReleaseModel } from './release-model.js'

/**
 * The types of the newest release with those types, fields and versions that only earlier ones have: they are marked with the
 * release that has them no more. A field, type or version of several releases is as the newest of them has it.
 *
 * @param models - oldest first; at least one.
 */
export function mergeReleases(models: readonly ReleaseModel[]): ApiModel {
  const [newest, ...earlier] = [...models].reverse()
  let merged = newest!.model
  for (const { release, model } of earlier) merged = withEarlier(merged, { ...model, goneIn: release.minor + 1 })
  return merged
}

/** A model of an earlier release. */
interface EarlierModel extends ApiModel {
  readonly goneIn: number
}

function withEarlier(model: ApiModel, earlier: EarlierModel): ApiModel {
  const { goneIn } = earlier
  const packages = model.packages.map((pkg) => {
    const old = earlier.packages.find(({ path }) => path === pkg.path)
    return old === undefined ? pkg : withEarlierTypes(pkg, old, goneIn)
  })
  const known = new Set(model.packages.map(({ path }) => path))
  const gone = earlier.packages
    .filter(({ path }) => !known.has(path))
    .map((pkg) => ({ ...pkg, goneIn, source: earlier.source }))
  return { ...model, packages: [...packages, ...gone] }
}

function withEarlierTypes(pkg: ApiPackage, old: ApiPackage, goneIn: number): ApiPackage {
  const known = new Map(old.declarations.map((each) => [each.name, each]))
  const declarations = pkg.declarations.map((each) => withEarlierFields(each, known.get(each.name), goneIn))
  const names = new Set(pkg.declarations.map(({ name }) => name))
  return { ...pkg, declarations: [...declarations, ...old.declarations.filter(({ name }) => !names.has(name))] }
}

function withEarlierFields(declaration: Declaration, old: Declaration | undefined, goneIn: number): Declaration {
  if (declaration.form !== 'struct' || old?.form !== 'struct') return declaration
  const gone = goneFields(declaration, old).map((field): Field => ({ ...field, goneIn }))
  return gone.length === 0 ? declaration : { ...declaration, fields: [...declaration.fields, ...gone] }
}

function goneFields({ fields }: StructDeclaration, old: StructDeclaration): readonly Field[] {
  return old.fields.filter(({ name }) => !fields.some((field) => field.name === name))
}
