import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { long } from '../rounds.js'
import { compileExamples } from './compile-examples.js'
import { projectRoot } from './installed-package.js'

// Inside the project, so that the examples find the package by its own name.
const folder = join(projectRoot, '.cache/guides')
const guides = {
  'objects-and-codecs': 'docs/guides/objects-and-codecs.md',
  controllers: 'docs/guides/controllers.md',
  patches: 'docs/guides/patches.md',
  'server-side-apply': 'docs/guides/server-side-apply.md',
  webhooks: 'docs/guides/webhooks.md',
  'tests-of-webhooks': 'docs/guides/webhooks-in-tests.md',
  'crd-schemas': 'docs/guides/crd-schemas.md',
  'judge-manifests': 'docs/guides/judge-manifests.md',
  watch: 'docs/guides/watch.md',
  'client-controllers': 'docs/client/controllers.md',
} as const
type Guide = keyof typeof guides
const names = Object.keys(guides) as Guide[]

function node(...args: string[]): { status: number | null; output: string } {
  const child = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  // A manager writes which controllers begin.
  return { status: child.status, output: child.stdout + child.stderr.replaceAll(/^I\d{4} .*\n/gm, '') }
}

/** An example as a module: the value before an arrow must equal the one after it. */
function moduleOf(example: string): string {
  const claim = /^(\S.*?) +\/\/ → (.+)$/gm
  return `import { deepEqual as holds } from 'node:assert/strict'\n${example.replace(claim, plain)}`
}

/** Objects of classes are compared by their content. */
function plain(_: string, found: string, wanted: string): string {
  return `holds(JSON.parse(JSON.stringify(${found})), ${wanted})`
}

/** Writes the examples of all guides as modules. */
function writeModules(): string[] {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return names.flatMap((guide) => {
    const text = readFileSync(join(projectRoot, guides[guide]), 'utf8')
    return Array.from(text.matchAll(/^```ts\n([\s\S]*?)^```$/gm), ([, example], i) => {
      writeFileSync(join(folder, `${guide}-${i}.ts`), moduleOf(example as string))
      return `${guide}-${i}.ts`
    })
  })
}

/** The settings of a careful user, and those that `strict` alone has: what one takes the other may refuse. */
const settings = { careful: {}, usual: { exactOptionalPropertyTypes: false, noUncheckedIndexedAccess: false } }

/** A compilation takes seconds; the guides of the client are compiled with the usual settings each time. */
const compiled = Object.entries(settings).filter(([name]) => long || name === 'careful')

describe('the examples of the guides', () => {
  let files: string[]

  beforeAll(() => {
    files = writeModules()
  })

  test.each(compiled)(
    'compile with %s settings',
    (_, chosen) => {
      expect(compileExamples(folder, files, chosen)).toEqual([])
    },
    60_000,
  )

  test.each(names)(
    '%s: run and say what is true',
    (guide) => {
      const programs = readdirSync(folder).filter((file) => file.startsWith(`${guide}-`) && /\d\.js$/.test(file))
      expect(programs.length).toBeGreaterThan(1)
      for (const program of programs) expect(node(program)).toEqual({ status: 0, output: '' })
    },
    60_000,
  )
})
