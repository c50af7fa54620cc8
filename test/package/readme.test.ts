import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from './installed-package.js'

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
  const compilerOptions = { noEmit: false, declaration: false, isolatedDeclarations: false, rootDir: '.', outDir: '.' }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, include: [], files: ['example.ts'] }),
  )
  expect(node(join(projectRoot, 'node_modules/typescript/lib/tsc.js'), '-p', '.')).toEqual({ status: 0, output: '' })
  expect(node('example.js')).toMatchObject({ status: 0 })
})

test('README names every entry', () => {
  const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8')
  const { exports } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { exports: object }
  const unnamed = Object.keys(exports)
    .filter((entry) => entry !== './package.json' && !/^[.]\/api\/[^/]+\/v/.test(entry))
    .map((entry) => entry.replace('.', 'apimachinery'))
    .filter((entry) => !readme.includes(`\`${entry}\``) && !readme.includes(`\`…/${entry.split('/').pop()}\``))
  expect(unnamed).toEqual([])
})
