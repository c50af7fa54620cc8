import { mutateText } from '../mutate.mjs'

const seeds = {
  quantity: [
    '0',
    '1',
    '100m',
    '1.5Gi',
    '2500000u',
    '1e3',
    '1E6',
    '0.000001',
    '7Ei',
    '-5m',
    '999n',
    '1Ki',
    '.5',
    '5.',
    '+1',
    '1e-9',
  ],
  'labels.parse': [
    'app=web',
    'app in (a,b),tier!=db,env,!legacy',
    'x/y notin (a)',
    'gen>3',
    'a==b',
    'a,b,!c',
    'a in ()',
    '',
  ],
  'fields.parse': ['metadata.name=foo,spec.nodeName!=bar', 'a==b', 'a\\,b=c\\=d', '', 'a='],
  'duration.parse': ['1h', '1.5s', '-2ms', '90s', '1h30m', '0', '1us', '5µs', '9223372036854775807ns'],
  'gv.parse': ['v1', 'apps/v1', '', '/', 'a/b/c'],
  'gvk.parseArg': ['Deployment.v1.apps', 'Pod', 'a.b', 'a.b.c.d'],
  'gvr.parseArg': ['deployments.v1.apps', 'pods', 'a.b.c'],
  'gk.parse': ['Deployment.apps', 'Pod', '.a', 'a.'],
  'intstr.parse': ['80', '50%', 'http', '-1', '2147483648', '007'],
  unstructured: [
    '{"kind":"Foo","apiVersion":"a/v1","n":1.0,"m":1e3,"big":9223372036854775808}',
    '{"kind":"FooList","apiVersion":"a/v1","items":[{"x":1}]}',
  ],
  utiljson: ['{"a":1.0,"b":[1,2.5e3,null],"c":"<\\u2028"}', '12345678901234567890', '-0', '1e400'],
}
const names = [
  'IsQualifiedName',
  'IsDNS1123Label',
  'IsDNS1123Subdomain',
  'IsDNS1035Label',
  'IsValidLabelValue',
  'IsEnvVarName',
  'IsConfigMapKey',
  'IsValidIP',
  'IsValidCIDR',
  'IsValidPercent',
  'IsHTTPHeaderName',
  'IsCIdentifier',
  'IsValidPortName',
]
const nameSeeds = [
  'a',
  'a-b',
  'example.com/a_b',
  'A.b',
  '10.0.0.1',
  '::1',
  '10.0.0.0/8',
  '50%',
  'X-Header',
  'a'.repeat(64),
]
const quantityPairs = ['quantity.arith', 'quantity.scale']
const times = [
  '"2024-01-02T03:04:05Z"',
  '"2024-01-02T03:04:05.123456Z"',
  '"1h"',
  'null',
  '"0001-01-01T00:00:00Z"',
  '"2024-01-02T03:04:05+02:00"',
]

/** Small texts with a grammar of their own: quantities, selectors, names, times. */
export const texts = {
  operations: [...Object.keys(seeds), ...quantityPairs, 'validate', 'time', 'labels.match', 'fields.match'],
  async make(random, _, count) {
    return Array.from({ length: count }, () => one(random))
  },
}

function varied(random, list) {
  const text = random.pick(list)
  return random.chance(0.3) ? text : mutateText(text, random)
}

function one(random) {
  const op = random.pick(texts.operations)
  switch (op) {
    case 'quantity.arith':
      return { op, a: varied(random, seeds.quantity), b: varied(random, seeds.quantity), by: random.below(100) - 50 }
    case 'quantity.scale':
      return { op, in: varied(random, seeds.quantity), scale: random.below(28) - 9 }
    case 'validate':
      return { op, name: random.pick(names), in: varied(random, nameSeeds) }
    case 'time':
      return { op, type: random.pick(['Time', 'MicroTime', 'Duration']), in: varied(random, times) }
    case 'labels.match':
      return { op, selector: varied(random, seeds['labels.parse']), set: { app: 'web', gen: '5', env: '' } }
    case 'fields.match':
      return { op, selector: varied(random, seeds['fields.parse']), set: { 'metadata.name': 'foo', a: 'b' } }
    default:
      return { op, in: varied(random, seeds[op]) }
  }
}
