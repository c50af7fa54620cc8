import type { ScalarDescriptor, StructDescriptor, StructProperty, TypeDescriptor } from '../../src/descriptor/types.js'
import type { Random } from './random.js'

const deepest = 8

/** Texts that some field or other takes or refuses for its form: names, keys, addresses, ranges, paths, versions, words of enumerations. */
const texts = [
  ...['', 'a', 'A', 'a.b', 'a..b', '-a', 'a-', 'a_b', 'a/b', 'a/', '/a', 'Bad_Value!', 'é', ' ', '1', '1a', '0'],
  ...[
    'example.com',
    'example.com/x',
    'Example.com/X',
    'kubernetes.io/x',
    'k8s.io/y',
    '*.x.com',
    'sub.example.com/path/x',
  ],
  ...[
    '1.2.3.4',
    '01.2.3.4',
    '::1',
    '::ffff:1.2.3.4',
    '1.2.3.4/24',
    '10.0.0.0/8',
    'fd00::/64',
    '10.0.0.5/8',
    '127.0.0.1',
  ],
  ...[
    'v1',
    'v1beta1',
    'apps/v1',
    'TCP',
    'UDP',
    'SCTP',
    'IPv4',
    'Always',
    'Never',
    'None',
    'True',
    'False',
    'Unknown',
    'Equal',
  ],
  ...[
    'Exists',
    'In',
    'NotIn',
    'Gt',
    '/x/y',
    '../x',
    '/x/../y',
    'http://x',
    'https://x.example/y',
    '{}',
    '[]',
    'cpu',
    'memory',
  ],
  ...[
    'pods',
    'requests.cpu',
    'hugepages-2Mi',
    'ephemeral-storage',
    'a'.repeat(64),
    'a'.repeat(254),
    `${'a'.repeat(64)}.b`,
  ],
  ...[
    'NoSchedule',
    'NoExecute',
    'self.x == 1',
    'true',
    '1 +',
    'object.spec.x',
    '5',
    '50%',
    '150%',
    '-1',
    'Ab-Cd',
    'a:b',
    'a,b',
  ],
]
const integers = [
  0, 1, 2, 3, -1, 5, 10, 32, 33, 63, 64, 80, 100, 101, 255, 256, 443, 1000, 3600, 65535, 65536, 86400, 2147483647,
  -2147483648,
]
const quantities = ['0', '1', '-1', '100m', '1Gi', '1.5', '10', '1e3', '0.5Mi', '500m', '2500000u']
const durations = ['0s', '1s', '1h0m0s', '-1s', '1.5s', '90s', '400000h']
const times = ['2020-01-01T00:00:00Z', '2040-01-01T00:00:00Z', null]
const microTimes = ['2020-01-01T00:00:00.000000Z', '2040-01-01T00:00:00.000001Z', null]

/** A random value for a field of a type, small. */
export function randomValue(type: TypeDescriptor, random: Random, depth = 0): unknown {
  switch (type.kind) {
    case 'struct':
      return randomStruct(type, random, depth)
    case 'list':
      return random.list(depth > 4 ? 1 : 2, () => randomValue(type.element, random, depth + 1))
    case 'map':
      return Object.fromEntries(
        random.list(2, () => [random.pick(texts), randomValue(type.value, random, depth + 1)] as const),
      )
    case 'variant':
      return randomStruct(type.schema, random, depth + 4)
    default:
      return randomScalar(type, random)
  }
}

function randomStruct(type: StructDescriptor, random: Random, depth: number): object {
  const share = depth > deepest ? 0 : 1.5 / Math.max(2, type.properties.length)
  const isWanted = (property: StructProperty): boolean =>
    random.chance(property.type.kind === 'struct' || property.type.kind === 'list' ? share : share * 2)
  return Object.fromEntries(
    type.properties
      .filter((property) => property.name !== 'kind' && property.name !== 'apiVersion' && isWanted(property))
      .map((property) => [property.name, randomValue(property.type, random, depth + 1)]),
  )
}

function randomScalar({ kind, enum: allowed }: ScalarDescriptor, random: Random): unknown {
  if (allowed !== undefined && random.chance(0.7)) return random.pick(allowed)
  switch (kind) {
    case 'bool':
      return random.chance(0.5)
    case 'int32':
    case 'int64':
    case 'uint32':
    case 'uint64':
      return random.pick(integers)
    case 'float':
    case 'double':
      return random.pick([0, 1, 0.5, -1])
    case 'bytes':
      return random.pick(['', 'YQ==', 'LS0tLS1CRUdJTg=='])
    case 'time':
      return random.pick(times)
    case 'microTime':
      return random.pick(microTimes)
    case 'duration':
      return random.pick(durations)
    case 'quantity':
      return random.pick(quantities)
    case 'intOrString':
      return random.chance(0.5) ? random.pick(integers) : random.pick(texts)
    case 'fieldsV1':
      return { 'f:metadata': {} }
    case 'string':
      return random.pick(texts)
    default:
      return random.pick([{}, { a: 1 }, { apiVersion: 'v1', kind: 'ConfigMap' }])
  }
}
