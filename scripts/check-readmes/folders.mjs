import { files, read } from './pages.mjs'

const sourceFolders = new Set(files.filter((file) => /^src\/[^/]+\//.test(file)).map((file) => file.split('/')[1]))

/** Lists of the library's folders: each names all of them. */
const lists = { 'src/README.md': '', 'CONTRIBUTING.md': '', 'docs/design.md': 'src/' }

export function* checkFolderLists({ page, text }) {
  const prefix = lists[page]
  if (prefix === undefined) return
  const absent = [...sourceFolders].filter((folder) => !new RegExp(`\`${prefix}${folder}(/|\`)`).test(text))
  for (const folder of absent) yield { line: 1, problem: `src/${folder} is missing from the layers` }
}

const roots = /^(src|codegen|cli|client\/src|server\/src)\/.*\//
const versionFolder = /^src\/api\/\w+\/v\d\w*$/

/** Public folders, which have an `index.ts`, without a README. Those of versions of an API group are all alike. */
export function foldersWithoutReadme() {
  const folders = files
    .filter((file) => roots.test(file) && file.endsWith('/index.ts'))
    .map((file) => file.slice(0, -'/index.ts'.length))
  return folders.filter((folder) => !versionFolder.test(folder) && !files.includes(`${folder}/README.md`))
}

/** Scripts of package.json that CONTRIBUTING or a README explains; every other one must be a step of such a one. */
export function unexplainedScripts(pages) {
  const manifest = JSON.parse(read('package.json')).scripts
  const explained = pages.map(({ text }) => text).join('\n')
  const steps =
    Object.values(manifest).join('\n') +
    files
      .filter((f) => f.startsWith('.ci/'))
      .map(read)
      .join('\n')
  return Object.keys(manifest).filter(
    (name) =>
      !['test', 'prepack'].includes(name) &&
      !new RegExp(`npm (run )?(--silent )?${name}(?![\\w:-])`).test(`${explained}\n${steps}`),
  )
}
