// Definitions of custom resources as projects have them: most are small, some have the schema of a whole pod in them.
import { Random } from './random.mjs'

const words =
  'name image port size mode class limit label route match policy selector header timeout weight target'.split(' ')
const formats = ['', '', '', 'date-time', 'uri', 'int-or-string']

/** Schemas of the definitions, smallest first: how many fields each has. */
const sizes = [...Array(60).fill(40), ...Array(25).fill(250), ...Array(15).fill(1500)]

/** A hundred definitions, the same each time; 60 of about 8 KB, 25 of 50 KB, 15 of 300 KB. */
export function makeDefinitions() {
  const seeded = new Random(17)
  const random = (limit) => seeded.below(limit)
  return sizes.map((fields, index) => definition(index, { fields, random }))
}

function definition(index, { fields, random }) {
  const group = `project${index % 12}.example.com`
  const kind = `Thing${index}`
  const plural = `thing${index}s`
  const status = { type: 'object', properties: { phase: { type: 'string' }, conditions: conditions() } }
  const spec = object(fields, { random, depth: 0 })
  const version = (name, storage) => ({
    name,
    served: true,
    storage,
    subresources: { status: {} },
    additionalPrinterColumns: [{ name: 'Phase', type: 'string', jsonPath: '.status.phase' }],
    schema: { openAPIV3Schema: { type: 'object', properties: { spec, status } } },
  })
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, plural, singular: plural.slice(0, -1), listKind: `${kind}List` },
      versions: [version('v1', true)],
    },
  }
}

function conditions() {
  const text = (maxLength) => ({ type: 'string', maxLength })
  return {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['type'],
    items: {
      type: 'object',
      required: ['type', 'status'],
      properties: {
        type: text(316),
        status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
        reason: text(1024),
        message: text(32768),
      },
    },
  }
}

/** An object of so many fields in all, some of them objects and lists of objects. */
function object(fields, { random, depth }) {
  const properties = {}
  let left = fields
  for (let i = 0; left > 0; i++) {
    const name = `${words[random(words.length)]}${i}`
    const inner = depth < 8 && left > 6 && random(3) === 0 ? Math.min(left - 1, 3 + random(Math.ceil(left / 2))) : 0
    left -= 1 + inner
    properties[name] = inner === 0 ? field(random) : nested(inner, { random, depth: depth + 1 })
  }
  const rules =
    random(40) === 0 ? { 'x-kubernetes-validations': [{ rule: `has(self.${Object.keys(properties)[0]})` }] } : {}
  return { description: description(random), type: 'object', properties, ...rules }
}

function nested(fields, place) {
  const item = object(fields, place)
  const kind = place.random(3)
  if (kind === 0) return { type: 'array', maxItems: 64, items: item }
  return kind === 1 ? { type: 'object', additionalProperties: item } : item
}

function field(random) {
  const described = { description: description(random) }
  const kind = random(6)
  if (kind === 0) return { ...described, type: 'integer', minimum: 0 }
  if (kind === 1) return { ...described, type: 'boolean' }
  if (kind === 2) return { ...described, type: 'array', items: { type: 'string' } }
  if (kind === 3) return { ...described, type: 'string', enum: ['A', 'B', 'C'] }
  const format = formats[random(formats.length)]
  if (format === 'int-or-string') return { ...described, 'x-kubernetes-int-or-string': true }
  return { ...described, type: 'string', maxLength: 253, ...(format !== '' && { format }) }
}

function description(random) {
  return Array.from({ length: 6 + random(20) }, () => words[random(words.length)]).join(' ')
}
