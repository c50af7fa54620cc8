// Builds client/dist or server/dist: ES modules by tsup, declarations by tsc, from a library that is built already. What is
// in dist stays until everything is built.
import { spawn } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'tsup'
import { mergeChunks } from './merge-chunks.mjs'
import { clientFiles, serverFiles } from './merged-files.mjs'
import { root, workspaceEntries, workspaces } from './public-entries.mjs'

const name = process.argv[2]
if (!(name in workspaces)) throw new Error(`usage: build-workspace.mjs ${Object.keys(workspaces).join('|')}`)
const folder = join(root, name)
const staged = join(root, '.cache', `build-${name}`)
const types = join(root, '.cache', `types-${name}`)
const started = performance.now()

const config = join(root, '.cache', `tsconfig-${name}.json`)

/** The built packages as a user sees them: what `paths` of the checkout leads to would be bundled. */
function writeConfig() {
  const compilerOptions = {
    rootDir: join(folder, 'src'),
    outDir: types,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    noCheck: true,
    paths: {},
  }
  writeFileSync(
    config,
    JSON.stringify({ extends: join(folder, 'tsconfig.json'), compilerOptions, include: [join(folder, 'src')] }),
  )
}

function declarations() {
  return new Promise((resolve, reject) => {
    const child = spawn(join(root, 'node_modules/.bin/tsc'), ['-p', config], { cwd: root, stdio: 'inherit' })
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`tsc failed with code ${code}`))))
  })
}

function javaScript() {
  const sources = Object.values(workspaceEntries(name))
  const command = workspaces[name]
  if (command !== undefined && existsSync(join(folder, command))) sources.push(command)
  const entry = sources.map((file) => [file.replace(/^src\/|\.ts$/g, ''), join(folder, file)])
  return build({
    entry: Object.fromEntries(entry),
    format: 'esm',
    outDir: staged,
    target: 'node20',
    platform: 'node',
    splitting: true,
    treeshake: false,
    skipNodeModulesBundle: true,
    external: [/^node:/, /^apimachinery(\/|$)/, /^@apimachinery\//],
    removeNodeProtocol: false,
    sourcemap: false,
    clean: false,
    dts: false,
    silent: true,
    config: false,
    tsconfig: config,
    esbuildOptions(options) {
      // Sources are named relative to it; `prepack` runs in the workspace.
      options.absWorkingDir = root
      // The paths of tsconfig.json lead to sources of other packages.
      options.tsconfigRaw = '{}'
      options.tsconfig = undefined
    },
  })
}

/** Two copies of a class are two classes: what other packages have must be imported from them, never bundled. */
function requireOwnSources() {
  for (const file of readdirSync(staged, { recursive: true }).filter((path) => path.endsWith('.js'))) {
    const text = readFileSync(join(staged, file), 'utf8')
    for (const [, source] of text.matchAll(/^\/\/ (\S+\.(?:js|mjs|ts))$/gm)) {
      if (!source.startsWith(`${name}/src/`)) throw new Error(`${name}: ${file} bundles ${source}`)
    }
  }
}

async function bundle() {
  await javaScript()
  requireOwnSources()
  await mergeChunks(staged, name === 'client' ? clientFiles : serverFiles)
}

for (const leftOver of [staged, types]) rmSync(leftOver, { recursive: true, force: true })
writeConfig()
await Promise.all([bundle(), declarations()])
cpSync(types, staged, { recursive: true })
rmSync(types, { recursive: true })
rmSync(join(folder, 'dist'), { recursive: true, force: true })
renameSync(staged, join(folder, 'dist'))
console.log(`${name} built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
