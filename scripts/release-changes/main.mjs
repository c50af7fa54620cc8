// What changed from one release of Kubernetes to another, as far as we follow it, with our files:
//   node scripts/release-changes/main.mjs 1.36.3 1.37.2 [--only validation] [--all]
// Reads Go's module cache; `--all` shows also what none of our files follows.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { packages } from '../ported-files/packages.mjs'
import { rows } from '../ported-files/table.mjs'
import { goPackages } from './go-declarations.mjs'
import { modules, sorts } from './sorts.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, all: { type: 'boolean', default: false } },
})
const [from, to] = positionals
if (to === undefined) {
  console.error('usage: node scripts/release-changes/main.mjs FROM TO [--only SORT] [--all], such as 1.MINOR.PATCH')
  process.exit(2)
}
const cache = execFileSync('go', ['env', 'GOMODCACHE'], { encoding: 'utf8' }).trim()

function folderOf(module, release) {
  const version = module === 'k8s.io/kubernetes' ? release : release.replace(/^1\./, '0.')
  const folder = join(cache, `${module}@v${version}`)
  if (!existsSync(folder)) throw new Error(`go mod download ${module}@v${version}: it is not in the module cache`)
  return folder
}

/** Package → name → text, of all that is read of a release. */
function declarationsOf(release) {
  const found = new Map()
  for (const [module, below] of Object.entries(modules)) {
    const root = folderOf(module, release)
    for (const folder of below) {
      for (const [path, names] of goPackages(root, folder)) found.set(join(module, path), names)
    }
  }
  return found
}

function* changes(before, after) {
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(path) ?? new Map(), after.get(path) ?? new Map()]
    for (const name of new Set([...old.keys(), ...now.keys()])) {
      if (old.get(name) === now.get(name)) continue
      const what = !old.has(name) ? 'new' : now.has(name) ? 'changed' : 'gone'
      yield { path, name, what, text: now.get(name) ?? old.get(name) }
    }
  }
}

const isBelow = (path, parent) => path === parent || path.startsWith(`${parent}/`)

/** Our files that have a declaration under its name; else our folders that follow its package. */
function followers() {
  const byName = new Map()
  for (const [file, row] of rows()) {
    for (const name of row.names) byName.set(name, [...(byName.get(name) ?? []), { file, packages: row.packages }])
  }
  return ({ path, name }) => {
    const short = name.split('.').at(-1)
    const named = (byName.get(short) ?? []).filter((row) => row.packages.some((each) => isBelow(path, each)))
    if (named.length > 0) return [...new Set(named.map(({ file }) => file))]
    const lengths = Object.entries(packages).flatMap(([folder, go]) =>
      go.filter((each) => isBelow(path, each)).map((each) => ({ folder, length: each.length })),
    )
    const longest = Math.max(0, ...lengths.map(({ length }) => length))
    const closest = lengths.filter(({ length }) => length === longest).map(({ folder }) => folder)
    // Every group follows the same parents of packages: the one of the same name is meant.
    const ofGroup = closest.filter((folder) => path.split('/').includes(folder.split('/').at(-1)))
    return [...new Set((ofGroup.length > 0 ? ofGroup : closest).map((folder) => `${folder}/`))]
  }
}

const found = new Map(sorts.map(({ name }) => [name, []]))
const followersOf = followers()
let hidden = 0
for (const change of changes(declarationsOf(from), declarationsOf(to))) {
  const { name: sort } = sorts.find(({ fits }) => fits(change))
  const ours = sort === 'types' ? ['npm run generate'] : sort === 'gates' ? ['npm run generate'] : followersOf(change)
  if (ours.length === 0 && !values.all) hidden += 1
  else found.get(sort).push(`  ${change.what.padEnd(8)}${change.path} ${change.name}  ${ours.slice(0, 4).join(' ')}`)
}
for (const [sort, lines] of found) {
  if (values.only !== undefined && values.only !== sort) continue
  console.log(`${sort}: ${lines.length}`)
  for (const line of lines.sort()) console.log(line)
}
if (hidden > 0) console.log(`${hidden} more in packages that none of our files follows (--all shows them)`)
