// Writes test/golden/managedfields/raw-owners.jsonl.gz from the Go program: the owners of an atomic list with raw JSON in it.
import { writeFileSync } from 'node:fs'
import { compressedLines } from './compressed-lines.mjs'
import { buildReference, Reference } from './reference.mjs'

const file = new URL('../golden/managedfields/raw-owners.jsonl.gz', import.meta.url)
const texts = [
  '{"b":1,"a":2}',
  '{ "b": 1,\n "a": 2 }',
  '{"a":2,"b":1}',
  '{"a":2.0,"b":1}',
  '{"b":1,"a":2,"a":2}',
  '{"a":"<"}',
  String.raw`{"a":"\u003c"}`,
  String.raw`{"a":"\u0062"}`,
  '{"a":"b"}',
  '{"a":1}',
  '{"a":1.0}',
  '{ "a": 1.0 }',
  '{"a":1e3}',
  '{"a":1000}',
  '{"a":9007199254740993}',
  '{}',
  '{ }',
  '{"10":1,"9":2}',
  '{"z":[1, {"y":2, "x":1}]}',
  '{"z":[1,{"y":2,"x":1}]}',
]
const write = (text) => ({ verb: 'write', text })
const pairs = texts.flatMap((first) => texts.map((second) => [write(first), write(second)]))
const changes = texts.flatMap((text) => [
  ...['strategic', 'merge', 'label'].map((verb) => [write(text), { verb }]),
  [{ verb: 'apply', text }, write(text)],
  [write(text), { verb: 'label' }, write(text)],
  [write(text), { verb: 'strategic' }, { verb: 'merge' }, write(text)],
])
const requests = [...pairs, ...changes].map((steps) => ({ op: 'rawowners', in: JSON.stringify(steps) }))
const reference = new Reference(buildReference())
const answers = await reference.ask(requests)
reference.close()
const lines = requests.map(({ in: text }, i) => JSON.stringify({ steps: JSON.parse(text), answers: answers[i].steps }))
writeFileSync(file, compressedLines(lines))
console.log(`${lines.length} histories of raw JSON`)
