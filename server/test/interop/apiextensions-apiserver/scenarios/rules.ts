import { apply, merge, ScenarioWriter, table, version, yaml } from '../scenario.js'

const any = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

const string = { type: 'string' }

const integer = { type: 'integer' }

export const rules = new ScenarioWriter('rules', (s) => {
  const rule = (text: string, more: object = {}) => ({ rule: text, ...more })
  const spec = {
    type: 'object',
    'x-kubernetes-validations': [
      rule('!has(self.low) || !has(self.high) || self.low <= self.high', {
        message: 'low must not be above high',
        fieldPath: '.low',
      }),
      rule('!has(self.low) || self.low != 13', {
        messageExpression: 'self.low > 5 ? "not so many" : "x"',
        reason: 'FieldValueForbidden',
      }),
      rule('!has(self.low) || self.low != 14', { reason: 'FieldValueRequired', fieldPath: '.high' }),
      rule('!has(self.low) || self.low != 15', { reason: 'FieldValueDuplicate' }),
      rule('!has(self.low) || self.low != 16', {
        reason: 'FieldValueInvalid',
        messageExpression: 'self.list[5]',
        message: 'fallback',
      }),
      rule('!has(self.low) || self.low != 17', { messageExpression: '""' }),
      rule('!has(self.low) || self.low != 18', { messageExpression: '"two\\nlines"' }),
      rule('!has(self.low) || self.low != 19 || self.list[3] == "x"'),
      rule('!has(self.low) || 10 / (self.low - 20) != 100'),
    ],
    properties: {
      low: { type: 'integer', maximum: 1000 },
      high: { type: 'integer' },
      fixed: {
        type: 'string',
        maxLength: 20,
        'x-kubernetes-validations': [rule('self == oldSelf', { message: 'is immutable' })],
      },
      once: {
        type: 'string',
        maxLength: 20,
        'x-kubernetes-validations': [
          rule('!oldSelf.hasValue() || oldSelf.value() == self', {
            optionalOldSelf: true,
            messageExpression: 'oldSelf.hasValue() ? "was another" : "new"',
          }),
        ],
      },
      list: {
        type: 'array',
        maxItems: 5,
        items: { type: 'string', maxLength: 10, 'x-kubernetes-validations': [rule('self != "bad"')] },
        'x-kubernetes-validations': [rule('self.all(x, self.exists_one(y, x == y))', { message: 'must differ' })],
      },
      map: {
        type: 'object',
        maxProperties: 5,
        additionalProperties: { type: 'integer', 'x-kubernetes-validations': [rule('self < 10')] },
      },
      keyed: {
        type: 'array',
        maxItems: 5,
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
        items: {
          type: 'object',
          required: ['k'],
          properties: {
            k: { type: 'string', maxLength: 9 },
            v: {
              type: 'integer',
              'x-kubernetes-validations': [rule('self >= oldSelf', { message: 'must not shrink' })],
            },
          },
        },
      },
      either: {
        'x-kubernetes-int-or-string': true,
        'x-kubernetes-validations': [rule('type(self) == int ? self < 5 : self.endsWith("%")')],
      },
      when: {
        type: 'string',
        format: 'date-time',
        'x-kubernetes-validations': [rule('self > timestamp("2020-01-01T00:00:00Z")')],
      },
      long: { type: 'string', format: 'duration', 'x-kubernetes-validations': [rule('self <= duration("1h")')] },
      quantity: {
        type: 'string',
        maxLength: 20,
        'x-kubernetes-validations': [rule('isQuantity(self) && quantity(self).compareTo(quantity("1Gi")) <= 0')],
      },
      url: {
        type: 'string',
        maxLength: 50,
        'x-kubernetes-validations': [rule('isURL(self) && url(self).getScheme() == "https"')],
      },
      defaulted: { type: 'integer', default: 3, 'x-kubernetes-validations': [rule('self < 5')] },
      embedded: {
        ...any,
        'x-kubernetes-embedded-resource': true,
        'x-kubernetes-validations': [rule('self.metadata.name.startsWith("a")'), rule('self.kind == "Pod"')],
      },
      nullable: { type: 'string', nullable: true, 'x-kubernetes-validations': [rule('self == "x"')] },
    },
  }
  const root = [
    rule('self.metadata.name != "forbidden"', { message: 'must not be named so' }),
    rule('!has(self.status) || self.status.done || self.spec.low > 0'),
  ]
  s.define('Rule', [
    version(
      {
        spec,
        status: {
          type: 'object',
          properties: { done: { type: 'boolean' } },
          'x-kubernetes-validations': [rule('!oldSelf.done || self.done', { message: 'stays done' })],
        },
      },
      { schema: { 'x-kubernetes-validations': root }, subresources: { status: {} } },
    ),
  ])
  const all = s.path('rules')
  for (const value of [
    { low: 1, high: 2 },
    { low: 3, high: 2 },
    ...[13, 14, 15, 16, 17, 18, 19, 20].map((low) => ({ low })),
    { list: ['a', 'b'] },
    { list: ['a', 'a', 'bad'] },
    { list: ['a', 'b', 'c', 'd', 'e', 'f'] },
    { map: { a: 1, b: 11, 'c d': 12 } },
    { either: 1 },
    { either: 7 },
    { either: 'x' },
    { either: '5%' },
    { when: '2019-01-01T00:00:00Z' },
    { when: '2021-01-01T00:00:00+01:00' },
    { when: 'x' },
    { long: '2h' },
    { long: '30m' },
    { quantity: '2Gi' },
    { quantity: 'x' },
    { quantity: '500Mi' },
    { url: 'http://x' },
    { url: 'https://x' },
    { url: 'x' },
    { defaulted: 7 },
    { embedded: { apiVersion: 'v1', kind: 'Service', metadata: { name: 'b' } } },
    { embedded: { apiVersion: 'v1', kind: 'Pod' } },
    { nullable: null },
    { nullable: 'y' },
    { low: 'x', high: 1 },
    { low: 3, high: 2, list: ['bad', 'bad'], map: { a: 20 } },
  ])
    s.post(`${all}?dryRun=All`, s.object('Rule', 'x', { spec: value }))
  s.post(`${all}?dryRun=All`, s.object('Rule', 'forbidden', { spec: {} }))
  s.post(`${all}?dryRun=All`, s.object('Rule', 'forbidden'))
  const spec2 = {
    fixed: 'a',
    once: 'b',
    keyed: [
      { k: 'x', v: 5 },
      { k: 'y', v: 1 },
    ],
    low: 1,
  }
  s.post(all, s.object('Rule', 'a', { spec: spec2 }))
  for (const value of [
    { fixed: 'b' },
    { fixed: null },
    { once: 'c' },
    { once: null },
    {
      keyed: [
        { k: 'y', v: 1 },
        { k: 'x', v: 4 },
      ],
    },
    {
      keyed: [
        { k: 'x', v: 6 },
        { k: 'z', v: 0 },
      ],
    },
    { low: 13 },
    { low: 2 },
  ])
    s.patch(`${all}/a?dryRun=All`, { spec: value })
  s.patch(`${all}/a/status`, { status: { done: false } })
  s.patch(`${all}/a/status`, { status: { done: true } })
  s.patch(`${all}/a/status`, { status: { done: false } })
  s.patch(`${all}/a/status`, { status: { done: 'x' }, spec: { low: 13 } })
  s.patch(`${all}/a/status`, { status: null })
})

