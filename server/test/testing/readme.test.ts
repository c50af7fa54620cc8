import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

it('the test of an operator in the README is one that runs', () => {
  expect(read('../../README.md')).toContain(`\`\`\`ts\n${read('operator-example.test.ts')}\`\`\``)
})
