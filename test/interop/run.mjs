// Compares this package with Go: node test/interop/run.mjs [--cases N] [--seed S] [--ops a,b] [--keep]
// Differences are shrunk and, with --keep, written to regressions/, which the tests replay.
import { appendFileSync, mkdirSync } from 'node:fs'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { oddCBOR } from './cases/cbor.mjs'
import { codecs } from './cases/codecs.mjs'
import { jsonPath } from './cases/json-path.mjs'
import { managedFields } from './cases/managed-fields.mjs'
import { mapper } from './cases/mapper.mjs'
import { options } from './cases/options.mjs'
import { patches } from './cases/patches.mjs'
import { texts } from './cases/texts.mjs'
import { yaml } from './cases/yaml.mjs'
import { explanation } from './differences.mjs'
import { importFromSource } from './from-source.mjs'
import { Random } from './random.mjs'
import { buildReference, Reference } from './reference.mjs'
import { shrink } from './shrink.mjs'

const { values: flags } = parseArgs({
  options: {
    cases: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    ops: { type: 'string', default: '' },
    keep: { type: 'boolean', default: false },
    program: { type: 'string', default: '' },
  },
})
const batch = 400
const mostShown = 20
const areas = [codecs, jsonPath, managedFields, mapper, oddCBOR, options, patches, texts, yaml]

const { handle, descriptorOf } = await importFromSource('session.mjs')
const reference = new Reference(flags.program === '' ? buildReference() : flags.program)
const wanted = flags.ops === '' ? undefined : new Set(flags.ops.split(','))
const random = new Random(Number(flags.seed))
const [{ kinds: known }] = await reference.ask([{ op: 'kinds' }])
const context = {
  reference,
  handle,
  agrees,
  descriptorOf,
  kinds: known.filter((kind) => descriptorOf(kind) !== undefined),
}

/** Go's answer agrees when both fail, or when every field of it is the same here. */
function agrees(want, got) {
  if (want.panic !== undefined || want.badop || got === undefined) return true
  if ('error' in want || 'error' in got) return 'error' in want && 'error' in got
  if ('encodeError' in want && 'encodeError' in got) return true
  return Object.keys(want).every((key) => isDeepStrictEqual(got[key], want[key]))
}

async function compare(request) {
  const [want] = await reference.ask([request])
  return { want, got: await handle(request) }
}

function isJSON(text) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The response of the Go program to a request that it cannot read. */
const unreadable = /Go struct field (request|step)\./

async function differs(request) {
  // Go reads what is to be JSON as YAML, and then it need not be JSON.
  if (request.op === 'json2yaml' && !isJSON(request.in)) return false
  const { want, got } = await compare(request)
  // A request made smaller may be none any more.
  if (unreadable.test(want.error ?? '')) return false
  return !agrees(want, got) && (await explanation(request, { want, got }, context)) === undefined
}

const counts = new Map()
const explained = new Map()
let compared = 0
let unexplained = 0

function count(map, key) {
  map.set(key, (map.get(key) ?? 0) + 1)
}

async function report(request) {
  const smallest = await shrink(request, differs)
  const { want, got } = await compare(smallest)
  if (unexplained <= mostShown) {
    console.log(`\n${JSON.stringify(smallest).slice(0, 1000)}`)
    console.log(`  Go   ${JSON.stringify(want).slice(0, 600)}`)
    console.log(`  here ${JSON.stringify(got).slice(0, 600)}`)
  }
  if (!flags.keep) return
  const folder = new URL('regressions/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  appendFileSync(
    new URL(`${smallest.op.split('.')[0]}.jsonl`, folder),
    `${JSON.stringify({ req: smallest, res: want })}\n`,
  )
}

async function judge(request, want) {
  const started = performance.now()
  const got = await handle(request)
  const took = performance.now() - started
  if (took > 1000) console.log(`took ${took.toFixed(0)} ms: ${JSON.stringify(request).slice(0, 300)}`)
  compared++
  count(counts, request.op)
  if (agrees(want, got)) return
  const reason = await explanation(request, { want, got }, context)
  if (reason !== undefined) {
    count(explained, reason)
    return
  }
  unexplained++
  if (unexplained <= mostShown * 5) await report(request)
}

const started = performance.now()
const chosen = areas.filter((area) => wanted === undefined || area.operations.some((op) => wanted.has(op)))
for (let turn = 0; compared < Number(flags.cases) && chosen.length > 0; turn++) {
  const area = chosen[turn % chosen.length]
  const made = await area.make(random, context, batch)
  const requests = made.filter(({ op }) => wanted === undefined || wanted.has(op))
  const answers = await reference.ask(requests)
  for (const [i, request] of requests.entries()) await judge(request, answers[i])
}
reference.close()

const seconds = (performance.now() - started) / 1000
console.log(`\n${compared} cases in ${seconds.toFixed(0)} s, seed ${flags.seed}`)
for (const [op, n] of [...counts].sort()) console.log(`  ${op.padEnd(24)} ${n}`)
for (const [reason, n] of explained) console.log(`  explained: ${reason} (${n})`)
console.log(unexplained === 0 ? 'no difference left unexplained' : `${unexplained} differences`)
process.exitCode = unexplained === 0 ? 0 : 1
