// Writes test/golden/client/requests.jsonl.gz: what every method of Go's typed clients sends. node test/interop/requests-golden.mjs
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compressedLines } from './compressed-lines.mjs'

const folder = new URL('../golden/client/', import.meta.url)
const output = execFileSync('go', ['run', './requests'], {
  cwd: fileURLToPath(new URL('go', import.meta.url)),
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
})
const lines = output.trimEnd().split('\n')
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('requests.jsonl.gz', folder), compressedLines(lines))
console.log(`${lines.length} requests`)
