// Writes test/golden/yaml/texts.jsonl.gz from the Go program: node test/interop/yaml-golden.mjs [--program path]
// Generated texts, most of them small and many invalid, with Go's values or errors.
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { yamlText } from './cases/yaml.mjs'
import { compressedLines } from './compressed-lines.mjs'
import { Random } from './random.mjs'
import { buildReference, Reference } from './reference.mjs'

const { values: flags } = parseArgs({ options: { program: { type: 'string', default: '' } } })
const count = 6000
const longest = 200

const random = new Random(1)
const texts = new Set()
while (texts.size < count) {
  const text = yamlText(random)
  // Go skips characters after a byte order mark that is not the first.
  if (text.length <= longest && !text.includes('\ufeff', 1)) texts.add(text)
}
const reference = new Reference(flags.program === '' ? buildReference() : flags.program)
const answers = await reference.ask([...texts].map((text) => ({ op: 'yaml2json', in: text, strict: true })))
reference.close()
const lines = [...texts].map((text, i) => JSON.stringify({ in: text, ...answers[i] }))
mkdirSync(new URL('../golden/yaml/', import.meta.url), { recursive: true })
writeFileSync(new URL('../golden/yaml/texts.jsonl.gz', import.meta.url), compressedLines(lines))
console.log(`${lines.length} answers of YAML texts`)
