import { mutateText } from '../mutate.mjs'

/** An object with something for every kind of step. */
export const object = {
  apiVersion: 'x/v1',
  kind: 'K',
  metadata: { name: 'n', creationTimestamp: '2020-01-01T00:00:00Z', labels: { 'a.b/c': 'v<&>', app: 'web' } },
  spec: {
    replicas: 3,
    ratio: 1.5,
    big: 1e21,
    text: 'héllo "q"',
    yes: true,
    nil: null,
    empty: {},
    none: [],
    items: [
      { name: 'a', n: 1, f: 1.5, ok: true },
      { name: 'b', n: 2, f: 2.5, sub: [{ x: 1 }, { x: 2 }] },
      { name: 'c)d', n: 3 },
      { other: null },
    ],
    nums: [5, 4, 3, 2, 1],
    matrix: [
      [1, 2],
      [3, 4],
    ],
    one: { deep: { x: 'y' } },
  },
  status: {
    conditions: [
      { type: 'Ready', status: 'True' },
      { type: 'Other', status: 'False' },
    ],
  },
}

const indexes = '0 -1 1:3 :2 ::2 4:1 10 -10 1:1 ::0 -2: 0:99 * 0,1 0,,1 -- 1:2:3:4 99999999999999999999 a'.split(' ')
const filters = [
  ...[
    '@.n>1',
    '@.n>=2',
    '@.n<2',
    '@.n<=2',
    '@.n!=2',
    '@.f>2.0',
    '@.f>2',
    '@.sub',
    '@.sub[5]',
    '@.name=="c)d"',
    '@.ok==true',
  ],
  ...[
    '@.ok',
    '@.n=="1"',
    '@.n=<1',
    '@.n~1',
    '@.name>"a"',
    '@.other',
    '@.n==@.n',
    '1==1',
    '"a"==@.name',
    '@.missing==1',
  ],
]

/** Paths without the braces around them, each with the one result that Go always has. */
export const paths = [
  ...[
    '.metadata.name',
    '.spec.replicas',
    '.spec.ratio',
    '.spec.big',
    '.spec.nil',
    '.spec.missing.deeper',
    '.spec.yes',
    '.',
  ],
  ...indexes.map((index) => `.spec.nums[${index}]`),
  ...filters.map((filter) => `.spec.items[?(${filter})].name`),
  ...['.spec.items[*].name', '.spec.matrix[*][0]', '.spec.matrix[*]', '.spec.nums[?(@>2)]', '.spec.nums[?(@>2)][0]'],
  ...['.spec.replicas[?(@==3)]', '.spec.none[?(@==3)]', '.spec.nil[?(@==3)]', '.metadata.name[0]', '.spec.none[0]'],
  ...["['metadata'].name", ".metadata.labels['app']", '.metadata.labels.a\\.b/c', ".spec.items[0]['name','n']"],
  ...['.status.conditions[?(@.type=="Ready")].status', ".status.conditions[?(@.type=='Other')].status"],
  ...[
    '.spec.one',
    '.spec.empty',
    '.spec.none',
    '.metadata.labels',
    '.spec.text',
    '.spec.one.*',
    '.spec.one..x',
    '....name',
  ],
  ...[
    '',
    '@',
    '$',
    '$.metadata.name',
    '@.metadata.name',
    '5',
    '5.5',
    '-3',
    '1.2.3',
    'true',
    'foo',
    'end',
    '#',
    'é',
    '{',
    '}',
  ],
  ...[
    '"text"',
    "'it'",
    '"a\\tb"',
    '"a\\"b"',
    '"a\\x41\\u00e9\\101"',
    '"\\xc3\\xa9\\xa1"',
    '"\\ud800"',
    '"bad\\q"',
    '"open',
    '.kind}x{.kind',
    '.kind} {.apiVersion',
  ],
  ...['.spec["a"]', '.spec.items[', '.spec.items[?(@.n', '.spec.items[?(@.n>1).x', '.spec.nums[ 0]', '.metadata .name'],
]

/** Whether the result has one order only, and no `range`. */
function isDefinite(path) {
  return !/\.\*|\.\.|range/.test(path)
}

/** Kubernetes' JSONPath. */
export const jsonPath = {
  operations: ['jsonpath'],
  async make(random, _, count) {
    return Array.from({ length: count }, () => {
      const path = random.pick(paths)
      const varied = random.chance(0.5) ? path : mutateText(path, random)
      return { op: 'jsonpath', in: object, a: `{${isDefinite(varied) ? varied : '.kind'}}`, strict: random.chance(0.3) }
    })
  },
}
