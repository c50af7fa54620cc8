// Writes test/golden/cel from Kubernetes' own environment (needs Go and its module cache): node test/cel/record-goldens.mjs
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compressedLines } from '../interop/compressed-lines.mjs'
import { cornerCases } from './corner-cases.mjs'
import { expressions } from './expressions.mjs'
import { celObject, celSchema } from './subject.mjs'

const folder = fileURLToPath(new URL('../golden/cel/', import.meta.url))
const command =
  process.env.CEL_REFERENCE === undefined ? ['go', ['run', '-mod=mod', '.']] : [process.env.CEL_REFERENCE, []]

function answers(asked) {
  const requests = [{ schema: celSchema, object: celObject }, ...asked.map((expression) => ({ expression }))]
  const { stdout, status } = spawnSync(...command, {
    cwd: fileURLToPath(new URL('./reference/', import.meta.url)),
    input: requests.map((request) => JSON.stringify(request)).join('\n'),
    stdio: ['pipe', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
    timeout: 120_000,
  })
  const lines = stdout.toString().trim().split('\n')
  if (status === 0 && lines.length === asked.length) return lines
  throw new Error(`the reference ended with ${status} and ${lines.length} answers to ${asked.length} expressions`)
}

/** Go iterates maps in random order, and crashes on some errors: results that differ or crash are ignored. */
function record(name, asked) {
  const runs = [answers(asked), answers(asked), answers(asked)]
  const isStable = (line, i) => runs.every((run) => run[i] === line) && !line.includes('"error":"internal error')
  const lines = runs[0].flatMap((line, i) =>
    isStable(line, i) ? [JSON.stringify({ expression: asked[i], ...JSON.parse(line) })] : [],
  )
  writeFileSync(`${folder}${name}.jsonl.gz`, compressedLines(lines))
}

mkdirSync(folder, { recursive: true })
record('expressions', expressions(4000))
record('corner-cases', cornerCases)
