import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import type { GoGrammar } from './go-grammar.js'
import type { GoFile, GoType, GoValue } from './go-syntax.js'
import { readGoFile } from './read-go-file.js'

/** A Go package to read: its import path and the folder with its files. */
export interface GoPackageSource {
  readonly path: string
  readonly directory: string
}

/** A file of a Go package, by name. */
export interface GoFileText {
  readonly name: string
  readonly text: string
}

/** A Go package, read. */
export interface GoPackage {
  readonly path: string
  readonly name: string
  readonly digest: string
  readonly files: readonly GoFile[]
  /** Types by name, with the file that gives their imports. The first of several build variants counts. */
  readonly types: ReadonlyMap<string, { readonly type: GoType; readonly file: GoFile }>
  /** Constants and variables by name. */
  readonly values: ReadonlyMap<string, { readonly value: GoValue; readonly file: GoFile }>
}

/** Files that declare no API types: tests and what other generators wrote. */
const skipped = /(_test|\.pb|^zz_generated.*|_swagger_doc_generated)\.go$/

/** Reads the Go files of a folder, in the order of their names. */
export function readGoFolder(directory: string): GoFileText[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.go') && !skipped.test(name))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(directory, name), 'utf8') }))
}

/** Parses the files of one package. `describe` makes the file name that messages show. */
export function parseGoPackage(
  path: string,
  texts: readonly GoFileText[],
  context: { grammar: GoGrammar; diagnostics: Diagnostics; describe?: (file: string) => string },
): GoPackage {
  const { grammar, diagnostics, describe = (file) => file } = context
  const hash = createHash('sha256')
  const files = texts.map(({ name, text }) => {
    hash.update(`${name}\0${text}\0`)
    return readGoFile({ file: describe(name), text }, grammar, diagnostics)
  })
  const types = new Map<string, { type: GoType; file: GoFile }>()
  const values = new Map<string, { value: GoValue; file: GoFile }>()
  for (const file of files) {
    for (const type of file.types) if (!types.has(type.name)) types.set(type.name, { type, file })
    for (const value of file.values) if (!values.has(value.name)) values.set(value.name, { value, file })
  }
  return { path, name: files[0]?.packageName ?? '', digest: `sha256:${hash.digest('hex')}`, files, types, values }
}
