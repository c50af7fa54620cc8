import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type InProcess, startInProcess } from './in-process.js'

interface Step {
  readonly verb: 'write' | 'strategic' | 'merge' | 'label' | 'apply'
  readonly text: string
}
interface History {
  readonly steps: readonly Step[]
  readonly answers: readonly { readonly owners: readonly string[]; readonly raw: string }[]
}

const golden = new URL('../../../test/golden/managedfields/raw-owners.jsonl.gz', import.meta.url)
const lines = gunzipSync(readFileSync(golden)).toString().trim().split('\n')
const histories = lines.map((line) => JSON.parse(line) as History)
const collection = 'https://localhost/apis/resource.k8s.io/v1/deviceclasses'
const labelled = { metadata: { labels: { x: 'y' } } }
const names = { apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass' }

let started: InProcess
beforeAll(async () => {
  started = await startInProcess()
})
afterAll(() => started.server.stop())

const patches = {
  strategic: 'application/strategic-merge-patch+json',
  merge: 'application/merge-patch+json',
  label: 'application/apply-patch+yaml',
  apply: 'application/apply-patch+yaml',
}

/** A device class whose only configuration has the parameters of a step. */
function deviceClass(name: string, parameters: string): string {
  const config = [{ opaque: { driver: 'example.com', parameters: 'here' } }]
  return JSON.stringify({ ...names, metadata: { name }, spec: { config } }).replace('"here"', parameters)
}

function bodyOf({ verb, text }: Step, name: string): string {
  if (verb === 'write' || verb === 'apply') return deviceClass(name, text)
  return JSON.stringify(verb === 'label' ? { ...names, metadata: { name, ...labelled.metadata } } : labelled)
}

async function send(step: Step, name: string, index: number): Promise<Response> {
  const { verb } = step
  const isCreation = verb === 'write' && index === 0
  const query = `fieldManager=m${index}${verb === 'label' || verb === 'apply' ? '&force=true' : ''}`
  const headers = {
    authorization: `Bearer ${started.server.loopbackToken}`,
    'content-type': verb === 'write' ? 'application/json' : patches[verb],
  }
  const method = isCreation ? 'POST' : verb === 'write' ? 'PUT' : 'PATCH'
  const url = `${collection}${isCreation ? '' : `/${name}`}?${query}`
  return started.server.generic.fetch(new Request(url, { method, headers, body: bodyOf(step, name) }))
}

interface Answer {
  readonly metadata: { readonly managedFields: readonly { manager: string; fieldsV1: Record<string, unknown> }[] }
}

// A part of them: the library's test plays all.
it.each([0, 1, 2, 3])('owners of raw JSON are those of Go (part %i)', async (part) => {
  const played = histories.filter((_, i) => i % 20 === part * 5)
  for (const [i, { steps, answers }] of played.entries()) {
    const name = `a${part}-${i}`
    for (const [index, step] of steps.entries()) {
      const response = await send(step, name, index)
      const text = await response.text()
      const owners = (JSON.parse(text) as Answer).metadata.managedFields
        .filter(({ fieldsV1 }) => 'f:spec' in fieldsV1)
        .map(({ manager }) => manager)
      expect({ steps, index, owners }).toEqual({ steps, index, owners: answers[index]?.owners })
    }
  }
})
