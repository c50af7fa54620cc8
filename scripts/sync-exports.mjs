// Keeps `exports` of package.json in step with the public folders. `--check` only reports.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { publicEntries, root } from './public-entries.mjs'

const manifestFile = join(root, 'package.json')
const before = readFileSync(manifestFile, 'utf8')
const manifest = JSON.parse(before)

const conditions = (format, source) => {
  const built = `./dist/${format}/${source.replace(/\.ts$/, '')}`
  return { types: `${built}.d.ts`, default: `${built}.js` }
}
manifest.exports = {
  ...Object.fromEntries(
    Object.entries(publicEntries()).map(([subpath, source]) => [
      subpath,
      { import: conditions('esm', source), require: conditions('cjs', source) },
    ]),
  ),
  './package.json': './package.json',
}

const after = `${JSON.stringify(manifest, null, 2)}\n`
if (after === before) {
  console.log('exports are up to date')
} else if (process.argv.includes('--check')) {
  console.error('package.json: exports are out of date; run `npm run sync-exports`')
  process.exitCode = 1
} else {
  writeFileSync(manifestFile, after)
  console.log('exports written to package.json')
}
