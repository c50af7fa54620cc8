import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { TestServer } from '@apimachinery/server/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { randomFrom } from '../storage/random.js'
import { API, type Body, definition, definitions, version } from './api.js'

/** `CHURN_MINUTES=10 npm run churn`: the long form, with the figures of a real cluster's worst day. */
const minutes = Number(process.env.CHURN_MINUTES ?? 0)
const isLong = minutes > 0
const counts = isLong
  ? { definitions: 50, watches: 200, writers: 10, rounds: Number.POSITIVE_INFINITY }
  : { definitions: 6, watches: 12, writers: 3, rounds: 4 }
const seed = Number(process.env.CHURN_SEED ?? 1)

let server: TestServer
let api: API

beforeAll(async () => {
  server = await TestServer.start({ groups: [] })
  api = new API(server)
  await api.establish(calm)
})
afterAll(() => server.stop())

const text = { type: 'string' }
const object = (properties: object) => ({ spec: { type: 'object', properties } })
const calm = definition('Calm', { versions: [version('v1', object({ n: { type: 'integer' } }))] })
const calms = '/apis/stable.example.com/v1/namespaces/default/calms'

/** The life cycle of a definition: created, with an object, changed, with or without the object, deleted. */
async function live(index: number, random: () => number): Promise<void> {
  const kind = `Churn${index}`
  const group = `churn${index % 5}.example.com`
  const created = definition(kind, { group, versions: [version('v1', object({ a: text }))] })
  const path = `${definitions}/${created.metadata.name}`
  const objects = `/apis/${group}/v1/namespaces/default/${created.spec.names.plural}`
  await api.establish(created)
  const stored = await api.call('POST', objects, {
    apiVersion: `${group}/v1`,
    kind,
    metadata: { name: 'a' },
    spec: { a: 'x' },
  })
  expect(stored.status).toBe(201)
  if (random() < 0.7) {
    const changed = await api.call('PATCH', path, { spec: { versions: [version('v1', object({ a: text, b: text }))] } })
    expect(changed.status).toBe(200)
    await api.until(objects, ({ status }) => status === 200)
  }
  if (random() < 0.5) expect((await api.call('DELETE', `${objects}/a`)).status).toBe(200)
  expect((await api.call('DELETE', path)).status).toBe(200)
  await api.until(path, ({ status }) => status === 404)
}

/** Writes an object again and again, and counts. */
function startWriter(name: string): { readonly stop: () => Promise<number> } {
  let running = true
  const written = (async () => {
    const created = await api.call('POST', calms, {
      apiVersion: 'stable.example.com/v1',
      kind: 'Calm',
      metadata: { name },
      spec: { n: 0 },
    })
    expect(created.status).toBe(201)
    let n = 1
    for (; running; n++) {
      const { status } = await api.call('PATCH', `${calms}/${name}`, { spec: { n } })
      expect(status).toBe(200)
      await new Promise((resolve) => setTimeout(resolve, isLong ? 20 : 1))
    }
    return n
  })()
  return {
    stop: () => {
      running = false
      return written
    },
  }
}

/** The memory of the process after garbage collection. */
interface Held {
  readonly heap: number
  readonly handles: number
}

function held(): Held {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return { heap: heapUsed + external, handles: process.getActiveResourcesInfo().length }
}

it(
  'loses no request and no event of others while definitions come, change and go',
  async () => {
    const next = randomFrom(seed)
    const random = () => next(1000) / 1000
    const { body: list } = await api.get(calms)
    const watches = await Promise.all(
      Array.from({ length: counts.watches }, () =>
        api.watch(`${calms}?watch=1&resourceVersion=${list.metadata.resourceVersion}`),
      ),
    )
    const seen = watches.map(() => 0)
    const readers = watches.map(async (watch, index) => {
      for (let event: Body = await watch.next(); event !== undefined; event = await watch.next()) {
        if (event.type === 'ERROR') throw new Error(JSON.stringify(event))
        seen[index] = (seen[index] ?? 0) + 1
      }
    })
    const writers = Array.from({ length: counts.writers }, (_, index) => startWriter(`busy-${index}`))
    const end = Date.now() + minutes * 60_000
    const samples: Held[] = []
    for (let round = 0; round < counts.rounds && (!isLong || Date.now() < end); round++) {
      await Promise.all(Array.from({ length: counts.definitions }, (_, index) => live(index, random)))
      if (isLong) samples.push(held())
    }
    const written = (await Promise.all(writers.map((writer) => writer.stop()))).reduce((sum, each) => sum + each, 0)
    await expect.poll(() => new Set(seen), { timeout: 30_000 }).toEqual(new Set([written]))
    const { body } = await api.get('/apis')
    expect(body.groups.map(({ name }: Body) => name).filter((name: string) => name.startsWith('churn'))).toEqual([])
    const { kvs } = await server.snapshot().kv.range({ key: '/registry/churn', prefix: true })
    expect(kvs).toEqual([])
    await Promise.all(watches.map((watch) => watch.cancel()))
    await Promise.all(readers)
    if (isLong) expectFlat(samples, written)
  },
  isLong ? (minutes + 5) * 60_000 : 60_000,
)

/** The store keeps 10,000 revisions, so the first half of the run is left out: then it is full. */
function expectFlat(samples: readonly Held[], written: number): void {
  const average = (some: readonly number[]) => some.reduce((sum, each) => sum + each, 0) / some.length
  const quarter = Math.floor(samples.length / 4)
  const [third, last] = [samples.slice(2 * quarter, 3 * quarter), samples.slice(-quarter)]
  const heaps = [third, last].map((some) => average(some.map(({ heap }) => heap)))
  const handles = [third, last].map((some) => average(some.map(({ handles }) => handles)))
  const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`
  console.info(
    `${samples.length * counts.definitions} definitions came and went, ${written} writes reached ${counts.watches} watches each; ` +
      `third quarter: ${megabytes(heaps[0] as number)}, ${handles[0]?.toFixed(1)} handles; ` +
      `last quarter: ${megabytes(heaps[1] as number)}, ${handles[1]?.toFixed(1)} handles`,
  )
  expect(heaps[1]).toBeLessThan(1.1 * (heaps[0] as number))
  expect(handles[1]).toBeLessThan(1.1 * (handles[0] as number) + 5)
}
