// Runs the generator from source, before the package is built: bundles it and hands the arguments on.
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const outfile = join(root, 'node_modules/.cache/apimachinery/generate.mjs')
mkdirSync(dirname(outfile), { recursive: true })
await build({
  entryPoints: [join(root, 'codegen/cli/generate.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  logLevel: 'error',
})
const { generate } = await import(pathToFileURL(outfile).href)
process.exitCode = await generate(process.argv.slice(2), { cwd: process.cwd(), out: console.log, err: console.error })
