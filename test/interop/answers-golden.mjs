// Writes test/golden/answers/answers.jsonl.gz again: node test/interop/answers-golden.mjs [--program path] [--add requests.jsonl]
// Hostile requests, each with Go's exact response. The requests are kept, and Go's responses recorded again; --add puts
// further ones after them, except those with varying responses of Go.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { buildReference, Reference } from './reference.mjs'

const { values: flags } = parseArgs({
  options: { program: { type: 'string', default: '' }, add: { type: 'string', default: '' } },
})
const file = new URL('../golden/answers/answers.jsonl.gz', import.meta.url)

function linesOf(text) {
  return text.trim().split('\n').map(JSON.parse)
}

const kept = existsSync(file) ? linesOf(gunzipSync(readFileSync(file)).toString()).map(({ req }) => req) : []
const added = flags.add === '' ? [] : linesOf(readFileSync(flags.add, 'utf8'))
const requests = [...kept, ...added]
const reference = new Reference(flags.program === '' ? buildReference() : flags.program)
const runs = []
for (let i = 0; i < (added.length === 0 ? 1 : 5); i++) runs.push(await reference.ask(requests))
reference.close()
const [answers] = runs
const certain = requests.flatMap((req, i) =>
  runs.every((run) => isDeepStrictEqual(run[i], answers[i])) ? [JSON.stringify({ req, res: answers[i] })] : [],
)
const bytes = gzipSync(`${certain.join('\n')}\n`, { level: 9 })
// The same bytes on every system: no name of the system in the header.
bytes[9] = 0xff
writeFileSync(file, bytes)
console.log(`${certain.length} answers`)
