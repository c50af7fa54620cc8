// Writes test/golden from the Go program: node test/interop/goldens.mjs [--program path]
// For every kind the zero object and a random one, in JSON, YAML, protobuf and CBOR; one compressed file for each group.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { compressedLines } from './compressed-lines.mjs'
import { buildReference, Reference } from './reference.mjs'

const { values: flags } = parseArgs({ options: { program: { type: 'string', default: '' } } })
const folder = new URL('../golden/', import.meta.url)
const seeds = [1, 2, 3]
/** Registered in every group version with the same Go type: those of the core group represent all. */
const shared = new Set([
  'CreateOptions',
  'DeleteOptions',
  'GetOptions',
  'ListOptions',
  'PatchOptions',
  'UpdateOptions',
  'WatchEvent',
])

function parts(gvk) {
  const [kind, ...rest] = gvk.split('/').reverse()
  return { kind, group: rest.length > 1 ? rest[1] : '' }
}

/** What Go reads from each format, as JSON, where that is not the JSON of the object: some say less than others. */
async function readBack({ gvk, json, yaml, pb, cbor }) {
  const asked = [
    ['fromYAML', { op: 'recode', format: 'yaml', to: 'json', gvk, in: yaml }],
    ['fromPB', { op: 'pb2json', gvk, in64: pb }],
    ['fromCBOR', { op: 'cbor2json', gvk, in64: cbor }],
  ].filter(([, request]) => (request.in ?? request.in64) !== undefined)
  const answers = await reference.ask(asked.map(([, request]) => request))
  const entries = asked.map(([name], i) => [name, answers[i].out]).filter(([, out]) => out !== json)
  return Object.fromEntries(entries)
}

async function record(gvk, content, { json, yaml, pb, cbor }) {
  return JSON.stringify({ gvk, content, json, yaml, pb, cbor, ...(await readBack({ gvk, json, yaml, pb, cbor })) })
}

const reference = new Reference(flags.program === '' ? buildReference() : flags.program)
const [{ kinds }] = await reference.ask([{ op: 'kinds' }])
const groups = new Map()
for (const gvk of kinds) {
  const { kind, group } = parts(gvk)
  if (shared.has(kind) && group !== '') continue
  const lines = groups.get(group) ?? groups.set(group, []).get(group)
  const requests = [{ op: 'zero', gvk }, ...seeds.map((sec) => ({ op: 'fuzz', gvk, sec, total: 1 }))]
  const [zero, ...random] = await reference.ask(requests)
  lines.push(await record(gvk, 'zero', zero))
  for (const [i, answer] of random.entries()) lines.push(await record(gvk, `seed ${seeds[i]}`, answer))
}
reference.close()

mkdirSync(folder, { recursive: true })
for (const file of readdirSync(folder)) if (file.endsWith('.jsonl.gz')) rmSync(new URL(file, folder))
for (const [group, lines] of groups) {
  writeFileSync(new URL(`${group || 'core'}.jsonl.gz`, folder), compressedLines(lines))
}
console.log(`${groups.size} groups, ${[...groups.values()].reduce((sum, lines) => sum + lines.length, 0)} objects`)
