// Builds dist/esm and dist/cjs: JavaScript by tsup, of which merge-chunks.mjs makes fewer files, declarations by tsc. Both
// mirror the source folders. What is in dist stays until everything is built.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compactCommonJS } from './compact-common-js.mjs'
import { mergeChunks } from './merge-chunks.mjs'
import { libraryFiles } from './merged-files.mjs'
import { publicEntries, root } from './public-entries.mjs'
import { reachableDeclarations } from './reachable-declarations.mjs'

function run(command, ...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(join(root, 'node_modules/.bin', command), args, { cwd: root, stdio: 'inherit' })
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command} failed with code ${code}`))))
  })
}

const dist = join(root, 'dist')
const built = (...path) => join(root, '.cache/build', ...path)
const started = performance.now()
rmSync(built(), { recursive: true, force: true })
try {
  const bundled = run('tsup', '--silent').then(() => mergeChunks(built('esm'), libraryFiles))
  await Promise.all([bundled, run('tsc', '-p', 'tsconfig.build.json')])
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

compactCommonJS(built('cjs'))
// One set of declarations serves both formats: the nested package.json says how a folder's files are to be read.
const declarations = reachableDeclarations(built('types'), Object.values(publicEntries()))
for (const [format, type] of [
  ['esm', 'module'],
  ['cjs', 'commonjs'],
]) {
  mkdirSync(built(format), { recursive: true })
  for (const file of declarations) cpSync(built('types', file), built(format, file))
  writeFileSync(built(format, 'package.json'), `${JSON.stringify({ type, sideEffects: false })}\n`)
}
rmSync(built('types'), { recursive: true, force: true })
rmSync(dist, { recursive: true, force: true })
renameSync(built(), dist)
console.log(`built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
