import { routeDefinition } from '../payload/route-definition.mjs'
import { reading, routes } from '../payload/server-requests.mjs'
import { makePods } from '../payload/stored-pods.mjs'
import { HTTP2Load, load } from './http2-load.mjs'
import { ServerProcess } from './server-process.mjs'

const json = { 'content-type': 'application/json' }
const post = (path, object) => ({ method: 'POST', path, headers: json, body: JSON.stringify(object) })

/** A server with pods, a namespace to write into and a custom resource: the context of rows of requests. */
export async function startFilledServer(store, place, { pods }) {
  const server = await ServerProcess.start(store, place)
  const { connection } = server
  const made = makePods(pods)
  await load(connection, { times: pods, concurrency: 16, make: (i) => post(`${reading}/pods`, made[i]) })
  await connection.object(post('/api/v1/namespaces', { metadata: { name: 'written' } }))
  await connection.object(post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', routeDefinition))
  await served(connection, routes)
  return { server, connection, made, count: 0, warmed: new Set() }
}

/** Node by itself, as the context of rows that need nothing stored. */
export async function startBareServer() {
  const server = await ServerProcess.startBare()
  return { server, connection: server.connection, count: 0, warmed: new Set() }
}

/** A definition is served a moment after it was created. */
async function served(connection, path) {
  for (let attempt = 0; attempt < 200; attempt++) {
    if ((await connection.request({ path })).status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${path} is not served`)
}

/**
 * CPU time of the server for one request of a row, in ms: the same number as seconds for a thousand. Others come before,
 * uncounted: three times as many when a server sees a row for the first time, since the engine compiles what runs often.
 */
export async function requestCost(context, { title, times, make }, concurrency) {
  const warm = context.warmed.has(title) ? Math.ceil(times / 4) : times * 3
  context.warmed.add(title)
  const request = await make(context, times + warm)
  await load(context.connection, { times: warm, concurrency, make: request })
  const before = await context.server.usage()
  await load(context.connection, { times, concurrency, make: (i) => request(i + warm) })
  return ((await context.server.usage()).cpu - before.cpu) / 1000 / times
}

/** Of one connection: a server allows some hundred. */
const streams = 100
const watched = `${reading}/configmaps?watch=1&fieldSelector=metadata.name%3Dwatched`

/** CPU time of the server for one event that reaches one of many watchers, in µs. */
export async function eventCost({ server, connection }, { watchers, events, protobuf = false }) {
  const connections = Array.from({ length: Math.ceil(watchers / streams) }, () => new HTTP2Load(server.ready.port))
  const count = { events: 0 }
  const headers = protobuf ? { accept: 'application/vnd.kubernetes.protobuf;stream=watch' } : {}
  const onData = protobuf ? () => countFrames(count) : () => countLines(count)
  for (let i = 0; i < watchers; i++) connections[i % connections.length].stream(watched, onData(), headers)
  // Every watcher receives the object before the first event counts.
  await change(connection, 'first')
  await until(() => count.events >= watchers)
  const before = await server.usage()
  for (let i = 1; i <= events; i++) {
    await change(connection, `${i}`)
    await until(() => count.events >= (i + 1) * watchers)
  }
  const { cpu } = await server.usage()
  for (const each of connections) each.close()
  await connection.request({ method: 'DELETE', path: `${reading}/configmaps/watched` })
  return (cpu - before.cpu) / events / watchers
}

function change(connection, i) {
  return connection.object({
    method: 'PATCH',
    path: `${reading}/configmaps/watched?fieldManager=bench&force=true`,
    headers: { 'content-type': 'application/apply-patch+yaml' },
    body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'watched' }, data: { i } }),
  })
}

async function until(reached) {
  for (const start = performance.now(); !reached(); ) {
    if (performance.now() - start > 60_000) throw new Error('not all watchers get their events')
    await new Promise((resolve) => setImmediate(resolve))
  }
}

function countLines(count) {
  return (chunk) => {
    for (const byte of chunk) if (byte === 10) count.events++
  }
}

/** Frames of a protobuf watch begin with their length in four bytes. */
function countFrames(count) {
  let rest = Buffer.alloc(0)
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE(0)) {
      count.events++
      rest = rest.subarray(4 + rest.readUInt32BE(0))
    }
  }
}
