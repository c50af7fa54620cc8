import { fill } from '../fill.mjs'
import { mutateBytes, mutateText } from '../mutate.mjs'

const operations = ['recode', 'json2pb', 'pb2json', 'json2cbor', 'cbor2json', 'strictdecode', 'jsonroundtrip', 'zero']
const formats = ['json', 'yaml', 'pb', 'cbor']
const targets = ['json', 'pretty', 'yaml', 'pb', 'pbraw', 'cbor']

/** Documents of every built-in kind: random objects made here and by Go, in every format and between them, and broken ones. */
export const codecs = {
  operations,
  /** @param context - `kinds`, `descriptorOf`, and `reference` to make objects with. */
  async make(random, context, count) {
    const requests = []
    const seeds = Array.from({ length: Math.ceil(count / 8) }, () => seedRequest(random, context))
    const objects = await context.reference.ask(seeds)
    for (const [i, object] of objects.entries()) {
      const { gvk } = seeds[i]
      for (let n = 0; n < 8; n++) requests.push(fromObject(random, gvk, object) ?? fromDescriptor(random, gvk, context))
    }
    return requests.slice(0, count)
  },
}

function seedRequest(random, { kinds }) {
  return { op: 'fuzz', gvk: random.pick(kinds), sec: random.below(1_000_000), total: 1 + random.below(3) }
}

/** A case from an object that Go made, the bytes mutated in half of them. */
function fromObject(random, gvk, object) {
  if (random.chance(0.4)) return undefined
  const format = random.pick(formats)
  const document = object[format]
  if (document === undefined) return undefined
  const to = random.pick(targets)
  const request = { op: 'recode', format, to: to === 'pbraw' && format !== 'pb' ? 'pb' : to, gvk }
  const broken = random.chance(0.5)
  if (format === 'pb' || format === 'cbor') {
    const bytes = Buffer.from(document, 'base64')
    request.in64 = Buffer.from(broken ? mutateBytes(bytes, random) : bytes).toString('base64')
    return request
  }
  request.in = broken && format === 'json' ? mutateText(document, random) : document
  if (random.chance(0.2)) request.strict = true
  return request
}

/** A case from an object made here, often with fields that no type has. */
function fromDescriptor(random, gvk, { descriptorOf }) {
  const slash = gvk.lastIndexOf('/')
  const object = { apiVersion: gvk.slice(0, slash), kind: gvk.slice(slash + 1), ...fill(descriptorOf(gvk), random) }
  if (random.chance(0.2)) object.unknownField = random.text()
  const text = JSON.stringify(object)
  const op = random.pick(['json2pb', 'json2cbor', 'jsonroundtrip', 'strictdecode', 'recode'])
  const request = { op, gvk, in: random.chance(0.2) ? mutateText(text, random) : text }
  return op === 'recode' ? { ...request, format: 'json', to: random.pick(formats) } : request
}
