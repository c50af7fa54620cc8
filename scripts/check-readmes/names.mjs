import { dirname } from 'node:path'
import { publicEntries, workspaceEntries } from '../public-entries.mjs'
import { codeBlocks, codeSpans, files, read } from './pages.mjs'

const entries = new Map(
  [
    ...Object.entries(publicEntries()).map(([name, file]) => [name.replace('.', 'apimachinery'), file]),
    ...['client', 'server'].flatMap((folder) =>
      Object.entries(workspaceEntries(folder)).map(([name, file]) => [
        name.replace('.', `@apimachinery/${folder}`),
        `${folder}/${file}`,
      ]),
    ),
  ].sort(),
)

/** Entries in inline code: they exist, or are folders of entries. */
export function* checkEntries({ text }) {
  for (const { code, line } of codeSpans(text)) {
    const [, entry] = /^((?:@apimachinery\/(?:client|server)|apimachinery)(?:\/[a-z0-9/.-]+)?)$/.exec(code) ?? []
    if (entry !== undefined && !entries.has(entry)) yield { line, problem: `${entry}: there is no such entry` }
  }
}

/** Words of a file and of what it re-exports as a whole. */
function namesOf(file, seen = new Set()) {
  if (seen.has(file)) return new Set()
  seen.add(file)
  const text = read(file)
  const names = new Set(text.match(/[A-Za-z_$][\w$]*/g))
  for (const [, path] of text.matchAll(/export \* from '(\.[^']+)\.js'/g)) {
    const target = new URL(`${path}.ts`, `file:///${file}`).pathname.slice(1)
    for (const name of namesOf(target, seen)) names.add(name)
  }
  return names
}

/** Imports in blocks of TypeScript: the entry exists and exports the names. */
export function* checkImports({ text }) {
  for (const { code, line } of codeBlocks(text, ['ts', 'js', 'typescript'])) {
    for (const { 1: clause, 2: entry } of code.matchAll(/^import (?:type )?(.*?) from '(@?apimachinery[^']*)'/gm)) {
      const file = entries.get(entry)
      if (file === undefined) {
        yield { line, problem: `import from ${entry}: there is no such entry` }
        continue
      }
      const named = /\{([^}]*)\}/.exec(clause)?.[1] ?? ''
      const exported = namesOf(file)
      for (const part of named.split(',')) {
        const name = part
          .trim()
          .replace(/^type /, '')
          .split(' as ')[0]
        if (name !== '' && !exported.has(name)) yield { line, problem: `${entry} does not export ${name}` }
      }
    }
  }
}

const extensions = 'ts|mjs|mts|js|json|md|yaml|yml|proto|go|sh'
// Not a bare ending such as `.gen.ts`.
const fileSpan = new RegExp(`^(?!\\.\\w)(?:\\.\\.?/)*(?:[\\w@-]+/)*[\\w.-]+\\.(?:${extensions})$`)
const basenames = new Set(files.map((file) => file.split('/').pop()))

/** Files and folders that a README names exist: beside it, from the root, or, for a bare name, anywhere, also as a text in a source. */
export function* checkFiles({ page, text }) {
  for (const { code, line } of codeSpans(text)) {
    const folder = /^(?:\.\.?\/)*(?:[\w-]+\/)+$/.test(code)
    // Tests of Go are upstream's.
    if ((!folder && !fileSpan.test(code)) || code.endsWith('_test.go')) continue
    if (!namedFileExists(page, code))
      yield { line, problem: `\`${code}\`: there is no such ${folder ? 'folder' : 'file'}` }
  }
}

function namedFileExists(page, name) {
  const path = name.replace(/^(\.\.?\/)+/, '')
  if (!path.includes('/')) return basenames.has(path) || fileNames.has(path)
  const beside = dirname(page) === '.' ? path : `${dirname(page)}/${path}`
  const fits = (file) =>
    path.endsWith('/') ? file.startsWith(path) || file.includes(`/${path}`) : file === path || file.endsWith(`/${path}`)
  return files.some((file) => file === beside || fits(file))
}

const words = new Set()
const fileNames = new Set()
for (const file of files) {
  if (!/\.(ts|mts|mjs|js|json|go)$/.test(file) || file.includes('/golden/') || file === 'package-lock.json') continue
  const text = read(file)
  for (const word of text.match(/[A-Za-z_$][\w$]*/g) ?? []) words.add(word)
  for (const [, name] of text.matchAll(/['"`/]([\w.-]+\.\w+)['"`]/g)) fileNames.add(name)
}

// Others name what upstream or another library has.
const sourceReadme = /^(src|codegen|cli|scripts|bench|client\/src|server\/src)\/.*README\.md$/

/** Names in inline code of a folder's README occur in some source. */
export function* checkNames({ page, text }) {
  if (!sourceReadme.test(page)) return
  for (const { code, line } of codeSpans(text)) {
    const [, path] = /^((?:[A-Za-z_$][\w$]*\.)*[A-Za-z_$][\w$]*)(?:\(.*\))?$/.exec(code) ?? []
    if (path === undefined || fileSpan.test(code)) continue
    const missing = path.split('.').filter((name) => !words.has(name))
    if (missing.length > 0) yield { line, problem: `\`${code}\`: no source has ${missing.join(', ')}` }
  }
}
