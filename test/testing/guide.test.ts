import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the guide shows the test of the crontab example as it is', () => {
  const guide = readFileSync('docs/guides/test-your-conversions.md', 'utf8')
  expect(/^```ts\n([\s\S]*?)^```$/m.exec(guide)?.[1]).toBe(readFileSync('examples/crontab/conversion.test.ts', 'utf8'))
})
