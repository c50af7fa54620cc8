// Establishes definitions in this process and prints what they hold: node --expose-gc custom-resources.mjs
import { definitionTexts, inParallel } from '../harness/establish-definitions.mjs'
import { loadServerEntry } from '../harness/server-modules.mjs'

const { APIServer } = await loadServerEntry('.')
const { MemoryKV } = await loadServerEntry('./storage/kv')
const texts = definitionTexts()
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

// The history of the store is not part of the size of custom resources.
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

const parsed = texts.map((text) => JSON.parse(text))
const names = parsed.map(({ metadata }) => metadata.name)
await call('GET', definitions)
const before = await used()
// The schema as objects and as bytes is what a definition costs anyway.
const schema = await schemaBytes()
await used()

await inParallel(texts, 8, async (text) => {
  const { status, text: answer } = await call('POST', definitions, text)
  if (status !== 201) throw new Error(answer)
})
await inParallel(names, 8, async (name) => {
  for (;;) {
    const { text } = await call('GET', `${definitions}/${name}`)
    const { status } = JSON.parse(text)
    if (status?.conditions?.some((each) => each.type === 'Established' && each.status === 'True')) return
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
})
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
    schemaKB: schema / 1024 / texts.length,
    besideKB: (held - schema) / 1024 / texts.length,
    firstUse,
  }),
)
