// Makes one script of the tests of a folder and all they import, which a process can evaluate as often as it likes.
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import vm from 'node:vm'
import { build } from 'esbuild'

const loaders = { ts: 'ts', mts: 'ts', mjs: 'js', js: 'js' }

/** A file that awaits at its top level becomes one with an async function; its imports stay outside. */
function withoutTopLevelAwait(text) {
  if (!/^(?:const|let|for|await|\}).*\bawait\b/m.test(text)) return text
  const imports = [...text.matchAll(/^import\s(?:[^;]*?\sfrom\s)?'[^']*'(?: with \{[^}]*\})?$/gm)]
  const last = imports.at(-1)
  const end = last === undefined ? 0 : last.index + last[0].length
  return `${text.slice(0, end)}\nexport const finished = (async () => {${text.slice(end)}\n})()`
}

/** What tests load by a name that they compute; they are replaced by modules of the same bundle. */
function fromSource(sandbox) {
  const loaded = [...readdirSync(`${sandbox}/test/interop/ops`).map((name) => `ops/${name}`), 'session.mjs']
  const loaders = loaded.map((name) => `${JSON.stringify(name)}: () => import('./${name}')`)
  return `const modules = {${loaders.join(',')}}\nexport const importFromSource = (name) => modules[name]()`
}

/** The package's own entries, of the sandbox. */
const entries = (sandbox) => ({
  name: 'entries',
  setup({ onResolve }) {
    onResolve({ filter: /^apimachinery(\/|$)/ }, ({ path }) => {
      const entry =
        path === 'apimachinery/runtime/gen-v1' ? 'runtime/gen-v1.ts' : `${path.slice('apimachinery/'.length)}/index.ts`
      return { path: `${sandbox}/src/${path === 'apimachinery' ? 'index.ts' : entry}` }
    })
  },
})

/** Modules do not know where they are once bundled: each receives its path in the checkout. */
const places = (sandbox, root) => ({
  name: 'places',
  setup({ onLoad }) {
    onLoad({ filter: /\.m?[tj]s$/ }, ({ path }) => {
      if (path.includes('node_modules')) return undefined
      const place = `${root}${relative(sandbox, path)}`
      if (path.endsWith('/test/interop/from-source.mjs')) return { contents: fromSource(sandbox), loader: 'js' }
      const plain = readFileSync(path, 'utf8')
      const text = path.endsWith('.test.ts') ? withoutTopLevelAwait(plain) : plain
      const contents = text
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(place).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(place)))
      return { contents, loader: loaders[path.slice(path.lastIndexOf('.') + 1)] }
    })
  },
})

async function bundle(files, sandbox, root) {
  const entry = `export const files = {${files.map((file) => `${JSON.stringify(file)}: () => import('./${file}')`).join(',\n')}}`
  const { outputFiles, metafile } = await build({
    stdin: { contents: entry, resolveDir: sandbox },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    metafile: true,
    logLevel: 'error',
    plugins: [entries(sandbox), places(sandbox, root)],
  })
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports)
  const externals = new Set(imports.filter(({ external }) => external).map(({ path }) => path))
  externals.delete('vitest')
  return { text: outputFiles[0].text, externals: [...externals] }
}

/** A process that is started again after an endless loop finds the bundle of the one before. */
async function bundleOnce(files, sandbox, root) {
  const kept = `${sandbox}/bundled-tests.json`
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8'))
  const made = await bundle(files, sandbox, root)
  writeFileSync(`${kept}.${process.pid}`, JSON.stringify(made))
  renameSync(`${kept}.${process.pid}`, kept)
  return made
}

/** Returns a function that evaluates the files again: `evaluate(vitest)` returns a loader for each file. */
export async function bundleTests(files, { sandbox, root }) {
  const { text, externals } = await bundleOnce(files, sandbox, root)
  const require = createRequire(pathToFileURL(`${sandbox}/`))
  const loaded = new Map()
  for (const name of externals) loaded.set(name, await load(name, require))
  const script = new vm.Script(`(function (require, module) {${text}\n})`, {
    filename: `${sandbox}/tests.cjs`,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  return (vitest) => {
    const module = { exports: {} }
    script.runInThisContext()((name) => (name === 'vitest' ? vitest : (loaded.get(name) ?? require(name))), module)
    return module.exports.files
  }
}

async function load(name, require) {
  try {
    return require(name)
  } catch {
    return import(name.startsWith('.') ? name : pathToFileURL(require.resolve(name)).href).catch(() => undefined)
  }
}
