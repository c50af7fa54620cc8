import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Finds texts of constants in other packages of a release, as far as they are declared with a literal. */
export class GoConstants {
  readonly #moduleCache: string
  /** `major.minor.patch` of Kubernetes. */
  readonly #release: string

  constructor(moduleCache: string, release: string) {
    this.#moduleCache = moduleCache
    this.#release = release
  }

  /** The text of a constant of the package with an import path. Throws when it is not found. */
  text(importPath: string, name: string): string {
    const folder = this.#folderOf(importPath)
    const declared = new RegExp(`^\\s*(?:const\\s+)?${name}(?:\\s+[\\w.]+)?\\s*=\\s*"([^"]*)"`, 'm')
    for (const file of readdirSync(folder)) {
      if (!file.endsWith('.go') || file.endsWith('_test.go')) continue
      const found = declared.exec(readFileSync(join(folder, file), 'utf8'))
      if (found !== null) return found[1] ?? ''
    }
    throw new Error(`there is no constant ${name} in ${importPath}`)
  }

  #folderOf(importPath: string): string {
    const [host = '', module = '', ...rest] = importPath.split('/')
    const version = module === 'kubernetes' ? this.#release : this.#release.replace(/^1\./, '0.')
    const folder = join(this.#moduleCache, host, `${module}@v${version}`, ...rest)
    if (!existsSync(folder)) throw new Error(`${importPath} of release ${this.#release} is not in ${this.#moduleCache}`)
    return folder
  }
}
