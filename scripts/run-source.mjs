// Runs a TypeScript file of the checkout, the packages read from their sources: `node scripts/run-source.mjs FILE [ARGUMENTS]`.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { packagesFromSource } from './packages-from-source.mjs'
import { root } from './public-entries.mjs'

const [file, ...rest] = process.argv.slice(2)
if (file === undefined) throw new Error('usage: run-source.mjs FILE [ARGUMENTS]')

// Beside the sources, so that Node finds what they import.
const outdir = join(root, '.cache/run-source', String(process.pid))
await build({
  entryPoints: [resolve(file)],
  outdir,
  outExtension: { '.js': '.mjs' },
  entryNames: 'main',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: 'inline',
  logLevel: 'error',
  plugins: [packagesFromSource({ external: true })],
})
const child = spawn(process.execPath, ['--enable-source-maps', join(outdir, 'main.mjs'), ...rest], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => {
  rmSync(outdir, { recursive: true, force: true })
  process.exitCode = code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 1)
})
