import { join } from 'node:path'
import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import { checkCycles } from '../../ir/check-cycles.js'
import { expandNamedStructs } from '../../ir/expand-named-structs.js'
import type { ApiModel, ApiPackage } from '../../ir/model.js'
import { TypeIndex } from '../../ir/type-index.js'
import type { NamedRef } from '../../ir/type-ref.js'
import { PackageConverter } from './convert-package.js'
import { ConstantEvaluator } from './evaluate.js'
import { loadGoGrammar } from './go-grammar.js'
import { type GoFileText, type GoPackage, type GoPackageSource, parseGoPackage, readGoFolder } from './go-package.js'

/** A Go package given as text. */
export interface GoPackageText {
  readonly path: string
  readonly files: readonly GoFileText[]
}

/** What the front end is asked to read. */
export interface GoTypesInput {
  /** What messages and file headers call the source, for example `k8s.io v0.37.2`. */
  readonly source: string
  readonly packages: readonly (GoPackageSource | GoPackageText)[]
  /** Packages that exist already and may be referred to. */
  readonly external?: readonly ApiPackage[]
  /** Finds packages that exist already, by the import paths that the input uses and does not contain. */
  findExternal?(paths: readonly string[]): Promise<readonly ApiPackage[]>
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
  const parsed = new Map<string, GoPackage>()
  for (const source of input.packages) {
    const isText = 'files' in source
    const files = isText ? source.files : readGoFolder(source.directory)
    const describe = (file: string) => (isText ? file : join(source.directory, file))
    parsed.set(source.path, parseGoPackage(source.path, files, { grammar, diagnostics, describe }))
  }
  const found = (await input.findExternal?.(importedPaths(parsed))) ?? []
  const external = [...(input.external ?? []), ...found].filter(({ path }) => !parsed.has(path))
  const model: ApiModel = { source: input.source, packages: [...convert(parsed, external, diagnostics), ...external] }
  expandNamedStructs(model)
  checkCycles(model, diagnostics)
  checkRegistered(model, diagnostics)
  return model
}

function importedPaths(parsed: ReadonlyMap<string, GoPackage>): string[] {
  const paths = new Set<string>()
  for (const { files } of parsed.values()) {
    for (const { imports } of files) for (const path of imports.values()) if (!parsed.has(path)) paths.add(path)
  }
  return [...paths].sort()
}

function convert(
  parsed: ReadonlyMap<string, GoPackage>,
  external: readonly ApiPackage[],
  diagnostics: Diagnostics,
): ApiPackage[] {
  const evaluator = new ConstantEvaluator(parsed)
  const converters = new Map<string, PackageConverter>()
  const requireType = (ref: NamedRef): boolean =>
    converters.get(ref.package)?.require(ref.name) ??
    external.some((pkg) => pkg.path === ref.package && pkg.declarations.some(({ name }) => name === ref.name))
  for (const [path, pkg] of parsed) {
    converters.set(path, new PackageConverter(pkg, { diagnostics, evaluator, requireType }))
  }
  for (const converter of converters.values()) converter.convertAll()
  return [...converters.values()].map((converter) => converter.finish())
}

/** A registered type that nobody declares would be left out of `addToScheme`: say so. */
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
