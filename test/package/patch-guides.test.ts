import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from './installed-package.js'

// Inside the project, so that the examples find the package by its own name.
const folder = join(projectRoot, '.cache/patch-guides')

function node(...args: string[]): { status: number | null; output: string } {
  const child = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  return { status: child.status, output: child.stdout + child.stderr }
}

/** An example as a module: what stands before an arrow must be what stands behind it. */
function moduleOf(example: string): string {
  const claim = /^(\S.*?) +\/\/ → (.+)$/gm
  return `import { deepEqual } from 'node:assert/strict'\n${example.replace(claim, plain)}`
}

/** Objects of classes are compared by their content. */
function plain(_: string, found: string, wanted: string): string {
  return `deepEqual(JSON.parse(JSON.stringify(${found})), ${wanted})`
}

describe.each(['patches', 'server-side-apply', 'webhooks', 'crd-schemas', 'watch'])(
  'the examples of docs/guides/%s.md',
  (guide) => {
    const text = readFileSync(join(projectRoot, `docs/guides/${guide}.md`), 'utf8')
    const examples = Array.from(text.matchAll(/^```ts\n([\s\S]*?)^```$/gm), ([, example]) => example as string)

    test('compile, run and say what is true', () => {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder, { recursive: true })
      const files = examples.map((example, i) => {
        writeFileSync(join(folder, `${guide}-${i}.ts`), moduleOf(example))
        return `${guide}-${i}.ts`
      })
      expect(files.length).toBeGreaterThan(3)
      const compilerOptions = {
        noEmit: false,
        declaration: false,
        isolatedDeclarations: false,
        rootDir: '.',
        outDir: '.',
        types: ['node'],
        noUnusedLocals: false,
      }
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, include: [], files }),
      )
      expect(node(join(projectRoot, 'node_modules/typescript/lib/tsc.js'), '-p', '.')).toEqual({
        status: 0,
        output: '',
      })
      for (const file of files) expect(node(file.replace('.ts', '.js'))).toEqual({ status: 0, output: '' })
    }, 60_000)
  },
)
