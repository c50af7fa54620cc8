// Builds client/dist or server/dist: ES modules and CommonJS by tsup and rollup, declarations by tsc, from a library that is built already. What is
// in dist stays until everything is built.
import { spawn } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { build } from 'tsup'
import { compactCommonJS } from './compact-common-js.mjs'
import { mergeChunks, writeCommonJS } from './merge-chunks.mjs'
import { clientFiles, serverFiles } from './merged-files.mjs'
import { root, workspaceEntries, workspaces } from './public-entries.mjs'
import { writeDeclarations } from './write-declarations.mjs'

const name = process.argv[2]
if (!(name in workspaces)) throw new Error(`usage: build-workspace.mjs ${Object.keys(workspaces).join('|')}`)
const folder = join(root, name)
const staged = join(root, '.cache', `build-${name}`)
const types = join(root, '.cache', `types-${name}`)
const commonJSFolder = join(root, '.cache', `cjs-${name}`)
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

/** Packages that are ES modules only: for CommonJS the build has them inside. */
const modulesOnly = { client: [], server: ['jose', '@noble/ciphers/salsa.js'] }[name]
const withoutCommonJS = ['./cli']

/** The same for programs that `require`, such as tests of Jest: the commands are left out. */
async function commonJS() {
  const entries = Object.entries(workspaceEntries(name)).filter(([subpath]) => !withoutCommonJS.includes(subpath))
  const files = entries.map(([, source]) => source.replace(/^src\//, '').replace(/\.ts$/, '.js'))
  const replaced = Object.fromEntries(
    modulesOnly.map((module) => [module, `bundled/${module.replace(/\W+/g, '-')}.js`]),
  )
  const merged = name === 'client' ? clientFiles : serverFiles
  await writeCommonJS(staged, merged, { files, out: commonJSFolder, replaced })
  for (const [module, file] of Object.entries(replaced)) bundleModule(module, join(commonJSFolder, file))
  compactCommonJS(commonJSFolder)
  writeFileSync(join(commonJSFolder, 'package.json'), `${JSON.stringify({ type: 'commonjs', sideEffects: false })}\n`)
}

function bundleModule(module, outfile) {
  const [, name] = /^((?:@[^/]+\/)?[^/]+)/.exec(module)
  const folder = join(root, 'node_modules', name)
  const license = readdirSync(folder).find((file) => /^license/i.test(file))
  buildSync({
    stdin: { contents: `export * from ${JSON.stringify(module)}`, resolveDir: root },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    banner: { js: `/*! ${name}\n${readFileSync(join(folder, license), 'utf8')}*/` },
    outfile,
  })
}

async function bundle() {
  await javaScript()
  requireOwnSources()
  await commonJS()
  await mergeChunks(staged, name === 'client' ? clientFiles : serverFiles)
}

for (const leftOver of [staged, types, commonJSFolder]) rmSync(leftOver, { recursive: true, force: true })
writeConfig()
await Promise.all([bundle(), declarations()])
cpSync(commonJSFolder, join(staged, 'cjs'), { recursive: true })
rmSync(commonJSFolder, { recursive: true })
const entries = Object.values(workspaceEntries(name)).map((source) => source.replace(/^src\//, ''))
writeDeclarations(types, { esm: staged, cjs: join(staged, 'cjs') }, entries)
rmSync(types, { recursive: true })
rmSync(join(folder, 'dist'), { recursive: true, force: true })
renameSync(staged, join(folder, 'dist'))
console.log(`${name} built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
