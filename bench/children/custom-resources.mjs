// Establishes definitions and prints what that takes: node --expose-gc custom-resources.mjs [FILE], with a definition in each line
import { readFileSync } from 'node:fs'
import { loadServerEntry } from '../harness/server-modules.mjs'
import { makeDefinitions } from '../payload/definitions.mjs'

const { APIServer } = await loadServerEntry('.')
const { MemoryKV } = await loadServerEntry('./storage/kv')
const [file] = process.argv.slice(2)
const texts =
  file === undefined
    ? makeDefinitions().map((definition) => JSON.stringify(definition))
    : readFileSync(file, 'utf8').split('\n').filter(Boolean).slice(0, 100)
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

// What the past of the store takes up says nothing of custom resources.
const server = await APIServer.start({
  kv: new MemoryKV({ history: { revisions: 1 } }),
  authorizationModes: ['RBAC'],
  admissionPlugins: { disable: ['ServiceAccount'] },
})
await server.ready()

async function call(method, path, body) {
  const headers = { authorization: `Bearer ${server.loopbackToken}`, 'content-type': 'application/json' }
  const response = await server.generic.fetch(new Request(`https://localhost${path}`, { method, headers, body }))
  return { status: response.status, text: await response.text() }
}

async function used() {
  await new Promise((resolve) => setTimeout(resolve, 500))
  for (let i = 0; i < 4; i++) globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function schemaBytes() {
  const kept = texts.map((text) => ({ object: JSON.parse(text), bytes: Buffer.from(text) }))
  const bytes = (await used()) - before
  return kept.length === texts.length ? bytes : 0
}

async function inParallel(items, work) {
  const pending = items[Symbol.iterator]()
  const worker = async () => {
    for (const item of pending) await work(item)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}

const parsed = texts.map((text) => JSON.parse(text))
const names = parsed.map(({ metadata }) => metadata.name)
await call('GET', definitions)
const before = await used()
// The schema as objects and as bytes is what a definition costs anyway.
const schema = await schemaBytes()
await used()

const cpu = process.cpuUsage()
const start = performance.now()
await inParallel(texts, async (text) => {
  const { status, text: answer } = await call('POST', definitions, text)
  if (status !== 201) throw new Error(answer)
})
await inParallel(names, async (name) => {
  for (;;) {
    const { text } = await call('GET', `${definitions}/${name}`)
    const { status } = JSON.parse(text)
    if (status?.conditions?.some((each) => each.type === 'Established' && each.status === 'True')) return
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
})
const milliseconds = performance.now() - start
const { user, system } = process.cpuUsage(cpu)
const held = (await used()) - before
const { spec } = parsed.at(-1)
const path = `/apis/${spec.group}/${spec.versions.find(({ served }) => served).name}/${spec.names.plural}`
const first = performance.now()
const answer = await call('GET', path)
if (answer.status !== 200) throw new Error(answer.text)
const firstUse = performance.now() - first
await server.stop()
console.log(
  JSON.stringify({
    count: texts.length,
    megabytes: texts.reduce((sum, text) => sum + text.length, 0) / 1e6,
    milliseconds,
    cpu: (user + system) / 1000,
    schemaKB: schema / 1024 / texts.length,
    besideKB: (held - schema) / 1024 / texts.length,
    firstUse,
  }),
)
