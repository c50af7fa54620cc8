import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const fileName = 'types_swagger_doc_generated.go'

/** The descriptions of fields that packages of a release have for schemas. */
export class FieldTexts {
  readonly #moduleCache: string
  readonly #version: string
  readonly #packages = new Map<string, ReadonlyMap<string, string>>()

  /** `release`: `major.minor.patch` of Kubernetes. */
  constructor(moduleCache: string, release: string) {
    this.#moduleCache = moduleCache
    this.#version = release.replace(/^1\./, '0.')
  }

  /** The text of a field of a type of a package by its import path; empty where it has none, as for Go. */
  text(importPath: string, type: string, field: string): string {
    let texts = this.#packages.get(importPath)
    if (texts === undefined) {
      texts = this.#read(importPath)
      this.#packages.set(importPath, texts)
    }
    return texts.get(`${type}.${field}`) ?? ''
  }

  #read(importPath: string): ReadonlyMap<string, string> {
    const [host = '', module = '', ...rest] = importPath.split('/')
    const file = join(this.#moduleCache, host, `${module}@v${this.#version}`, ...rest, fileName)
    if (!existsSync(file)) throw new Error(`there is no ${file}`)
    const texts = new Map<string, string>()
    const types = readFileSync(file, 'utf8').matchAll(/^var map_(\w+) = map\[string\]string\{\n([\s\S]*?)^\}/gm)
    for (const [, type, body = ''] of types) {
      for (const [, field, text = ''] of body.matchAll(/^\t"(\w+)":\s*("(?:[^"\\]|\\.)*"),$/gm)) {
        // Strings of Go with these escapes are strings of JSON.
        texts.set(`${type}.${field}`, JSON.parse(text) as string)
      }
    }
    return texts
  }
}
