import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { compileExamples } from './compile-examples.js'
import { projectRoot } from './installed-package.js'

// Inside the project, so that the examples find the package by its own name.
const folder = join(projectRoot, '.cache/matchers')
const guide = readFileSync(join(projectRoot, 'docs/guides/test-your-conversions.md'), 'utf8')
const examples = Array.from(guide.matchAll(/^```ts matchers\n([\s\S]*?)^```$/gm), ([, text]) => text as string)

/** The part of `@types/jest` (29 and 30) that others add to, and what the example calls. */
const jestTypes = `
declare namespace jest {
  interface Matchers<R, T = {}> { toBe(expected: unknown): R; not: Matchers<R, T> }
  interface Expect { <T>(actual: T): Matchers<void, T>; extend(matchers: object): void }
}
declare const expect: jest.Expect
declare function test(name: string, run: () => void): void
`

function problemsOf(name: string, text: string): string[] {
  writeFileSync(join(folder, `${name}.ts`), text)
  const isJest = text.includes('testing/jest')
  if (isJest) writeFileSync(join(folder, 'jest.d.ts'), jestTypes)
  return compileExamples(folder, isJest ? [`${name}.ts`, 'jest.d.ts'] : [`${name}.ts`])
}

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  expect(examples).toHaveLength(3)
})

test.each(examples.map((text, i) => [i, text] as const))(
  'example %i of the guide compiles',
  (i, text) => {
    expect(problemsOf(`example-${i}`, text)).toEqual([])
  },
  60_000,
)

test.each(examples.slice(0, 2).map((text, i) => [i, text] as const))(
  'misspelt it does not (%i)',
  (i, text) => {
    const misspelt = text.replace('toFailWithReason', 'toFailWithReasons')
    expect(problemsOf(`misspelt-${i}`, misspelt).join()).toContain('toFailWithReasons')
  },
  60_000,
)
