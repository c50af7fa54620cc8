import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const documented = new Set(
  Array.from(
    readFileSync('src/errors/machinery-error-code.ts', 'utf8').matchAll(/^ {2}\/\*\* .+ \*\/\n {2}(\w+): true$/gm),
    ([, code]) => code as string,
  ),
)

/** Codes in the constructor calls of errors, or in their classes. */
const thrown = /(?:new MachineryError|super)\(\s*'([A-Z]\w+)'/g
const named = /type \w+Error(?:Code|s)? =((?:\s*\| '\w+')+|(?: '\w+' ?\|?)+)/g

function codesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .flatMap((text) => [
      ...Array.from(text.matchAll(thrown), ([, code]) => code as string),
      ...Array.from(text.matchAll(named), ([, list = '']) => list.match(/\w+/g) ?? []).flat(),
    ])
}

test('every code of an error is documented, and nothing else', () => {
  const used = codesIn('src')
  expect(used.length).toBeGreaterThan(150)
  expect([...new Set(used)].filter((code) => !documented.has(code)).sort()).toEqual([])
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('machinery-error-code.ts'))
    .map((file) => readFileSync(join('src', file), 'utf8'))
    .join('\n')
  expect([...documented].filter((code) => !sources.includes(`'${code}'`))).toEqual([])
})
