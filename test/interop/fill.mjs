// Random JSON for a type, from its descriptor.
const deepest = 7

const quantities = [
  '0',
  '1',
  '100m',
  '1.5Gi',
  '2500000u',
  '1e3',
  '0.5',
  '12345678901234567890',
  '7Ei',
  '-5m',
  '1k',
  '.5',
  '+1',
]
const durations = ['0s', '1h0m0s', '90s', '1.5s', '-2ms', '300us', '1h']
const rawValues = [{ apiVersion: 'example.com/v1', kind: 'Thing', z: 1, a: [true, null, 'x<y'] }, { b: { a: -1 } }, {}]

function pad(value, width) {
  return String(value).padStart(width, '0')
}

function time(random, fraction) {
  const date = `${pad(random.pick([1, 1969, 1970, 2000, 2024, 9999]), 4)}-${pad(1 + random.below(12), 2)}-${pad(1 + random.below(28), 2)}`
  const clock = `${pad(random.below(24), 2)}:${pad(random.below(60), 2)}:${pad(random.below(60), 2)}`
  return `${date}T${clock}${fraction}${random.chance(0.8) ? 'Z' : random.pick(['+02:00', '-07:30'])}`
}

function scalar(kind, random) {
  switch (kind) {
    case 'string':
      return random.text()
    case 'bool':
      return random.chance(0.5)
    case 'int32':
      return random.int(32)
    case 'int64':
      return random.int(64)
    case 'uint32':
    case 'uint64':
      return Math.abs(random.int(32))
    case 'float':
    case 'double':
      return random.pick([0, 1, -1.5, 0.1, 3.25, 1e21, 1e-7, 65504, 16777216])
    case 'bytes':
      return Buffer.from(random.list(9, () => random.below(256))).toString('base64')
    case 'time':
      return random.chance(0.1) ? null : time(random, '')
    case 'microTime':
      return random.chance(0.1) ? null : time(random, `.${pad(random.below(1_000_000), 6)}`)
    case 'duration':
      return random.pick(durations)
    case 'quantity':
      return random.pick(quantities)
    case 'intOrString':
      return random.chance(0.5) ? random.int(32) : random.text()
    case 'fieldsV1':
      return { 'f:metadata': { '.': {}, 'f:a': {} } }
    default:
      return random.pick(rawValues)
  }
}

/** A random value of a type. */
export function fill(type, random, depth = 0) {
  switch (type.kind) {
    case 'struct':
      return fillStruct(type, random, depth)
    case 'list':
      return random.list(2, () => fill(type.element, random, depth + 1))
    case 'map':
      return Object.fromEntries(random.list(2, () => [random.text(), fill(type.value, random, depth + 1)]))
    case 'variant':
      if (type.shape === 'orBool' && random.chance(0.5)) return random.chance(0.5)
      if (type.shape === 'orArray' && random.chance(0.3)) return [fill(type.schema, random, depth + 3)]
      if (type.shape === 'orStringArray' && random.chance(0.5)) return ['a', random.text()]
      return fill(type.schema, random, depth + 3)
    default:
      return scalar(type.kind, random)
  }
}

function fillStruct(type, random, depth) {
  const object = {}
  const share = depth === 0 ? 0.9 : depth > deepest ? 0 : 0.35
  for (const property of type.properties) {
    if (property.name === 'kind' || property.name === 'apiVersion') continue
    if (random.chance(share))
      object[property.name] = random.chance(0.03) ? null : fill(property.type, random, depth + 1)
  }
  return object
}
