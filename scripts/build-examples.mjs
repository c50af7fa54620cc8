// Compiles the examples to dist/examples, where they import the built package under its own name as a user's code does.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from './public-entries.mjs'

const folders = readdirSync(join(root, 'examples'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
for (const { name } of folders) {
  const folder = join(root, 'examples', name)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  await build({
    entryPoints: sources.map((file) => join(folder, file)),
    outbase: folder,
    outdir: join(root, 'dist/examples', name),
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  })
}
