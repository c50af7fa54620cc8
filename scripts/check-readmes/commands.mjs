import { files, read } from './pages.mjs'

const manifests = Object.fromEntries(
  files.filter((file) => /(^|\/)package\.json$/.test(file)).map((file) => [file, JSON.parse(read(file)).scripts ?? {}]),
)

/** `npm run NAME`, with `-w PACKAGE` or in a folder: some package.json above the page, or the one named, has the script. */
export function* checkScripts({ page, text }) {
  const wanted = /npm run (?:--silent )?([a-z][\w:-]*)((?: -w [\w/-]+)?)/g
  for (const { 1: name, 2: workspace, index } of text.matchAll(wanted)) {
    const folder = workspace.replace(' -w ', '')
    const named = folder === '' ? manifestsFor(page, text) : [`${folder}/package.json`]
    if (named.some((file) => manifests[file]?.[name] !== undefined)) continue
    yield {
      line: text.slice(0, index).split('\n').length,
      problem: `npm run ${name}${workspace}: there is no such script`,
    }
  }
}

/** Pages name scripts of the root, of their own package, "in `client`" of another, and of the project that `init operator` makes. */
function manifestsFor(page, text) {
  const parts = page.split('/')
  const above = parts.map((_, i) => [...parts.slice(0, i), 'package.json'].join('/'))
  const made = text.includes('init operator') ? ['examples/operator-webapp/package.json'] : []
  return [...new Set([...above, 'client/package.json', 'server/package.json', ...made])]
}

/** `node FILE`: the file exists. */
export function* checkNodePrograms({ text }) {
  for (const { 1: file, index } of text.matchAll(
    /\bnode (?:--[\w-]+(?:=\S+)? )*((?:[\w-]+\/)*[\w.-]+\.(?:mjs|ts))\b/g,
  )) {
    if (files.includes(file) || files.some((each) => each.endsWith(`/${file}`))) continue
    yield { line: text.slice(0, index).split('\n').length, problem: `node ${file}: there is no such file` }
  }
}

const sources = files
  .filter((file) => /\.(ts|mjs|json|yaml|yml)$/.test(file) || file.startsWith('.ci/'))
  .filter((file) => !file.endsWith('.gen.ts') && !file.includes('/golden/'))
let sourceText

// It is written by a script, and lists the flags of kube-apiserver that are missing, too.
const flagsPage = 'server/docs/flags.md'

/** Whether a source has the flag, as `--name` or as `name` in a text or key, or the page of the server's flags. */
function hasFlag(name) {
  sourceText ??= [...sources, flagsPage].map(read).join('\n')
  return new RegExp(`(?:--|['"\`])${name}\\b|^\\s*${name}\\??:`, 'm').test(sourceText)
}

const flags = new Map()

/** `--flag`: some source has it. */
export function* checkFlags({ page, text }) {
  if (page === flagsPage) return
  for (const { 1: name, index } of text.matchAll(/(?<=^|[\s`(])--([a-z][a-z0-9-]+)/gm)) {
    if (!flags.has(name)) flags.set(name, hasFlag(name))
    if (!flags.get(name))
      yield { line: text.slice(0, index).split('\n').length, problem: `--${name}: no source has this flag` }
  }
}
