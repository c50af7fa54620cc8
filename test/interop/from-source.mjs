import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { entriesFromSource } from '../entries-from-source.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

const loaded = new Map()

/** Loads a module by its path from this folder, once, with the package's own entries read from `src`. */
export function importFromSource(file) {
  if (!loaded.has(file)) loaded.set(file, bundled(file))
  return loaded.get(file)
}

async function bundled(file) {
  const folder = mkdtempSync(join(root, 'node_modules', '.interop-'))
  const outfile = join(folder, 'module.mjs')
  try {
    await build({
      entryPoints: [join(root, 'test/interop', file)],
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile,
      logLevel: 'error',
      packages: 'external',
      plugins: [entriesFromSource],
    })
    return await import(pathToFileURL(outfile).href)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
