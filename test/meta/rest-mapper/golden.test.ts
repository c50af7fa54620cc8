import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { goldenLines } from '../../golden-lines.js'
import { unpackDiscovery } from '../../interop/cluster.mjs'
import { sourceOperations } from '../../interop/source-operations.js'

interface Line {
  readonly question?: Record<string, unknown>
  readonly request?: { readonly op: string }
  readonly answer: Record<string, unknown>
}

const lines = goldenLines<Line>('rest-mapper/answers.jsonl.gz')

test('questions about a whole cluster have the answers of client-go', async () => {
  const cluster = readFileSync(new URL('../../golden/rest-mapper/cluster.json', import.meta.url), 'utf8')
  const asked = lines.filter(({ question }) => question !== undefined)
  const operations = await sourceOperations('meta')
  const ask = operations['mapper.discovery'] as NonNullable<(typeof operations)[string]>
  const questions = asked.map(({ question }) => question)
  const { answers } = ask({ in: { ...unpackDiscovery(JSON.parse(cluster)), questions } })
  expect(asked.length).toBeGreaterThan(2000)
  expect(answers).toEqual(asked.map(({ answer }) => answer))
})

test('mappers of a few kinds have the answers of Go, ambiguous ones among them', async () => {
  const asked = lines.filter(({ request }) => request !== undefined)
  const operations = await sourceOperations('meta')
  const answers = asked.map(({ request }) => operations[request?.op ?? '']?.(request as never))
  expect(asked.filter(({ answer }) => answer.ambiguous === true).length).toBeGreaterThan(5)
  expect(answers).toEqual(asked.map(({ answer }) => answer))
})