export const defaults = new ScenarioWriter('defaults', (s) => {
  const spec = {
    type: 'object',
    default: { a: 'from above' },
    properties: {
      a: { type: 'string', default: 'a' },
      n: { type: 'number', default: 1.5 },
      i: { type: 'integer', default: 1 },
      b: { type: 'boolean', default: false },
      o: {
        type: 'object',
        default: {},
        properties: {
          x: { type: 'integer', default: 7 },
          y: { type: 'object', properties: { z: { type: 'string', default: 'deep' } } },
        },
      },
      l: {
        type: 'array',
        default: [{}],
        items: { type: 'object', properties: { x: { type: 'string', default: 'item' } } },
      },
      m: {
        type: 'object',
        additionalProperties: { type: 'object', properties: { x: { type: 'string', default: 'value' } } },
      },
      free: { 'x-kubernetes-preserve-unknown-fields': true, default: { any: [1, 'x', null] } },
      either: { 'x-kubernetes-int-or-string': true, default: '50%' },
      nullable: { type: 'string', nullable: true, default: 'not null' },
    },
  }
  s.define('Filled', [
    version(
      {
        spec,
        status: {
          type: 'object',
          default: { phase: 'New' },
          properties: { phase: string, count: { type: 'integer', default: 0 } },
        },
      },
      { subresources: { status: {} } },
    ),
  ])
  const all = s.path('filleds')
  for (const more of [
    {},
    { spec: {} },
    { spec: null },
    { spec: { a: null, o: null, l: null, nullable: null } },
    { spec: { o: { y: {} }, l: [{}, { x: 'given' }, null], m: { k: {}, j: null } } },
    { spec: { free: null, either: null } },
    { status: {} },
    { status: { phase: 'Given', count: 5 } },
  ])
    s.post(`${all}?dryRun=All`, s.object('Filled', 'x', more))
  s.post(all, s.object('Filled', 'a', { spec: { a: 'mine' } }))
  s.patch(`${all}/a`, { spec: { a: null } })
  s.patch(`${all}/a/status`, { status: { phase: 'Done' } })
  s.patch(`${all}/b?fieldManager=m`, s.object('Filled', 'b', { spec: { m: { k: {} } } }), apply)
  s.patch(`${all}/b?fieldManager=m`, s.object('Filled', 'b', { spec: { i: 5 } }), apply)
  s.get(`${all}/b`, table)
  s.patch(`${all}/a/status?fieldManager=m`, s.object('Filled', 'a', { status: { count: 9 }, spec: { a: 'x' } }), apply)
  s.post(
    `${all}?dryRun=All`,
    `apiVersion: ${s.group}/v1\nkind: Filled\nmetadata:\n  name: y\nspec:\n  a: ~\n  m:\n    k:\n`,
    yaml,
  )
})

