import { apply, ScenarioWriter, type Value, version } from '../scenario.js'

const any = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

const string = { type: 'string' }

const integer = { type: 'integer' }

const restrictions: Readonly<Record<string, { readonly schema: Value; readonly values: readonly unknown[] }>> = {
  minimum: { schema: { type: 'integer', minimum: 3 }, values: [2, 3, '3', 3.5, null, true, [], {}] },
  maximum: { schema: { type: 'number', maximum: 3.5 }, values: [3.5, 4, 1e30, -1] },
  exclusive: {
    schema: { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 2, exclusiveMaximum: true },
    values: [1, 1.5, 2],
  },
  multiple: { schema: { type: 'number', multipleOf: 0.5 }, values: [0.5, 0.7, 0, -1.5] },
  length: { schema: { type: 'string', minLength: 2, maxLength: 4 }, values: ['', 'a', 'äöü', '😀', 'abcde', 5, null] },
  pattern: { schema: { type: 'string', pattern: '^[a-c]+$' }, values: ['abc', 'xyz', '', 'ab\n'] },
  enum: { schema: { type: 'string', enum: ['a', 'b "quoted"', ''] }, values: ['a', 'c', '', 1] },
  numbers: { schema: { type: 'integer', enum: [1, 2, 3] }, values: [1, 4, 1.5, '1'] },
  int32: { schema: { type: 'integer', format: 'int32' }, values: [2147483647, 2147483648, -2147483649] },
  int64: { schema: { type: 'integer', format: 'int64' }, values: [1, 2 ** 40] },
  float: { schema: { type: 'number', format: 'float' }, values: [1, 1e39, 1.5] },
  items: {
    schema: { type: 'array', minItems: 1, maxItems: 2, items: string },
    values: [[], ['a'], ['a', 'b', 'c'], [1, null], 'x', {}],
  },
  set: {
    schema: { type: 'array', items: string, 'x-kubernetes-list-type': 'set' },
    values: [['a', 'b'], ['a', 'a', 'b', 'b'], []],
  },
  map: {
    schema: {
      type: 'array',
      items: {
        type: 'object',
        required: ['k'],
        properties: { k: string, n: { type: 'integer', default: 1 }, v: string },
      },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k', 'n'],
    },
    values: [
      [{ k: 'a' }],
      [{ k: 'a' }, { k: 'a' }],
      [
        { k: 'a', n: 2 },
        { k: 'a', n: 1 },
      ],
      [{}],
      [{ k: 'a', v: 1 }, null],
    ],
  },
  nested: {
    schema: {
      type: 'object',
      required: ['a', 'b'],
      properties: { a: string, b: { type: 'object', required: ['c'], properties: { c: integer } } },
    },
    values: [
      {},
      { a: 'x' },
      { a: null, b: {} },
      { a: 'x', b: { c: 'y' } },
      { a: 'x', b: { c: 1, d: 2 }, e: 3 },
      'x',
      [],
    ],
  },
  properties: { schema: { ...any, minProperties: 1, maxProperties: 2 }, values: [{}, { a: 1 }, { a: 1, b: 2, c: 3 }] },
  additional: {
    schema: { type: 'object', additionalProperties: { type: 'integer', maximum: 5 } },
    values: [{ a: 1, 'x.y/z': 9, "q'": 'text' }, {}],
  },
  nullable: { schema: { type: 'string', nullable: true }, values: [null, 'x', 1] },
  nullableObject: {
    schema: { type: 'object', nullable: true, properties: { a: string } },
    values: [null, { a: null }, { b: 1 }],
  },
  notNullable: {
    schema: {
      type: 'object',
      properties: { a: { type: 'string', default: 'given' }, b: { type: 'string', nullable: true, default: 'given' } },
    },
    values: [{ a: null, b: null }, {}, null],
  },
  intOrString: { schema: { 'x-kubernetes-int-or-string': true }, values: [1, 'x', 1.5, true, null, {}] },
  intOrStringPattern: {
    schema: {
      anyOf: [{ type: 'integer' }, { type: 'string' }],
      pattern: '^[0-9]+%$',
      maximum: 5,
      'x-kubernetes-int-or-string': true,
    },
    values: [1, 9, '5%', 'x'],
  },
  preserved: {
    schema: { 'x-kubernetes-preserve-unknown-fields': true },
    values: [1, 'x', null, [1, { a: null }], { a: { b: 1.0 } }],
  },
  pruned: {
    schema: {
      type: 'object',
      properties: {
        keep: { ...any, properties: { in: { type: 'object', properties: { a: string } } } },
        drop: { type: 'object' },
      },
    },
    values: [{ keep: { x: 1, in: { a: 'x', y: 2 } }, drop: { z: 1 }, more: 1 }],
  },
  embedded: {
    schema: { ...any, 'x-kubernetes-embedded-resource': true },
    values: [
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x', labels: { a: 'b' }, odd: 1 }, spec: { a: 1 } },
      { apiVersion: 'v1', kind: 'Pod' },
      { kind: 'Pod' },
      {},
      { apiVersion: 'a/b/c', kind: 'P P', metadata: { name: 'Bad Name', labels: { 'a b': 'c' } } },
      { apiVersion: 'v1', kind: 'Pod', metadata: 'x' },
      { apiVersion: 'v1', kind: 'Pod', metadata: { labels: 5 } },
      { apiVersion: 'v1', kind: {} },
    ],
  },
  embeddedClosed: {
    schema: { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { spec: string } },
    values: [{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, spec: 'y', more: 1 }],
  },
  anyOf: {
    schema: {
      type: 'object',
      properties: { a: string, b: integer },
      anyOf: [{ required: ['a'] }, { required: ['b'], properties: { b: { minimum: 5 } } }],
    },
    values: [{}, { a: 'x' }, { b: 1 }, { b: 6 }],
  },
  oneOf: {
    schema: {
      type: 'object',
      properties: { a: string, b: integer },
      oneOf: [{ required: ['a'] }, { required: ['b'] }],
    },
    values: [{}, { a: 'x' }, { a: 'x', b: 1 }],
  },
  allOf: { schema: { type: 'string', allOf: [{ minLength: 3 }, { pattern: '^a' }] }, values: ['', 'abc', 'b'] },
  not: { schema: { type: 'integer', not: { minimum: 5, maximum: 7 } }, values: [4, 6] },
  notRequired: {
    schema: { type: 'object', properties: { a: string, b: string }, not: { required: ['a', 'b'] } },
    values: [{ a: '', b: '' }, { a: '' }],
  },
}

