import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compileExamples } from './compile-examples.js'
import { projectRoot } from './installed-package.js'

const { publicEntries } = (await import(new URL('../../scripts/public-entries.mjs', import.meta.url).href)) as {
  publicEntries(): Record<string, string>
}

// Inside the project, so that the example finds the package by its own name.
const folder = join(projectRoot, '.cache/readme')

function node(...args: string[]): { status: number | null; output: string } {
  const child = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  return { status: child.status, output: child.stdout + child.stderr }
}

test('the example of README compiles and runs', () => {
  const example = /^```ts\n([\s\S]*?)^```$/m.exec(readFileSync(join(projectRoot, 'README.md'), 'utf8'))?.[1]
  expect(example, 'README.md has an example').toBeDefined()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'example.ts'), example!)
  expect(compileExamples(folder, ['example.ts'], { noUnusedLocals: true })).toEqual([])
  expect(node('example.js')).toMatchObject({ status: 0 })
})

test('README names every entry', () => {
  const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8')
  const unnamed = Object.keys(publicEntries())
    .filter((entry) => !/^[.]\/api\/(validation\/|[^/]+\/v)/.test(entry))
    .map((entry) => entry.replace('.', 'apimachinery'))
    .filter((entry) => !readme.includes(`\`${entry}\``) && !readme.includes(`\`…/${entry.split('/').pop()}\``))
  expect(unnamed).toEqual([])
})

/** README and everything in docs. */
function pagesThatNameEntries(): string[] {
  const folders = ['docs', 'docs/guides']
  const pages = folders.flatMap((name) => readdirSync(join(projectRoot, name)).map((file) => `${name}/${file}`))
  return ['README.md', ...pages.filter((page) => page.endsWith('.md'))]
}

test.each(pagesThatNameEntries())('%s names entries that there are', (page) => {
  const entries = publicEntries()
  const named = readFileSync(join(projectRoot, page), 'utf8').matchAll(/[`'](apimachinery(?:\/[a-z0-9/.-]+)?)[`']/g)
  const missing = Array.from(named, ([, entry]) => entry as string).filter(
    (entry) => !(entry.replace('apimachinery', '.') in entries),
  )
  expect(missing).toEqual([])
})

test('names beside an entry in the list of Go packages are exported by it', () => {
  const rows = readFileSync(join(projectRoot, 'docs/go-packages.md'), 'utf8').matchAll(/^\| .* \| (.*) \|$/gm)
  const missing: string[] = []
  for (const [, here] of rows) {
    for (const clause of (here as string).split('; ')) {
      const entry = /`apimachinery\/([a-z0-9/]+)`/.exec(clause)?.[1]
      if (entry === undefined) continue
      const declared = readFileSync(join(projectRoot, `dist/cjs/src/${entry}/index.d.ts`), 'utf8')
      const names = Array.from(clause.matchAll(/`([A-Za-z0-9]+)(?:\(\))?`/g), ([, name]) => name as string)
      missing.push(
        ...names.filter((name) => !new RegExp(`\\b${name}\\b`).test(declared)).map((name) => `${entry}: ${name}`),
      )
    }
  }
  expect(missing).toEqual([])
})
