import { mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Loads a module of this folder, the package's own entries read from `src`: no build is needed, and none can be stale. */
export async function importFromSource(file) {
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

const entriesFromSource = {
  name: 'entries-from-source',
  setup(bundler) {
    bundler.onResolve({ filter: /^apimachinery\// }, ({ path }) => ({
      path: resolve(root, 'src', path.slice('apimachinery/'.length), 'index.ts'),
    }))
  },
}
