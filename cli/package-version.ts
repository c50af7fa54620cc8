import { existsSync, readFileSync } from 'node:fs'

/** The version of the package that this file belongs to: that of the nearest manifest above it with a version. */
export function packageVersion(): string {
  for (let folder = new URL('.', import.meta.url); ; folder = new URL('..', folder)) {
    const manifest = new URL('package.json', folder)
    if (!existsSync(manifest)) continue
    const { version }: { version?: string } = JSON.parse(readFileSync(manifest, 'utf8'))
    if (version !== undefined) return version
  }
}
