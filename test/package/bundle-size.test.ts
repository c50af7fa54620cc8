import { expect, test } from 'vitest'

const workload = new URL('../../bench/workloads/bundle-size.mjs', import.meta.url)
const { minified, oneKind } = (await import(workload.href)) as {
  minified(program: string): Promise<Uint8Array>
  oneKind: string
}

test('a program of Scheme, JSON codecs and one kind takes 42 KiB at the most', async () => {
  expect((await minified(oneKind)).length).toBeLessThanOrEqual(42 * 1024)
})
