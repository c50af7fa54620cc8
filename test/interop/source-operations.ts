import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** Answers one request of the Go reference. */
export type Operation = (request: Record<string, unknown>) => Record<string, unknown>

/**
 * Loads one file of `ops/` with the package's own entries read from `src`, so that the tests of a folder need no build.
 */
export async function sourceOperations(area: string): Promise<Readonly<Record<string, Operation>>> {
  const folder = mkdtempSync(join(tmpdir(), 'operations-'))
  const outfile = join(folder, `${area}.mjs`)
  try {
    await build({
      entryPoints: [resolve('test/interop/ops', `${area}.mjs`)],
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile,
      logLevel: 'silent',
      plugins: [
        {
          name: 'entries-from-source',
          setup(bundler) {
            bundler.onResolve({ filter: /^apimachinery\// }, ({ path }) => ({
              path: resolve('src', path.slice('apimachinery/'.length), 'index.ts'),
            }))
          },
        },
      ],
    })
    const { operations } = (await import(pathToFileURL(outfile).href)) as { operations: Record<string, Operation> }
    return operations
  } finally {
    rmSync(folder, { recursive: true })
  }
}
