import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** Loads a file of an example, with the library's sources behind `apimachinery/…`. */
export async function loadExample<T>(file: string): Promise<T> {
  const outfile = resolve('.cache/test-examples', `${file.replaceAll('/', '-')}-${process.pid}.mjs`)
  await mkdir(resolve('.cache/test-examples'), { recursive: true })
  await build({
    entryPoints: [join('examples', file)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
    plugins: [
      {
        name: 'sources',
        setup: ({ onResolve }) => {
          onResolve({ filter: /^apimachinery\// }, ({ path }) => ({ path: sourceOf(path) }))
          onResolve({ filter: /^[a-z@]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path.startsWith('apimachinery/') ? null : { path, external: true },
          )
        },
      },
    ],
  })
  return (await import(pathToFileURL(outfile).href)) as T
}

function sourceOf(specifier: string): string {
  const path = resolve('src', specifier.replace('apimachinery/', ''))
  return existsSync(`${path}.ts`) ? `${path}.ts` : join(path, 'index.ts')
}
