import { loadEntry } from '../harness/modules.mjs'
import { makePod } from '../payload/pods.mjs'
import { Random } from '../payload/random.mjs'

const eventCount = 3000
const chunkSize = 65_536
const turns = 3
const parse = 'JSON.parse of each line'

/** A config map of about 400 bytes. */
function makeConfigMap(random, index) {
  return {
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: {
      ...{ name: `settings-${index}`, namespace: 'default', uid: random.uuid() },
      ...{ resourceVersion: String(184000000 + index * 37), creationTimestamp: random.time() },
      labels: { app: random.text(8), 'app.kubernetes.io/name': random.text(6) },
    },
    data: { 'app.conf': random.text(100), level: 'info' },
  }
}

/** What an API server would send, in chunks as they come from a socket. */
function chunksOf(make, count) {
  const random = new Random(11)
  const lines = Array.from(
    { length: count },
    (_, i) => `{"type":"MODIFIED","object":${JSON.stringify(make(random, i))}}\n`,
  )
  const bytes = new TextEncoder().encode(lines.join(''))
  const chunks = []
  for (let at = 0; at < bytes.length; at += chunkSize) chunks.push(bytes.subarray(at, at + chunkSize))
  return chunks
}

async function* stream(chunks) {
  yield* chunks
}

/** The least a program could do: decode chunks, cut them at newlines, parse each line. */
async function parseLines(chunks) {
  const decoder = new TextDecoder()
  let rest = ''
  let count = 0
  for await (const chunk of stream(chunks)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()
    for (const line of lines) if (JSON.parse(line).type === 'MODIFIED') count++
  }
  return count
}

/** Collecting all garbage makes the engine forget what it knows of shapes: one turn to learn them again, then those that count. */
async function timed(run, context, wanted) {
  globalThis.gc?.()
  await run(context)
  const started = performance.now()
  for (let turn = 0; turn < turns; turn++) {
    const count = await run(context)
    if (count !== wanted) throw new Error(`${count} events instead of ${wanted}`)
  }
  return ((performance.now() - started) * 1000) / (wanted * turns)
}

async function count(events) {
  let seen = 0
  for await (const _ of events) seen++
  return seen
}

/** One object in a hundred, so that the engine does not take every event for one that stays. */
async function sample(events) {
  const kept = []
  let seen = 0
  for await (const { object } of events) if (seen++ % 100 === 0) kept.push(object)
  return kept
}

function operation(name, run, wanted = eventCount) {
  return { name, measure: (context) => timed(run, context, wanted) }
}

const largeParse = `${parse}, events of 7 KB`

export const workload = {
  name: 'Watch',
  about: `${eventCount} events of 400 bytes, and of 7 KB, as an API server streams them, in chunks of 64 KiB; per event.`,
  unit: 'µs',
  async setup() {
    const { WatchDecoder, StreamWatcher } = await loadEntry('./watch')
    const { JSONCodecFactory, Scheme } = await loadEntry('./runtime')
    const { addToScheme } = await loadEntry('./api/core/v1')
    const scheme = new Scheme()
    addToScheme(scheme)
    const typed = new JSONCodecFactory(scheme).universalDeserializer()
    const unstructured = new JSONCodecFactory(new Scheme(), { unstructured: true }).universalDeserializer()
    const small = chunksOf(makeConfigMap, eventCount)
    const large = chunksOf(makePod, eventCount)
    const context = { WatchDecoder, StreamWatcher, typed, unstructured, small, large }
    // Everything is compiled before it is measured. Programs that watch keep some of the objects: without any the engine
    // would forget their shapes whenever it collects garbage.
    context.kept = [typed, unstructured].map((decoder) => sample(new WatchDecoder(stream(small), { decoder })))
    context.kept = await Promise.all(context.kept)
    for (let i = 0; i < 20; i++) for (const { measure } of this.operations.slice(0, 4)) await measure(context)
    return context
  },
  operations: [
    operation(parse, ({ small }) => parseLines(small)),
    {
      baseline: parse,
      ...operation('decode, typed', ({ WatchDecoder, typed, small }) =>
        count(new WatchDecoder(stream(small), { decoder: typed })),
      ),
    },
    {
      baseline: parse,
      ...operation('decode, unstructured', ({ WatchDecoder, unstructured, small }) =>
        count(new WatchDecoder(stream(small), { decoder: unstructured })),
      ),
    },
    {
      baseline: parse,
      ...operation('StreamWatcher, typed', ({ StreamWatcher, WatchDecoder, typed, small }) =>
        count(new StreamWatcher(new WatchDecoder(stream(small), { decoder: typed }))),
      ),
    },
    operation(largeParse, ({ large }) => parseLines(large)),
    {
      baseline: largeParse,
      ...operation('decode, typed, events of 7 KB', ({ WatchDecoder, typed, large }) =>
        count(new WatchDecoder(stream(large), { decoder: typed })),
      ),
    },
  ],
}
