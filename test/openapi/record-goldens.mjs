// Writes test/golden/openapi from Go (needs Go and its module cache): node test/openapi/record-goldens.mjs
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { compressedLines } from '../interop/compressed-lines.mjs'
import { celObject, celSchema, formatTexts } from './golden-subjects.mjs'
import { RandomSchemas } from './random-schema.mjs'

const folder = fileURLToPath(new URL('../golden/openapi/', import.meta.url))
const go = spawn('go', ['run', '-mod=mod', '.'], {
  cwd: fileURLToPath(new URL('./reference/', import.meta.url)),
  stdio: ['pipe', 'pipe', 'inherit'],
})
const waiting = []
createInterface({ input: go.stdout }).on('line', (line) => waiting.shift()(JSON.parse(line)))

function ask(request) {
  return new Promise((resolve) => {
    waiting.push(resolve)
    go.stdin.write(`${JSON.stringify(request)}\n`)
  })
}

const operations = ['validate', 'prune', 'default', 'lists', 'meta', 'coerce', 'ratchet']

/** Go reports the first problem in random map order: such results differ from run to run. */
const isStable = (op, { error, panic }) => panic === undefined && (op !== 'coerce' || error === undefined)

async function record(schema, random) {
  const { errors, error } = await ask({ op: 'structural', schema })
  if (error !== undefined) return { schema, error }
  const objects = []
  for (let i = 0; i < 4; i++) {
    const obj = random.object(schema)
    const old = random.changed(obj)
    const answers = {}
    for (const op of operations) {
      const answer = await ask({ op, schema, obj, root: true, ...(op === 'ratchet' && { old }) })
      if (isStable(op, answer)) answers[op] = answer
    }
    objects.push({ obj, old, answers })
  }
  return { schema, structural: errors, ...(await defaultsOf(schema, errors)), objects }
}

/** What is wrong with the defaults, where that does not depend on the order of a map. */
async function defaultsOf(schema, structuralErrors) {
  if (structuralErrors.length > 0) return {}
  const answer = await ask({ op: 'validatedefaults', schema })
  const isStable = isStableList(answer) && !answer.errors.some((each) => /must be a string|cannot unmarshal/.test(each))
  return isStable ? { defaults: answer.errors } : {}
}

const isStableList = ({ error, panic }) => error === undefined && panic === undefined

const random = new RandomSchemas(20261121)
const cases = []
for (let i = 0; i < 250; i++) cases.push(JSON.stringify(await record(random.schema(), random)))
writeFileSync(`${folder}schemas.jsonl.gz`, compressedLines(cases))

const rules = readFileSync(`${folder}rules.txt`, 'utf8').trimEnd().split('\n')
const judged = []
for (const rule of rules) {
  const schema = { ...celSchema, 'x-kubernetes-validations': [{ rule, message: 'M' }] }
  const { errors } = await ask({ op: 'cel', schema, obj: celObject })
  judged.push(JSON.stringify({ rule, error: errors[0] ?? null }))
}
writeFileSync(`${folder}cel.jsonl`, `${judged.join('\n')}\n`)

const texts = []
for (const [format, values] of Object.entries(formatTexts)) {
  for (const value of values) {
    const { ok } = await ask({ op: 'format', format, value })
    texts.push(JSON.stringify({ format, value, ok }))
  }
}
writeFileSync(`${folder}formats.jsonl`, `${texts.join('\n')}\n`)
go.stdin.end()
