// Prints what one way of decoding a list of pods allocates and keeps: node --expose-gc memory.mjs WAY COUNT
import { podCodecs } from '../payload/pod-codecs.mjs'
import { makePodList } from '../payload/pods.mjs'

const [way, count] = process.argv.slice(2)
const encoder = new TextEncoder()
const decoder = new TextDecoder()
const codecs = await podCodecs()
const ways = {
  'JSON.parse': (bytes) => JSON.parse(decoder.decode(bytes)),
  'decode, typed': (bytes) => codecs.faithful.decode(bytes).object,
  'decode, unstructured': (bytes) => codecs.unstructured.decode(bytes).object,
  'decode, typed, then deepCopy': (bytes) => codecs.faithful.decode(bytes).object.deepCopy(),
}

function used() {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function collected() {
  for (let i = 0; i < 4; i++) globalThis.gc()
  return used()
}

const decode = ways[way]
// Code, shapes and names are no part of a list: they are there before it is read, as in a program that reads lists.
const bytes = encoder.encode(JSON.stringify(makePodList(Number(count))))
const kept = decode(bytes)
for (let i = 0; i < 4; i++) decode(bytes)
const before = collected()
const list = decode(bytes)
const allocated = used() - before
const retained = collected() - before
if (list.items.length !== kept.items.length) throw new Error('the same bytes gave another list')
console.log(JSON.stringify({ allocated, retained }))
