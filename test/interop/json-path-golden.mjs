// Writes test/golden/json-path.jsonl from the Go program: node test/interop/json-path-golden.mjs [--program path]
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { object, paths } from './cases/json-path.mjs'
import { buildReference, Reference } from './reference.mjs'

const { values: flags } = parseArgs({ options: { program: { type: 'string', default: '' } } })
const questions = paths.flatMap((path) => [true, false].map((strict) => ({ a: `{${path}}`, strict })))
const reference = new Reference(flags.program === '' ? buildReference() : flags.program)
const answers = await reference.ask(questions.map((question) => ({ op: 'jsonpath', in: object, ...question })))
reference.close()
const lines = questions.map((question, i) => JSON.stringify({ ...question, ...answers[i] }))
writeFileSync(new URL('../golden/json-path.jsonl', import.meta.url), `${lines.join('\n')}\n`)
console.log(`${lines.length} answers of paths`)
