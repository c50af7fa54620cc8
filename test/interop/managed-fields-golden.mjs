// Writes test/golden/managedfields/histories.jsonl.gz from the Go program: made histories of objects, and sets of fields.
import { writeFileSync } from 'node:fs'
import { managedFields } from './cases/managed-fields.mjs'
import { compressedLines } from './compressed-lines.mjs'
import { importFromSource } from './from-source.mjs'
import { Random } from './random.mjs'
import { buildReference, Reference } from './reference.mjs'

const file = new URL('../golden/managedfields/histories.jsonl.gz', import.meta.url)
const count = 400

const { descriptorOf } = await importFromSource('session.mjs')
const reference = new Reference(buildReference())
const [{ kinds }] = await reference.ask([{ op: 'kinds' }])
const context = { descriptorOf, kinds: kinds.filter((kind) => descriptorOf(kind) !== undefined) }
const requests = await managedFields.make(new Random(5), context, count)
const answers = await reference.ask(requests)
reference.close()

const lines = requests.map((req, i) => JSON.stringify({ req, res: answers[i] })).filter((_, i) => !answers[i].badop)
writeFileSync(file, compressedLines(lines))
console.log(`${lines.length} histories and sets of fields`)
