// Checks that what README files, guides and other pages name exists: links, npm scripts, programs, flags, files, folders,
// entries, imports and names. Part of npm run check:docs.
import { checkFlags, checkNodePrograms, checkScripts } from './commands.mjs'
import { checkFolderLists, foldersWithoutReadme, unexplainedScripts } from './folders.mjs'
import { checkLinks } from './links.mjs'
import { checkEntries, checkFiles, checkImports, checkNames } from './names.mjs'
import { pages } from './pages.mjs'

const rules = [
  ...[checkLinks, checkScripts, checkNodePrograms, checkFlags],
  ...[checkEntries, checkImports, checkFiles, checkNames, checkFolderLists],
]

const all = pages()
const problems = all.flatMap((each) =>
  rules.flatMap((rule) => Array.from(rule(each), ({ line, problem }) => `${each.page}:${line}: ${problem}`)),
)
problems.push(...foldersWithoutReadme().map((folder) => `${folder}: has no README.md`))
problems.push(...unexplainedScripts(all).map((name) => `package.json: no page explains npm run ${name}`))

for (const problem of problems) console.error(problem)
console.log(`${all.length} pages, ${problems.length} of what they name does not exist`)
if (problems.length > 0) process.exitCode = 1
