// Builds dist/esm and dist/cjs: JavaScript by tsup, of which merge-chunks.mjs makes fewer files in both formats, declarations by tsc.
// Both mirror the source folders. What is in dist stays until everything is built.
import { spawn } from 'node:child_process'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compactCommonJS } from './compact-common-js.mjs'
import { mergeChunks, writeCommonJS } from './merge-chunks.mjs'
import { libraryFiles, ruleFile } from './merged-files.mjs'
import { publicEntries, root } from './public-entries.mjs'
import { writeDeclarations } from './write-declarations.mjs'

function run(command, ...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(join(root, 'node_modules/.bin', command), args, { cwd: root, stdio: 'inherit' })
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command} failed with code ${code}`))))
  })
}

const sources = Object.values(publicEntries())

async function bundle() {
  await run('tsup', '--silent')
  const files = sources.map((source) => source.replace(/\.ts$/, '.js'))
  const rules = ruleFiles()
  await writeCommonJS(built('esm'), libraryFiles, { files, rules, out: built('cjs') })
  compactCommonJS(built('cjs'))
  await mergeChunks(built('esm'), libraryFiles, rules)
}

/** File with rules that are loaded on first use → its merged file. */
function ruleFiles() {
  const metafile = built('esm/metafile-esm.json')
  const { outputs } = JSON.parse(readFileSync(metafile, 'utf8'))
  rmSync(metafile)
  const named = Object.entries(outputs).map(([file, { entryPoint = '' }]) => [join(root, file), ruleFile(entryPoint)])
  return new Map(named.filter(([, name]) => name !== undefined))
}

const dist = join(root, 'dist')
const built = (...path) => join(root, '.cache/build', ...path)
const started = performance.now()
rmSync(built(), { recursive: true, force: true })
try {
  await Promise.all([bundle(), run('tsc', '-p', 'tsconfig.build.json')])
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

writeDeclarations(built('types'), { esm: built('esm'), cjs: built('cjs') }, sources)
// The nested package.json says how the files of a folder are to be read.
for (const [format, type] of [
  ['esm', 'module'],
  ['cjs', 'commonjs'],
])
  writeFileSync(built(format, 'package.json'), `${JSON.stringify({ type, sideEffects: false })}\n`)
rmSync(built('types'), { recursive: true, force: true })
rmSync(dist, { recursive: true, force: true })
renameSync(built(), dist)
console.log(`built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
