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

/** The source of an entry of one of the packages, as `vitest.config.ts` has it. */
function sourceOf(entry, sandbox) {
  const [, workspace, name] = /^(?:@apimachinery\/([^/]+)|apimachinery)(?:\/(.*))?$/.exec(entry)
  const sources = `${sandbox}/${workspace === undefined ? 'src' : `${workspace}/src`}`
  const file = `${sources}/${name}.ts`
  if (name === undefined) return `${sources}/index.ts`
  return existsSync(file) ? file : `${sources}/${name}/index.ts`
}

/** The packages' own entries, of the sandbox; those that `isApart` stay imports. */
const entries = (sandbox, isApart) => ({
  name: 'entries',
  setup({ onResolve }) {
    onResolve({ filter: /^@?apimachinery(\/|$)/ }, ({ path }) =>
      isApart(path) ? { path, external: true } : { path: sourceOf(path, sandbox) },
    )
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

/** One script with a loader for each of `names`, files of the sandbox or entries of the packages. */
async function bundle(names, { sandbox, root, isApart = () => false }) {
  const loaders = names.map((name) => {
    const path = /^@?apimachinery(\/|$)/.test(name) ? name : `./${name}`
    return `${JSON.stringify(name)}: () => import('${path}')`
  })
  const entry = `export const files = {${loaders.join(',\n')}}`
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
    // An import at a later time asks for the same modules.
    supported: { 'dynamic-import': false },
    plugins: [entries(sandbox, isApart), places(sandbox, root)],
  })
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports)
  const externals = new Set(
    imports.filter(({ external, path }) => external && path !== '<runtime>').map(({ path }) => path),
  )
  externals.delete('vitest')
  return { text: outputFiles[0].text, externals: [...externals] }
}

/**
 * The tests, and apart from them what a fault in a workspace does not touch: the library, which is evaluated once. A process
 * that is started again after an endless loop finds the bundles of the one before.
 */
async function bundlesOnce(files, { sandbox, root, workspace }) {
  const kept = `${sandbox}/bundled-tests.json`
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8'))
  const isApart = (name) => workspace !== undefined && name.startsWith('apimachinery')
  const tests = await bundle(files, { sandbox, root, isApart })
  const entries = tests.externals.filter((name) => isApart(name))
  const made = [{ ...tests, name: 'tests' }]
  if (entries.length > 0) made.unshift({ ...(await bundle(entries, { sandbox, root })), name: 'library' })
  writeFileSync(`${kept}.${process.pid}`, JSON.stringify(made))
  renameSync(`${kept}.${process.pid}`, kept)
  return made
}

/**
 * Returns a function that evaluates the files again: `evaluate(vitest)` returns a loader for each file. `workspace` is the
 * folder of the package that has the faults, if it is not the library.
 */
export async function bundleTests(files, { sandbox, root, workspace }) {
  const bundles = await bundlesOnce(files, { sandbox, root, workspace })
  const require = createRequire(pathToFileURL(`${sandbox}/${workspace === undefined ? '' : `${workspace}/`}`))
  const loaded = new Map()
  let evaluate
  for (const { name: bundled, text, externals } of bundles) {
    for (const name of externals) if (!loaded.has(name)) loaded.set(name, await load(name, require))
    const script = new vm.Script(`(function (require, module) {${text}\n})`, {
      filename: `${sandbox}/${bundled}.cjs`,
      importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    })
    evaluate = (vitest) => {
      const module = { exports: {} }
      script.runInThisContext()((name) => (name === 'vitest' ? vitest : (loaded.get(name) ?? require(name))), module)
      return module.exports.files
    }
    if (bundled === 'tests') break
    for (const [name, open] of Object.entries(evaluate())) loaded.set(name, await open())
  }
  return evaluate
}

async function load(name, require) {
  if (name.startsWith('apimachinery')) return undefined
  try {
    return require(name)
  } catch {
    return import(name.startsWith('.') ? name : pathToFileURL(require.resolve(name)).href).catch(() => undefined)
  }
}
