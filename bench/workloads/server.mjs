import { fork, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HTTP2Load, load } from '../harness/http2-load.mjs'
import { makePods } from '../payload/stored-pods.mjs'

const pods = 1500
const watchers = 1000
const base = '/api/v1/namespaces/default'
const json = { 'content-type': 'application/json' }
const protobuf = { accept: 'application/vnd.kubernetes.protobuf' }
const as = (kind) => ({ accept: `application/json;as=${kind};g=meta.k8s.io;v=v1` })

async function startEtcd() {
  if (spawnSync('etcd', ['--version']).status !== 0) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'bench-etcd-'))
  const [client, peer] = [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${await freePort()}`]
  const flags = [`--data-dir=${folder}`, `--listen-client-urls=${client}`, `--advertise-client-urls=${client}`]
  flags.push(`--listen-peer-urls=${peer}`, `--initial-advertise-peer-urls=${peer}`, `--initial-cluster=default=${peer}`)
  const child = spawn('etcd', flags, { stdio: 'ignore' })
  process.on('exit', () => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  return client
}

async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A server in a process of its own, with pods in it. */
async function startServer(kind, endpoint) {
  const file = fileURLToPath(new URL('../children/api-server.mjs', import.meta.url))
  const child = fork(file, [kind, ...(endpoint === undefined ? [] : [endpoint])])
  process.on('exit', () => child.kill('SIGKILL'))
  const first = await new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code) => reject(new Error(`the ${kind} server ended with code ${code}`)))
  })
  const connection = new HTTP2Load(first.port)
  const made = makePods(pods)
  await load(connection, {
    times: pods,
    concurrency: 16,
    make: (i) => ({ method: 'POST', path: `${base}/pods`, headers: json, body: JSON.stringify(made[i]), text: true }),
  })
  const context = { connection, child, first, made, count: 0, port: first.port }
  await create(context, 0, 'configmaps')
  return context
}

function usage({ child }) {
  return new Promise((resolve) => {
    child.once('message', resolve)
    child.send('usage')
  })
}

/** CPU time of the server for one request, in ms: the same number as seconds for a thousand. */
async function cost(context, { times, concurrency = 16, make }) {
  await load(context.connection, { times: Math.ceil(times / 4), concurrency, make })
  const before = await usage(context)
  await load(context.connection, { times, concurrency, make })
  return ((await usage(context)).cpu - before.cpu) / 1000 / times
}

function create(context, _index, resource) {
  const metadata = { name: `made-${context.count++}` }
  const body = JSON.stringify({ metadata, data: { key: 'value', text: 'x'.repeat(500) } })
  return context.connection.request({ method: 'POST', path: `${base}/${resource}`, headers: json, body })
}

const podName = (i) => `pod-${String((i * 7) % pods).padStart(6, '0')}`
const patch = (type, bodyOf) => (context) => (i) => ({
  method: 'PATCH',
  path: `${base}/pods/${podName(i)}`,
  headers: { 'content-type': type },
  body: JSON.stringify(bodyOf(`v${context.count++}`)),
  text: true,
})

/** Rows: title, how many requests, and how to make one. */
const reads = [
  ['GET /version', 2000, () => () => ({ path: '/version' })],
  ['GET pod, JSON', 2000, () => (i) => ({ path: `${base}/pods/${podName(i)}` })],
  ['GET pod, protobuf', 2000, () => (i) => ({ path: `${base}/pods/${podName(i)}`, headers: protobuf })],
  ['LIST 1,000 pods, JSON', 16, () => () => ({ path: `${base}/pods?limit=1000` })],
  ['LIST 1,000 pods, protobuf', 16, () => () => ({ path: `${base}/pods?limit=1000`, headers: protobuf })],
  ['LIST 1,000 pods as Table', 16, () => () => ({ path: `${base}/pods?limit=1000`, headers: as('Table') })],
  [
    'LIST 1,000 pods, metadata',
    16,
    () => () => ({ path: `${base}/pods?limit=1000`, headers: as('PartialObjectMetadataList') }),
  ],
  ['LIST pods of a node', 200, () => () => ({ path: `${base}/pods?fieldSelector=spec.nodeName%3Dnode-1` })],
]
const writes = [
  [
    'create ConfigMap',
    400,
    (context) => () => ({
      method: 'POST',
      path: `${base}/configmaps`,
      headers: json,
      body: JSON.stringify({ metadata: { name: `made-${context.count++}` }, data: { text: 'x'.repeat(500) } }),
      text: true,
    }),
  ],
  [
    'create pod',
    200,
    (context) => (i) => {
      const pod = context.made[i % pods]
      const metadata = { ...pod.metadata, name: `made-${context.count++}` }
      const body = JSON.stringify({ ...pod, metadata })
      return { method: 'POST', path: `${base}/pods`, headers: json, body, text: true }
    },
  ],
  [
    'update ConfigMap',
    400,
    (context) => () => ({
      method: 'PUT',
      path: `${base}/configmaps/made-0`,
      headers: json,
      body: JSON.stringify({ metadata: { name: 'made-0' }, data: { text: `${context.count++}` } }),
      text: true,
    }),
  ],
  ['merge patch of a pod', 200, patch('application/merge-patch+json', (v) => ({ metadata: { labels: { v } } }))],
  [
    'strategic patch of a pod',
    200,
    patch('application/strategic-merge-patch+json', (v) => ({ metadata: { labels: { v } } })),
  ],
  [
    'JSON patch of a pod',
    200,
    patch('application/json-patch+json', (v) => [{ op: 'add', path: '/metadata/labels/v', value: v }]),
  ],
  [
    'apply of a ConfigMap',
    200,
    (context) => (i) => ({
      method: 'PATCH',
      path: `${base}/configmaps/applied-${i % 20}?fieldManager=bench&force=true`,
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: JSON.stringify({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: `applied-${i % 20}` },
        data: { v: `${context.count++}` },
      }),
      text: true,
    }),
  ],
]

/** CPU time of the server for one event that reaches one of many watchers, in µs. */
async function eventCost(context) {
  let events = 0
  const connections = Array.from({ length: 10 }, () => new HTTP2Load(context.port))
  const close = connections.flatMap((connection) =>
    Array.from({ length: watchers / connections.length }, () =>
      connection.stream(`${base}/configmaps?watch=1&fieldSelector=metadata.name%3Dwatched`, (chunk) => {
        for (const byte of chunk) if (byte === 10) events++
      }),
    ),
  )
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const rounds = 20
  const before = await usage(context)
  const from = events
  for (let i = 0; i < rounds; i++) {
    const body = JSON.stringify({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'watched' },
      data: { i: `${i}` },
    })
    const headers = { 'content-type': 'application/apply-patch+yaml' }
    const path = `${base}/configmaps/watched?fieldManager=bench&force=true`
    await context.connection.request({ method: 'PATCH', path, headers, body })
    while (events - from < (i + 1) * watchers) await new Promise((resolve) => setImmediate(resolve))
  }
  const { cpu } = await usage(context)
  for (const end of close) end()
  for (const connection of connections) connection.close()
  return (cpu - before.cpu) / rounds / watchers / 1000
}

function operationsOf(store, rows, concurrency) {
  return rows.map(([title, times, makeFor]) => ({
    name: `${store}, ${concurrency} at once: ${title}`,
    when: (context) => context[store] !== undefined,
    measure: (context) => cost(context[store], { times, concurrency, make: makeFor(context[store]) }),
  }))
}

export const workload = {
  name: 'API server, 1,500 pods of 8 KB',
  about:
    'CPU time of the server process for one request (ms; the same number as seconds for a thousand), over TLS and HTTP/2; the load comes from another process, and what etcd spends is not in it.',
  unit: 'ms',
  async setup() {
    const endpoint = await startEtcd()
    return {
      memory: await startServer('memory'),
      embedded: await startServer('embedded'),
      ...(endpoint === undefined ? {} : { etcd: await startServer('etcd', endpoint) }),
    }
  },
  operations: [
    ...operationsOf('memory', [...reads, ...writes], 16),
    ...operationsOf('memory', [reads[1], writes[0], writes[3]], 1),
    ...operationsOf('embedded', writes, 16),
    ...operationsOf('etcd', writes, 16),
    { name: `memory: an event for one of ${watchers} watchers`, measure: ({ memory }) => eventCost(memory) },
    { name: 'memory: CPU until ready', measure: ({ memory }) => memory.first.cpu / 1000 },
    { name: 'memory: resident memory when ready, MB', measure: ({ memory }) => memory.first.rss / 1e6 },
  ],
}
