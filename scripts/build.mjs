// Builds dist/esm and dist/cjs: JavaScript by tsup, declarations by tsc. Both mirror the source folders.
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './public-entries.mjs'

function run(command, ...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(join(root, 'node_modules/.bin', command), args, { cwd: root, stdio: 'inherit' })
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command} failed with code ${code}`))))
  })
}

const dist = (...path) => join(root, 'dist', ...path)
const started = performance.now()
rmSync(dist(), { recursive: true, force: true })
try {
  await Promise.all([run('tsup', '--silent'), run('tsc', '-p', 'tsconfig.build.json')])
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

// One set of declarations serves both formats: the nested package.json says how a folder's files are to be read.
for (const [format, type] of [
  ['esm', 'module'],
  ['cjs', 'commonjs'],
]) {
  mkdirSync(dist(format), { recursive: true })
  for (const folder of ['src', 'codegen']) {
    if (existsSync(dist('types', folder))) cpSync(dist('types', folder), dist(format, folder), { recursive: true })
  }
  writeFileSync(dist(format, 'package.json'), `${JSON.stringify({ type, sideEffects: false })}\n`)
}
rmSync(dist('types'), { recursive: true, force: true })
console.log(`built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