const formats: Readonly<Record<string, readonly string[]>> = {
  date: ['2020-01-31', '2020-02-31', 'x', ''],
  'date-time': ['2020-01-31T00:00:00Z', '2020-01-31 00:00:00', '2020-01-31T24:00:00+01:00', '2020-01-31t00:00:00.123z'],
  duration: ['1h', '1 day', 'x', 'P1D', '-5s'],
  ipv4: ['1.2.3.4', '1.2.3', '01.2.3.4', '::1'],
  ipv6: ['::1', '1.2.3.4', '::ffff:1.2.3.4', 'x'],
  ip: ['::1', '1.2.3.4', 'x'],
  cidr: ['10.0.0.0/8', '10.0.0.1/8', '10.0.0.0', '::/0'],
  mac: ['00:00:5e:00:53:01', '0000.5e00.5301', 'x'],
  email: ['a@b', 'a@b.c', 'a', '"x y"@z.de'],
  uri: ['http://x/y?z', '/x', 'x y', ':', 'mailto:a@b'],
  hostname: ['a.b', '-a', 'a_b', 'ä.de', `${'x'.repeat(64)}.de`],
  uuid: ['9d4b9d4b-1234-4abc-8abc-1234567890ab', 'x', '9D4B9D4B12344ABC8ABC1234567890AB'],
  uuid4: ['9d4b9d4b-1234-4abc-8abc-1234567890ab', '9d4b9d4b-1234-1abc-8abc-1234567890ab'],
  byte: ['YQ==', 'YQ', '!', ''],
  password: ['x'],
  bsonobjectid: ['507f1f77bcf86cd799439011', 'x'],
  isbn: ['0321751043', '978-0321751041', 'x'],
  creditcard: ['4111111111111111', 'x'],
  ssn: ['111-11-1111', 'x'],
  hexcolor: ['#FFFFFF', 'x'],
  rgbcolor: ['rgb(0,0,0)', 'x'],
  'k8s-short-name': ['abc', 'Abc', 'x'.repeat(64), ''],
  'k8s-long-name': ['a.b', 'A', ''],
  'made-up': ['anything'],
}

export const values = new ScenarioWriter('values', (s) => {
  const members = Object.fromEntries(Object.entries(restrictions).map(([name, { schema }]) => [name, schema]))
  s.define('Check', [version({ spec: { type: 'object', properties: members } })])
  const checks = `${s.path('checks')}?dryRun=All`
  for (const [name, { values }] of Object.entries(restrictions))
    for (const value of values) s.post(checks, s.object('Check', 'x', { spec: { [name]: value } }))
  s.post(
    checks,
    s.object('Check', 'x', {
      spec: { minimum: 1, length: 'x', enum: 'z', nested: { b: 1 }, set: ['a', 'a'], int32: 'x' },
    }),
  )
  s.post(
    `${checks}&fieldValidation=Strict`,
    s.object('Check', 'x', {
      spec: {
        pruned: { keep: { x: 1, in: { y: 2 } }, drop: { z: 1 }, more: 1 },
        'odd key': 1,
        nested: { a: 'x', b: { c: 1, d: 1 } },
      },
      map: 5,
    }),
  )
  s.post(
    `${checks}&fieldValidation=Strict`,
    s.object('Check', 'x', {
      spec: { embedded: { apiVersion: 'v1', kind: 'Pod', metadata: { odd: 1, name: 'x' } }, map: [{ k: 'a', z: 1 }] },
      map: 5,
    }),
  )
  const spec = (name: string, value: unknown) => JSON.stringify({ spec: { [name]: value } })
  s.post(s.path('checks'), s.object('Check', 'a'))
  for (const [name, { values }] of Object.entries(restrictions))
    for (const value of values.slice(0, 3)) s.patch(`${s.path('checks')}/a?dryRun=All`, spec(name, value))
  const own = `apiVersion: ${s.group}/v1\nkind: Check\n`
  for (const [name, { values }] of Object.entries(restrictions))
    for (const value of values)
      if (name !== 'nested')
        s.patch(
          `${s.path('checks')}/a?dryRun=All&fieldManager=m`,
          `${own}spec: ${JSON.stringify({ [name]: value })}\n`,
          apply,
        )
})

export const formatted = new ScenarioWriter('formatted', (s) => {
  const members = Object.fromEntries(Object.keys(formats).map((name) => [name, { type: 'string', format: name }]))
  s.define('Text', [version({ spec: { type: 'object', properties: members } })])
  for (const [name, texts] of Object.entries(formats))
    for (const text of texts) s.post(`${s.path('texts')}?dryRun=All`, s.object('Text', 'x', { spec: { [name]: text } }))
})
