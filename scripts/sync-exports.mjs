// Keeps `exports` of each package.json in step with the public folders. `--check` only reports.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { publicEntries, root, workspaceEntries, workspaces } from './public-entries.mjs'

const checkOnly = process.argv.includes('--check')

function sync(folder, entries) {
  const file = join(folder, 'package.json')
  const before = readFileSync(join(root, file), 'utf8')
  const exports = { ...Object.fromEntries(entries), './package.json': './package.json' }
  const after = `${JSON.stringify({ ...JSON.parse(before), exports }, null, 2)}\n`
  if (after === before) {
    console.log(`${file}: exports are up to date`)
  } else if (checkOnly) {
    console.error(`${file}: exports are out of date; run \`npm run sync-exports\``)
    process.exitCode = 1
  } else {
    writeFileSync(join(root, file), after)
    console.log(`${file}: exports written`)
  }
}

/** Entries below `./api/` are one pattern: hundreds of lines of package.json say nothing that their folders do not. */
const pattern = './api/*'
const patternSource = 'src/api/*/index.ts'

/** Entries that the pattern stands for, the rest as they are. A folder that it would miss keeps its line. */
function withPattern(entries) {
  const covered = ([subpath, source]) =>
    subpath.startsWith('./api/') && source === patternSource.replace('*', subpath.slice('./api/'.length))
  const kept = entries.filter((entry) => !covered(entry))
  const named = [...kept, [pattern, patternSource]]
  return named.sort(([a], [b]) => (a < b ? -1 : 1))
}

const built = (path) => ({ types: `${path}.d.ts`, default: `${path}.js` })

const ofFormat = (format, source) => built(`./dist/${format}/${source.replace(/\.ts$/, '')}`)
sync(
  '.',
  withPattern(Object.entries(publicEntries())).map(([subpath, source]) => [
    subpath,
    { import: ofFormat('esm', source), require: ofFormat('cjs', source) },
  ]),
)

/** Commands are no libraries: they have no CommonJS. */
const ofWorkspace = (subpath, path) =>
  subpath === './cli'
    ? built(`./dist/${path}`)
    : { import: built(`./dist/${path}`), require: built(`./dist/cjs/${path}`) }

/** What is no source: Jest looks for a preset under this name. */
const files = { client: [], server: [['./jest-preset', './jest-preset.cjs']] }

for (const folder of Object.keys(workspaces)) {
  const entries = Object.entries(workspaceEntries(folder))
  const named = entries.map(([subpath, source]) => [subpath, ofWorkspace(subpath, source.replace(/^src\/|\.ts$/g, ''))])
  sync(folder, [...named, ...files[folder]])
}
