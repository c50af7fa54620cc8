// The map from our files to the Go packages and functions that they follow, docs/ported-files.md:
//   node scripts/ported-files/main.mjs           checks it (part of npm run check:docs)
//   node scripts/ported-files/main.mjs --write   writes it again; needs Go's module cache
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { files } from '../check-readmes/pages.mjs'
import { root } from '../public-entries.mjs'
import { goDeclarations } from './go-declarations.mjs'
import { packages } from './packages.mjs'
import { namedSources, namesIn, packagesOf, page, rows, rulesIn, sources } from './table.mjs'

const mostNames = 8
const code = (texts) => texts.map((text) => `\`${text}\``).join(', ')

function write() {
  const cache = execFileSync('go', ['env', 'GOMODCACHE'], { encoding: 'utf8' }).trim()
  const declarations = new Map()
  const declarationsOf = (path) => {
    if (!declarations.has(path)) declarations.set(path, goDeclarations(cache, path))
    return declarations.get(path)
  }
  const lines = sources.flatMap((file) => row(file, declarationsOf) ?? [])
  const folders = Object.entries(packages).map(([folder, go]) => `| \`${folder}\` | ${code(go)} |`)
  const text = [
    head,
    `## By folder\n\n| folder or file | Go packages |\n| --- | --- |\n${folders.sort().join('\n')}`,
    `## By file\n\n| file | Go package | functions and types |\n| --- | --- | --- |\n${lines.join('\n')}\n`,
  ]
  writeFileSync(join(root, page), text.join('\n\n'))
}

/** A row for a file that has names of Go, in any case of the first letter. */
function row(file, declarationsOf) {
  const go = packagesOf(file) ?? []
  const byName = new Map()
  for (const path of go) for (const name of declarationsOf(path) ?? []) byName.set(name.toLowerCase(), [path, name])
  const matches = [...namesIn(file)]
    .map((name) => byName.get(name.toLowerCase()))
    .filter((match) => match !== undefined)
  const unseen = go.some((path) => declarationsOf(path) === undefined)
  const others = unseen ? [...namedSources(file), ...rulesIn(file)] : namedSources(file)
  const names = [...new Set([...matches.map(([, name]) => name), ...others])].slice(0, mostNames)
  if (names.length === 0) return undefined
  const matched = go.filter((path) => matches.some(([owner]) => owner === path))
  return `| \`${file}\` | ${code(matched.length > 0 ? matched : go.slice(0, 1))} | ${code(names)} |`
}

const head = `# Go sources of our files

Which Go packages a folder follows, and which of their functions and types a file has, under the same name in camelCase or as the source
that its comment names. Other files of a folder follow the behaviour of its packages with another division into functions. Folders that
are missing here are our own design. [go-packages.md](go-packages.md) is the map in the other direction.

Written by \`node scripts/ported-files/main.mjs --write\` from \`scripts/ported-files/packages.mjs\` and Go's module cache. Names of
\`k8s.io/kubernetes\`, which is not in the cache, are not compared with Go. \`npm run check:docs\` compares the tables with the files.`

function* problems() {
  const table = rows()
  for (const file of sources) {
    const go = packagesOf(file)
    if (go === undefined) yield `${file}: scripts/ported-files/packages.mjs does not place it`
  }
  for (const [file, { packages: go, names }] of table) {
    if (!files.includes(file)) {
      yield `${page}: ${file} does not exist`
      continue
    }
    const known = new Set([...namesIn(file), ...namedSources(file), ...rulesIn(file)].map((name) => name.toLowerCase()))
    const gone = names.filter((name) => !known.has(name.toLowerCase()))
    if (gone.length > 0) yield `${page}: ${file} has no ${gone.join(', ')} any more`
    const strange = go.filter((path) => !(packagesOf(file) ?? []).includes(path))
    if (strange.length > 0) yield `${page}: ${file} does not follow ${strange.join(', ')} by packages.mjs`
  }
}

if (process.argv.includes('--write')) write()
const found = [...problems()]
for (const problem of found) console.error(problem)
console.log(`${rows().size} files with names of Go, ${found.length} problems`)
if (found.length > 0) {
  console.error('node scripts/ported-files/main.mjs --write writes the table again')
  process.exitCode = 1
}
