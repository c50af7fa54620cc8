// Writes test/golden/rest-mapper/answers.jsonl.gz from the Go program: node test/interop/mapper-golden.mjs [--program path]
// What Go's mapper answers to questions about the discovery of a cluster, and Go's mappers of a few kinds.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { makeQuestions, mapper, readCluster } from './cases/mapper.mjs'
import { compressedLines } from './compressed-lines.mjs'
import { Random } from './random.mjs'
import { buildReference, Reference } from './reference.mjs'

const { values: flags } = parseArgs({ options: { program: { type: 'string', default: '' } } })
const random = new Random(1)
const cluster = readCluster()
const questions = makeQuestions(cluster, random, 2400)
const [, ...requests] = await mapper.make(random, undefined, 401)

const reference = new Reference(flags.program === '' ? buildReference() : flags.program)
const [{ answers }] = await reference.ask([{ op: 'mapper.discovery', in: { ...cluster, questions } }])
const known = await reference.ask(requests)
reference.close()

const lines = [
  ...questions.map((question, i) => ({ question, answer: answers[i] })),
  ...requests.map((request, i) => ({ request, answer: known[i] })),
]
const bytes = compressedLines(lines.map((line) => JSON.stringify(line)))
writeFileSync(new URL('../golden/rest-mapper/answers.jsonl.gz', import.meta.url), bytes)
console.log(`${lines.length} answers of mappers, ${bytes.length} bytes`)
