import { readFileSync } from 'node:fs'
import { makeDefinitions } from '../payload/definitions.mjs'

const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const json = { 'content-type': 'application/json' }

/** A hundred definitions as JSON: those of the file `BENCH_DEFINITIONS`, one in each line, or made-up ones. */
export function definitionTexts() {
  const { BENCH_DEFINITIONS: file } = process.env
  if (file === undefined) return makeDefinitions().map((definition) => JSON.stringify(definition))
  return readFileSync(file, 'utf8').split('\n').filter(Boolean).slice(0, 100)
}

/**
 * Creates definitions, so many at once, and asks for each until it is established: how long that takes, and how much CPU time of the
 * server, in ms.
 */
export async function establish(server, texts, concurrency) {
  const { connection } = server
  const before = await server.usage()
  const start = performance.now()
  const names = []
  await inParallel(texts, concurrency, async (body) => {
    const { metadata } = await connection.object({ method: 'POST', path, headers: json, body })
    names.push(metadata.name)
  })
  await inParallel(names, concurrency, (name) => established(connection, `${path}/${name}`))
  const milliseconds = performance.now() - start
  return { milliseconds, cpu: ((await server.usage()).cpu - before.cpu) / 1000 }
}

async function established(connection, definition) {
  for (;;) {
    const { status } = await connection.object({ path: definition })
    if (status?.conditions?.some((each) => each.type === 'Established' && each.status === 'True')) return
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

/** Does so many at once. */
export async function inParallel(items, concurrency, work) {
  const pending = items[Symbol.iterator]()
  const worker = async () => {
    for (const item of pending) await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
