import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import { checkCycles } from '../../ir/check-cycles.js'
import { expandNamedStructs } from '../../ir/expand-named-structs.js'
import type { ApiModel, ApiPackage } from '../../ir/model.js'
import { TypeIndex } from '../../ir/type-index.js'
import type { NamedRef } from '../../ir/type-ref.js'
import { PackageConverter } from './convert-package.js'
import { ConstantEvaluator } from './evaluate.js'
import { loadGoGrammar } from './go-grammar.js'
import type { GoPackage, GoPackageSource } from './go-package.js'
import { GoPackages, type GoPackageText } from './go-packages.js'
import { wellKnownType } from './well-known-types.js'

/** Input of the front end. */
export interface GoTypesInput {
  /** Name of the source in messages and file headers, for example `k8s.io VERSION`. */
  readonly source: string
  readonly packages: readonly (GoPackageSource | GoPackageText)[]
  /** Packages that exist already and may be referred to. */
  readonly external?: readonly ApiPackage[]
  /** Finds packages that exist already, by the import paths that the input uses and does not contain. */
  findExternal?(paths: readonly string[]): Promise<readonly ApiPackage[]>
  /** Finds the source of packages whose types the input needs and does not contain, by import path. */
  findFolder?(path: string): string | undefined
}

/** Reads API types from Go source without running Go. Problems go to `diagnostics`. */
export async function readGoTypes(input: GoTypesInput, diagnostics: Diagnostics): Promise<ApiModel> {
  try {
    return await read(input, diagnostics)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    diagnostics.error('go-depth', 'the Go source nests types or expressions too deeply')
    return { source: input.source, packages: [] }
  }
}

async function read(input: GoTypesInput, diagnostics: Diagnostics): Promise<ApiModel> {
  const grammar = await loadGoGrammar()
  const packages = new GoPackages(input.packages, {
    grammar,
    diagnostics,
    findFolder: (path) => input.findFolder?.(path),
  })
  const found = (await input.findExternal?.(importedPaths(packages.given))) ?? []
  const external = [...(input.external ?? []), ...found].filter(({ path }) => !packages.given.has(path))
  const model: ApiModel = { source: input.source, packages: [...convert(packages, external, diagnostics), ...external] }
  expandNamedStructs(model)
  checkCycles(model, diagnostics)
  checkRegistered(model, diagnostics)
  return model
}

function importedPaths(parsed: ReadonlyMap<string, GoPackage>): string[] {
  const files = [...parsed.values()].flatMap((pkg) => pkg.files)
  const paths = new Set(files.flatMap(({ imports }) => [...imports.values()]))
  return [...paths].filter((path) => !parsed.has(path)).sort()
}

function convert(packages: GoPackages, external: readonly ApiPackage[], diagnostics: Diagnostics): ApiPackage[] {
  const evaluator = new ConstantEvaluator(packages)
  const converters = new Map<string, PackageConverter>()
  const converterOf = (path: string): PackageConverter | undefined => {
    const pkg = converters.has(path) ? undefined : packages.get(path)
    if (pkg !== undefined) converters.set(path, new PackageConverter(pkg, context))
    return converters.get(path)
  }
  const requireType = ({ package: path, name }: NamedRef): boolean => {
    const outside = packages.given.has(path) ? undefined : external.find((pkg) => pkg.path === path)
    if (outside !== undefined) return outside.declarations.some((each) => each.name === name)
    if (!packages.given.has(path) && wellKnownType(path, name) !== undefined) return false
    return converterOf(path)?.require(name) === true
  }
  const isInput = (path: string) => packages.given.has(path) || external.some((pkg) => pkg.path === path)
  const nameOf = (path: string) => (isInput(path) ? packages.given.get(path)?.name : packages.get(path)?.name)
  const context = { diagnostics, evaluator, requireType, isInput, nameOf }
  const given = [...packages.given.keys()].flatMap((path) => converterOf(path) ?? [])
  for (const converter of given) converter.convertAll()
  const imported = [...converters.values()].filter((converter) => !given.includes(converter))
  return [...given.map((each) => each.finish()), ...imported.map((each) => each.finishImported())]
}

/** A registered type without a declaration would be missing in `addToScheme`: it is reported. */
function checkRegistered(model: ApiModel, diagnostics: Diagnostics): void {
  const index = new TypeIndex(model)
  for (const pkg of model.packages) {
    for (const ref of pkg.registered) {
      if (index.struct(ref)?.declaration.kind !== undefined) continue
      diagnostics.warning(
        'go-registration',
        `${pkg.path} registers ${ref.package}.${ref.name}, which is no kind of the input`,
      )
    }
  }
}
