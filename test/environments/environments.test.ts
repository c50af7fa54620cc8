import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { long } from '../rounds.js'
import { bundleForBrowsers } from './bundle.js'
import { runStrictly, runWithoutNode } from './node.js'

type Found = Record<string, Record<string, unknown>>
const scenario = new URL('everything-scenario.mjs', import.meta.url)
const { runEverything } = (await import(scenario.href)) as {
  runEverything(options?: { webhooks: boolean }): Promise<Found>
}
const { publicEntries } = (await import(new URL('../../scripts/public-entries.mjs', import.meta.url).href)) as {
  publicEntries(): Record<string, string>
}

/** What is no library for browsers: the generator, which reads Go and TypeScript from disks, and its tags, which are types. */
const forNode = new Set(['./codegen', './codegen/tags'])
const entries = Object.keys(publicEntries()).filter((entry) => !forNode.has(entry))
/** Those of the API groups are all made alike. */
const apiEntries = ['./api', './api/core/v1']
const named = entries.filter((entry) => !entry.startsWith('./api') || apiEntries.includes(entry))

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'apimachinery-bundle-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function runBundled(program: string): Promise<{ node: string[]; answer: unknown }> {
  const file = join(folder, 'bundle.js')
  writeFileSync(file, await bundleForBrowsers(program))
  const { status, output } = runWithoutNode(file)
  expect(status, output).toBe(0)
  expect(output).toMatch(/^\{/)
  return JSON.parse(output) as { node: string[]; answer: unknown }
}

describe('every entry at work', () => {
  test('finds the expected entries', async () => {
    const { codecs = {}, watches = {}, streams = {}, names, objects, answers } = await runEverything()
    for (const format of ['json', 'yaml', 'protobuf', 'cbor']) {
      expect((codecs[format] as unknown[]).slice(1)).toEqual(['apps/v1, Kind=Deployment', true, true])
      expect((watches[format] as unknown[]).slice(1)).toEqual([true, { k: 'é😀' }, 'configmaps "a" not found'])
      expect(streams[`${format} frames`]).toEqual(['map-0', 'map-1', 'map-2'])
    }
    expect(codecs).toMatchObject({ kinds: true, roundTrips: true, negotiated: 'application/vnd.kubernetes.protobuf' })
    expect(watches).toMatchObject({ broadcast: ['ADDED b'], until: 'MODIFIED' })
    expect(streams).toMatchObject({ 'json whole': true, 'protobuf whole': true, protobuf: [1511, 40, 'map-39', '7'] })
    expect(names).toMatchObject({
      kind: 'apps/v1, Kind=Deployment',
      mapping: 'apps/v1, Resource=deployments namespace',
      labels: true,
      parameters: 3,
      rules: ['spec: Invalid value: not negative'],
      schema: true,
      expression: { value: true },
    })
    expect(objects).toMatchObject({
      table: [['web', 2, '60m']],
      applied: [3, 'me'],
      strategic: 2,
      quantity: '2500m',
      edited: 'a: 2 # one\n',
      copied: true,
      front: true,
    })
    expect(answers).toEqual({ status: 200, allowed: false })
  })

  test('finds the same where code must not be made from strings', async () => {
    const { status, output } = runStrictly(
      `import { runEverything } from ${JSON.stringify(scenario.href)}; console.log(JSON.stringify(await runEverything()))`,
    )
    expect(status, output).toBe(0)
    expect(JSON.parse(output)).toEqual(JSON.parse(JSON.stringify(await runEverything())))
  })

  test('finds the same in a bundle for browsers, without the globals of Node', async () => {
    const program = `import { runEverything } from ${JSON.stringify(fileURLToPath(scenario))}
      globalThis.answer = runEverything({ webhooks: false })`
    const { node, answer } = await runBundled(program)
    expect(node).toEqual([])
    expect(answer).toEqual(JSON.parse(JSON.stringify(await runEverything({ webhooks: false }))))
  })
})

/** In the short form one of three; all of them are bundled together above. */
const chosen = named.filter((_, i) => long || i % 3 === 0)

test.each(chosen)('%s loads from a bundle of its own, without the globals of Node', async (entry) => {
  const name = JSON.stringify(entry.replace(/^\./, 'apimachinery'))
  const program = `import * as entry from ${name}; globalThis.answer = Promise.resolve(Object.keys(entry))`
  const { node, answer } = await runBundled(program)
  expect(node).toEqual([])
  expect((answer as string[]).length).toBeGreaterThan(0)
})

test('the entries that the scenario uses are all there are', async () => {
  const imported = new Set(
    readFileSync(scenario, 'utf8')
      .match(/(?<=from 'apimachinery)[^']*/g)
      ?.map((path) => `.${path}`),
  )
  const unused = entries.filter((entry) => !imported.has(entry) && !entry.startsWith('./api/'))
  // The types of generated code have no values of their own to try; ajv makes code from strings; test runners run in Node.
  expect(unused).toEqual(['./openapi/ajv', './runtime/gen-v1', './testing/jest', './testing/vitest'])
})
