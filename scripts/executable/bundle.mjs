import { join } from 'node:path'
import { build } from 'esbuild'
import { packagesFromSource } from '../packages-from-source.mjs'
import { root } from '../public-entries.mjs'

/** The start of the executable: Node 20 starts one with CommonJS, which has no `await` at the top. */
const entry = `
import { runMain } from './run-main.js'
void runMain(process.argv.slice(2))
`

/** LMDB looks for its addon in the folder of its package, which is not there. */
const addonInside = {
  name: 'addon-inside',
  setup({ onResolve }) {
    onResolve({ filter: /^node-gyp-build-optional-packages$/ }, () => ({
      path: join(root, 'scripts/executable/addon-shim.cjs'),
    }))
  },
}

/** Writes the command with everything that it imports, as one file of CommonJS. */
export async function bundle(outfile) {
  await build({
    stdin: { contents: entry, resolveDir: join(root, 'server/src/cli'), loader: 'ts' },
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    // An executable can load nothing by `import()`.
    supported: { 'dynamic-import': false },
    // Names of classes are names of kinds and of errors.
    keepNames: true,
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'eof',
    logLevel: 'error',
    // Files beside a module: the executable has none, and what asks gets its own place.
    define: { 'import.meta.url': 'importMetaURL' },
    banner: { js: "const importMetaURL = require('node:url').pathToFileURL(process.execPath).href;" },
    plugins: [addonInside, packagesFromSource({ external: false })],
  })
}
