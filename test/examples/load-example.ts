import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { entriesFromSource } from '../entries-from-source.mjs'

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
    plugins: [entriesFromSource],
    packages: 'external',
  })
  return (await import(pathToFileURL(outfile).href)) as T
}
