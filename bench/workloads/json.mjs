import { makePodList } from '../payload/pods.mjs'

const parse = 'JSON.parse'
const stringify = 'JSON.stringify'
const decoder = new TextDecoder()
const encoder = new TextEncoder()

export const workload = {
  name: 'JSON, 1,000 pods',
  about: 'A list of 1,000 pods of 7 KB each: from bytes to objects, and from objects to bytes.',
  unit: 'ms',
  setup() {
    const bytes = encoder.encode(JSON.stringify(makePodList(1000)))
    return { bytes, plain: JSON.parse(decoder.decode(bytes)) }
  },
  operations: [
    { name: parse, run: ({ bytes }) => JSON.parse(decoder.decode(bytes)) },
    { name: stringify, run: ({ plain }) => encoder.encode(JSON.stringify(plain)) },
  ],
}
