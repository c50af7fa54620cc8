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

const isJest = (text: string): boolean => text.includes('testing/jest')
let problems: readonly string[]
const problemsOf = (file: string): readonly string[] => problems.filter((problem) => problem.includes(`/${file}:`))

/** One program for those of Vitest and one for those of Jest, whose global names differ. */
beforeAll(() => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  expect(examples).toHaveLength(3)
  const misspelt = examples.slice(0, 2).map((text) => text.replace('toFailWithReason', 'toFailWithReasons'))
  const files = [
    ...examples.map((text, i) => ({ name: `example-${i}.ts`, text })),
    ...misspelt.map((text, i) => ({ name: `misspelt-${i}.ts`, text })),
    { name: 'jest.d.ts', text: `${jestTypes}// testing/jest` },
  ]
  for (const { name, text } of files) writeFileSync(join(folder, name), text)
  problems = [true, false].flatMap((ofJest) =>
    compileExamples(
      folder,
      files.filter(({ text }) => isJest(text) === ofJest).map(({ name }) => name),
    ),
  )
}, 120_000)

test.each([0, 1, 2])('example %i of the guide compiles', (i) => {
  expect(problemsOf(`example-${i}.ts`)).toEqual([])
})

test.each([0, 1])('misspelt it does not (%i)', (i) => {
  expect(problemsOf(`misspelt-${i}.ts`).join()).toContain('toFailWithReasons')
})

test('nothing else is wrong', () => {
  expect(problems.filter((problem) => !problem.includes('/misspelt-'))).toEqual([])
})
