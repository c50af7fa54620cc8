import { join } from 'node:path'
import { Diagnostics } from '../../diagnostics/diagnostic.js'
import type { GoGrammar } from './go-grammar.js'
import { type GoFileText, type GoPackage, type GoPackageSource, parseGoPackage, readGoFolder } from './go-package.js'

/** A Go package given as text. */
export interface GoPackageText {
  readonly path: string
  readonly files: readonly GoFileText[]
}

/** Where packages are found and how they are parsed. */
export interface GoPackagesContext {
  readonly grammar: GoGrammar
  readonly diagnostics: Diagnostics
  /** Folder of a package that the input imports and does not contain. */
  findFolder?(path: string): string | undefined
}

/** The packages of the input, and their imports, parsed on demand. */
export class GoPackages {
  readonly #context: GoPackagesContext
  readonly #given = new Map<string, GoPackage>()
  readonly #imported = new Map<string, GoPackage | undefined>()

  constructor(sources: readonly (GoPackageSource | GoPackageText)[], context: GoPackagesContext) {
    this.#context = context
    for (const source of sources) this.#given.set(source.path, this.#parse(source, context.diagnostics))
  }

  /** The packages of the input. */
  get given(): ReadonlyMap<string, GoPackage> {
    return this.#given
  }

  /** A package of the input, or one that is found by its import path. */
  get(path: string): GoPackage | undefined {
    const given = this.#given.get(path)
    if (given !== undefined || this.#imported.has(path)) return given ?? this.#imported.get(path)
    const directory = this.#context.findFolder?.(path)
    // Problems there are not reported, unless a type is needed and missing.
    const found = directory === undefined ? undefined : this.#parse({ path, directory }, new Diagnostics())
    this.#imported.set(path, found)
    return found
  }

  #parse(source: GoPackageSource | GoPackageText, diagnostics: Diagnostics): GoPackage {
    const { grammar } = this.#context
    const isText = 'files' in source
    const files = isText ? source.files : readGoFolder(source.directory)
    const describe = (file: string) => (isText ? file : join(source.directory, file))
    return parseGoPackage(source.path, files, { grammar, diagnostics, describe })
  }
}