export const ratcheting = new ScenarioWriter('ratcheting', (s) => {
  const loose = {
    type: 'object',
    properties: {
      a: string,
      list: { type: 'array', items: string },
      keyed: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
        items: { type: 'object', required: ['k'], properties: { k: string, v: string } },
      },
      o: { type: 'object', properties: { x: string, y: integer } },
      m: { type: 'object', additionalProperties: string },
    },
  }
  const tight = {
    type: 'object',
    required: ['a'],
    'x-kubernetes-validations': [{ rule: '!has(self.o) || has(self.o.x)' }],
    properties: {
      a: { type: 'string', maxLength: 3, 'x-kubernetes-validations': [{ rule: 'self != "abcdef"' }] },
      list: { type: 'array', maxItems: 2, items: { type: 'string', maxLength: 2 } },
      keyed: {
        type: 'array',
        maxItems: 9,
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
        items: {
          type: 'object',
          required: ['k'],
          properties: { k: { type: 'string', maxLength: 9 }, v: { type: 'string', enum: ['ok'] } },
        },
      },
      o: {
        type: 'object',
        required: ['x', 'y'],
        properties: { x: { type: 'string', pattern: '^x' }, y: { type: 'integer', maximum: 5 } },
      },
      m: { type: 'object', maxProperties: 1, additionalProperties: { type: 'string', minLength: 3 } },
    },
  }
  s.define('Grip', [version({ spec: loose })])
  const all = s.path('grips')
  const old = {
    a: 'abcdef',
    list: ['long', 'longer', 'longest'],
    keyed: [
      { k: '1', v: 'bad' },
      { k: '2', v: 'worse' },
    ],
    o: { y: 9 },
    m: { a: 'x', b: 'y' },
  }
  s.post(all, s.object('Grip', 'a', { spec: old }))
  s.post(all, s.object('Grip', 'b', {}))
  s.change('grips', [{ op: 'replace', path: '/spec/versions/0/schema/openAPIV3Schema/properties/spec', value: tight }])
  s.get(`${all}/a`)
  for (const change of [
    {},
    { metadata: { labels: { a: 'b' } } },
    { spec: { a: 'abcdefg' } },
    { spec: { a: null } },
    { spec: { list: ['long', 'longer', 'longest', 'x'] } },
    { spec: { list: ['long', 'changed'] } },
    {
      spec: {
        keyed: [
          { k: '2', v: 'worse' },
          { k: '1', v: 'bad' },
        ],
      },
    },
    {
      spec: {
        keyed: [
          { k: '2', v: 'other' },
          { k: '3', v: 'bad' },
        ],
      },
    },
    { spec: { o: { y: 10 } } },
    { spec: { o: { x: 'y' } } },
    { spec: { m: { a: 'x', b: 'y', c: 'zzz' } } },
    { spec: { m: { a: 'x', b: 'q' } } },
    { spec: null },
    { spec: { a: 'ok' } },
  ])
    s.patch(`${all}/a?dryRun=All`, change, merge)
  s.patch(`${all}/b?dryRun=All`, { spec: { o: {} } })
  s.patch(`${all}/b?dryRun=All`, { metadata: { labels: { a: 'b' } } })
})
