import { setImmediate } from 'node:timers/promises'
import { loadClientEntry } from '../harness/client-modules.mjs'
import { timed } from '../harness/measure.mjs'
import { loadEntry } from '../harness/modules.mjs'
import { clientNode } from '../harness/peers.mjs'
import { makePods } from '../payload/stored-pods.mjs'

const pods = 10_000
const keys = 10_000
const parse = 'JSON.parse of the list'
const encoder = new TextEncoder()

/** A server in the process that answers a list, and a watch with initial events that stays open. */
function answersOf(items) {
  const list = encoder.encode(
    JSON.stringify({ kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '1' }, items }),
  )
  const lines = items.map((object) => encoder.encode(`${JSON.stringify({ type: 'ADDED', object })}\n`))
  const metadata = { resourceVersion: '1', annotations: { 'k8s.io/initial-events-end': 'true' } }
  const end = { type: 'BOOKMARK', object: { kind: 'Pod', apiVersion: 'v1', metadata } }
  lines.push(encoder.encode(`${JSON.stringify(end)}\n`))
  return { list, lines }
}

const headers = { 'content-type': 'application/json' }

function transportOf({ InProcessTransport }, { list, lines }) {
  return new InProcessTransport(async ({ path, signal }) => {
    if (!path.includes('watch=true')) return { status: 200, headers, body: list }
    const closed = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    closed.catch(() => undefined)
    async function* events() {
      if (path.includes('sendInitialEvents')) yield* lines
      await closed
    }
    return { status: 200, headers, body: events() }
  })
}

async function fillCache({ cache, client, Pod }, watchList) {
  const factory = new cache.InformerFactory({ client, watchList })
  const informer = factory.informerFor(Pod)
  factory.start()
  await informer.waitForSync()
  if (informer.lister.size !== pods) throw new Error(`${informer.lister.size} pods are in the cache`)
  await factory.stop()
}

/** A whole manager whose cache is full: what it takes from an event of each object to the end of its run. */
async function runManager({ controller: { ChannelSource, Manager }, client, Pod, items }, copies) {
  const manager = new Manager({ client })
  const channel = new ChannelSource()
  let left = pods
  let done
  const reconcile = async (context) => {
    const found = copies ? context.object : context.cache.get(Pod, context.key)
    if (found === undefined) throw new Error('the cache does not have it')
    if (--left === 0) done()
  }
  manager.controller(Pod, { concurrency: 4 }).watchesSource(channel).reconcile(reconcile)
  const stop = new AbortController()
  const all = () =>
    new Promise((resolve) => {
      done = resolve
    })
  const first = all()
  const running = manager.run(stop.signal)
  await first
  left = pods
  await setImmediate()
  globalThis.gc?.()
  const second = all()
  const started = performance.now()
  for (const item of items) void channel.send(item)
  await second
  const took = performance.now() - started
  stop.abort()
  await running
  return took
}

async function runController({ controller: { Controller } }) {
  let left = keys
  let done
  const all = new Promise((resolve) => {
    done = resolve
  })
  const source = {
    name: 'keys',
    idle: true,
    start: async (enqueue) => {
      for (let i = 0; i < keys; i++) enqueue({ namespace: 'default', name: `pod-${i}`, cluster: '' })
    },
  }
  const reconcile = async () => {
    if (--left === 0) done()
  }
  const made = new Controller({ name: 'bench', sources: [source], concurrency: 4, reconcile })
  const stop = new AbortController()
  const running = made.run(stop.signal)
  await all
  stop.abort()
  await running
}

export const workload = {
  name: 'Controllers',
  about:
    'A cache of 10,000 pods (8 KB each) filled by a list, and by initial events, beside reading the same list with JSON.parse; what a queue and its workers take for 10,000 keys whose reconciler does nothing, and what a whole manager takes for 10,000 events whose reconciler looks at its object in the cache, or takes a copy of its 8 KB (50 µs a key are 500 ms).',
  unit: 'ms',
  rounds: 7,
  async setup() {
    const [cache, controller, transport, front] = await Promise.all(
      ['./cache', './controller', './transport', '.'].map(loadClientEntry),
    )
    const { Pod } = await loadEntry('./api/core/v1')
    const items = makePods(pods).map((pod) => ({ ...pod, metadata: { ...pod.metadata, resourceVersion: '1' } }))
    const answers = answersOf(items)
    const client = front.Client.from({ transport: transportOf(transport, answers), format: 'json' })
    const text = new TextDecoder().decode(answers.list)
    return { cache, controller, client, Pod, items, text, peer: await clientNode() }
  },
  operations: [
    { name: parse, run: ({ text }) => JSON.parse(text) },
    {
      name: 'cold cache of 10,000 pods, by a list',
      baseline: parse,
      measure: timed((context) => fillCache(context, false)),
    },
    {
      name: 'cold cache of 10,000 pods, by initial events',
      baseline: parse,
      measure: timed((context) => fillCache(context, true)),
    },
    {
      name: 'client-node: reading the same list',
      baseline: parse,
      when: ({ peer }) => peer !== undefined,
      run: ({ peer, text }) => peer.ObjectSerializer.deserialize(JSON.parse(text), 'V1PodList', ''),
    },
    { name: '10,000 runs of a reconciler that does nothing', measure: timed(runController) },
    { name: '10,000 runs in a manager that look at their object', measure: (context) => runManager(context, false) },
    { name: '10,000 runs in a manager that copy their object', measure: (context) => runManager(context, true) },
  ],
}
