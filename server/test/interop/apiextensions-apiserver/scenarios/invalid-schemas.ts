import { definitions, ScenarioWriter, type Value, version } from '../scenario.js'

const any = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

const schemas: readonly Value[] = [
  {},
  { type: 'string' },
  { type: 'array' },
  { properties: { a: { type: 'string' } } },
  { type: 'object', properties: { a: {} } },
  { type: 'object', properties: { a: { type: 'odd' } } },
  { type: 'object', properties: { a: { type: 'array' } } },
  { type: 'object', properties: { a: { type: 'array', items: {} } } },
  { type: 'object', properties: { a: { type: 'array', items: [{ type: 'string' }] } } },
  { type: 'object', properties: { a: { type: 'object', properties: {}, additionalProperties: { type: 'string' } } } },
  { type: 'object', properties: { a: { type: 'object', additionalProperties: true } } },
  { type: 'object', properties: { a: { type: 'object', additionalProperties: false } } },
  { type: 'object', properties: { a: { type: 'object', additionalProperties: {} } } },
  { type: 'object', properties: { a: { type: 'string', nullable: true, enum: ['x', null] } } },
  { type: 'object', properties: { a: { type: 'integer', enum: ['x', 1, 1] } } },
  { type: 'object', properties: { a: { type: 'string', enum: [] } } },
  { type: 'object', properties: { a: { type: 'string', pattern: '(' } } },
  { type: 'object', properties: { a: { type: 'string', pattern: '(?<!x)' } } },
  { type: 'object', properties: { a: { type: 'string', format: 'made-up' } } },
  { type: 'object', properties: { a: { type: 'integer', format: 'int-or-string' } } },
  { type: 'object', properties: { a: { type: 'string', minLength: 5, maxLength: 2 } } },
  { type: 'object', properties: { a: { type: 'string', minLength: -1 } } },
  { type: 'object', properties: { a: { type: 'integer', multipleOf: 0 } } },
  { type: 'object', properties: { a: { type: 'integer', multipleOf: -2 } } },
  { type: 'object', properties: { a: { type: 'integer', minimum: 'x' } } },
  { type: 'object', properties: { a: { type: 'string', uniqueItems: true } } },
  { type: 'object', properties: { a: { type: 'array', uniqueItems: true, items: { type: 'string' } } } },
  { type: 'object', properties: { a: { type: 'string', $ref: '#/x' } } },
  {
    type: 'object',
    $schema: 'x',
    id: 'y',
    definitions: { a: {} },
    dependencies: { a: ['b'] },
    patternProperties: { a: {} },
    additionalItems: true,
  },
  { type: 'object', properties: { a: { type: 'string', readOnly: true } } },
  {
    type: 'object',
    title: 't',
    description: 'd',
    example: { a: 1 },
    externalDocs: { url: 'http://x', description: 'y' },
  },
  { type: 'object', required: ['a', 'a', ''] },
  { type: 'object', required: [] },
  { type: 'object', allOf: [{ type: 'object' }] },
  { type: 'object', allOf: [{ required: ['a'] }] },
  { type: 'object', anyOf: [{ properties: { a: { minLength: 1 } } }] },
  {
    type: 'object',
    anyOf: [{ properties: { a: { minLength: 1, default: 'x' } } }],
    properties: { a: { type: 'string' } },
  },
  { type: 'object', oneOf: [{ properties: { a: { description: 'x' } } }], properties: { a: { type: 'string' } } },
  { type: 'object', not: { nullable: true, 'x-kubernetes-preserve-unknown-fields': true } },
  { type: 'object', not: { additionalProperties: { type: 'string' } } },
  { type: 'object', nullable: true },
  {
    type: 'object',
    properties: { apiVersion: { type: 'integer' }, kind: { type: 'object' }, metadata: { type: 'string' } },
  },
  {
    type: 'object',
    properties: {
      metadata: { type: 'object', properties: { name: { type: 'string', maxLength: 5 }, labels: { type: 'object' } } },
    },
  },
  {
    type: 'object',
    properties: {
      metadata: {
        type: 'object',
        properties: { name: { type: 'string', pattern: '^a' }, generateName: { type: 'string', minLength: 1 } },
      },
    },
  },
  { type: 'object', properties: { metadata: { type: 'object', default: {} } } },
  { type: 'object', default: {} },
  { type: 'object', properties: { a: { type: 'string', default: 5 } } },
  { type: 'object', properties: { a: { type: 'string', default: null } } },
  { type: 'object', properties: { a: { type: 'string', nullable: true, default: null } } },
  {
    type: 'object',
    properties: { a: { type: 'object', properties: { b: { type: 'integer', maximum: 3 } }, default: { b: 5, c: 1 } } },
  },
  {
    type: 'object',
    properties: {
      a: {
        type: 'object',
        default: { b: 1 },
        required: ['c'],
        properties: { b: { type: 'integer' }, c: { type: 'string' } },
      },
    },
  },
  {
    type: 'object',
    properties: {
      a: {
        type: 'object',
        default: { b: 1 },
        required: ['c'],
        properties: { b: { type: 'integer' }, c: { type: 'string', default: 'x' } },
      },
    },
  },
  {
    type: 'object',
    properties: { a: { type: 'array', items: { type: 'string', default: 'x' }, default: ['y', null] } },
  },
  { type: 'object', properties: { a: { 'x-kubernetes-int-or-string': true } } },
  { type: 'object', properties: { a: { type: 'integer', 'x-kubernetes-int-or-string': true } } },
  {
    type: 'object',
    properties: { a: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] } },
  },
  {
    type: 'object',
    properties: { a: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'string' }, { type: 'integer' }] } },
  },
  {
    type: 'object',
    properties: {
      a: {
        'x-kubernetes-int-or-string': true,
        allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { maximum: 5 }],
      },
    },
  },
  { type: 'object', properties: { a: { 'x-kubernetes-int-or-string': true, default: 1.5 } } },
  { type: 'object', properties: { a: { 'x-kubernetes-preserve-unknown-fields': true } } },
  { type: 'object', properties: { a: { type: 'object', 'x-kubernetes-preserve-unknown-fields': false } } },
  { type: 'object', properties: { a: { type: 'string', 'x-kubernetes-preserve-unknown-fields': true } } },
  { type: 'object', properties: { a: { type: 'object', 'x-kubernetes-embedded-resource': true } } },
  { type: 'object', properties: { a: { type: 'string', 'x-kubernetes-embedded-resource': true } } },
  {
    type: 'object',
    properties: { a: { ...any, 'x-kubernetes-embedded-resource': true, properties: { metadata: { type: 'string' } } } },
  },
  { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
  { type: 'object', properties: { a: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' } } },
  { type: 'object', properties: { a: { type: 'array', items: { type: 'object' }, 'x-kubernetes-list-type': 'set' } } },
  {
    type: 'object',
    properties: {
      a: {
        type: 'array',
        items: { type: 'object', 'x-kubernetes-map-type': 'atomic' },
        'x-kubernetes-list-type': 'set',
      },
    },
  },
  {
    type: 'object',
    properties: {
      a: { type: 'array', items: { type: 'array', items: { type: 'string' } }, 'x-kubernetes-list-type': 'set' },
    },
  },
  {
    type: 'object',
    properties: { a: { type: 'array', items: { type: 'string', nullable: true }, 'x-kubernetes-list-type': 'set' } },
  },
  { type: 'object', properties: { a: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'odd' } } },
  { type: 'object', properties: { a: { type: 'string', 'x-kubernetes-list-type': 'set' } } },
  { type: 'object', properties: { a: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'map' } } },
  {
    type: 'object',
    properties: {
      a: {
        type: 'array',
        items: { type: 'object' },
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
      },
    },
  },
  {
    type: 'object',
    properties: {
      a: {
        type: 'array',
        items: { type: 'object', properties: { k: { type: 'string' } } },
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
      },
    },
  },
  {
    type: 'object',
    properties: {
      a: {
        type: 'array',
        items: { type: 'object', required: ['k'], properties: { k: { type: 'object' } } },
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k', 'k'],
      },
    },
  },
  {
    type: 'object',
    properties: {
      a: {
        type: 'array',
        items: { type: 'object', required: ['k'], properties: { k: { type: 'string' } } },
        'x-kubernetes-list-type': 'atomic',
        'x-kubernetes-list-map-keys': ['k'],
      },
    },
  },
  {
    type: 'object',
    properties: {
      a: {
        type: 'array',
        items: {
          type: 'object',
          required: ['k'],
          nullable: true,
          properties: { k: { type: 'string', nullable: true } },
        },
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
      },
    },
  },
  { type: 'object', properties: { a: { type: 'object', 'x-kubernetes-map-type': 'odd' } } },
  { type: 'object', properties: { a: { type: 'string', 'x-kubernetes-map-type': 'atomic' } } },
  { type: 'object', 'x-kubernetes-map-type': 'atomic' },
  { type: 'object', 'x-kubernetes-odd': 1 },
  { type: 'object', properties: { 'a.b': { type: 'string' }, '': { type: 'string' }, 'ä b': { type: 'string' } } },
  { type: 5 },
  'text',
  null,
  [],
  { type: 'object', properties: [] },
  { type: 'object', properties: { a: null } },
  { type: 'object', properties: { a: { type: 'string', maxLength: 1.5 } } },
  { type: 'object', properties: { a: { type: 'string', maxLength: '5' } } },
]

export const invalidSchemas = new ScenarioWriter('invalidschemas', (s) => {
  for (const openAPIV3Schema of schemas)
    s.post(
      `${definitions}?dryRun=All`,
      s.definition('Odd', [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }]),
    )
})

const rules: readonly Value[] = [
  { rule: 'self == "x"' },
  { rule: 'self == 5' },
  { rule: 'self.foo' },
  { rule: 'self +' },
  { rule: '' },
  { rule: '   ' },
  { rule: 'true', message: '' },
  { rule: 'true', message: ' \n' },
  { rule: 'true', message: 'two\nlines' },
  { rule: 'two\nlines == 1' },
  { rule: 'self ==\n"x"', message: 'is it' },
  { rule: 'self ==\n"x"' },
  { rule: 'self == "x"', messageExpression: '"is " + self' },
  { rule: 'self == "x"', messageExpression: '5' },
  { rule: 'self == "x"', messageExpression: 'self +' },
  { rule: 'self == "x"', messageExpression: ' ' },
  { rule: 'self == "x"', reason: 'FieldValueForbidden' },
  { rule: 'self == "x"', reason: 'Odd' },
  { rule: 'self == "x"', fieldPath: '.b' },
  { rule: 'self == "x"', fieldPath: 'b' },
  { rule: 'self == oldSelf' },
  { rule: 'self == oldSelf.value()', optionalOldSelf: true },
  { rule: 'oldSelf.hasValue() ? self == oldSelf.value() : true', optionalOldSelf: true },
  { rule: 'self == "x"', optionalOldSelf: true },
  { rule: 'self == "x"', optionalOldSelf: false },
  { rule: 'self == "x"', odd: 1 },
  { rule: 5 },
  { message: 'x' },
  { rule: 'self.matches("(")' },
  { rule: 'duration(self) < duration("1h")' },
  { rule: 'isQuantity(self) && quantity(self).isGreaterThan(quantity("1"))' },
  { rule: 'ip(self).family() == 4 || cidr(self).containsIP("10.0.0.1")' },
  { rule: 'self.find("[0-9]+") != ""' },
  { rule: 'unknown(self)' },
  { rule: 'self.all(x, self.all(y, self.all(z, x + y == z)))' },
  { rule: 'self.split("").map(x, self.split("")).map(y, self).size() > 5' },
  { rule: '[1,2,3].map(x, x * 2).sum() == 12' },
  { rule: 'self.size() < 5 && self.startsWith("a") && self.lowerAscii() == self' },
  { rule: 'cel.bind(x, self, x == "y")' },
  { rule: 'self in ["a", "b"]' },
  { rule: 'format.dns1123Label().validate(self).hasValue()' },
  { rule: 'semver(self).major() == 1' },
  { rule: 'self == "x" ? true' },
  { rule: 'x'.repeat(3000) },
]

export const invalidRules = new ScenarioWriter('invalidrules', (s) => {
  for (const rule of rules) {
    const a = { type: 'string', maxLength: 20, 'x-kubernetes-validations': [rule] }
    s.post(`${definitions}?dryRun=All`, s.definition('Odd', [version({ a })]))
  }
  const more: readonly Value[] = [
    { type: 'string', 'x-kubernetes-validations': [{ rule: 'self.all(x, true)' }] },
    {
      type: 'array',
      items: { type: 'string' },
      'x-kubernetes-validations': [{ rule: 'self.all(x, self.all(y, x == y))' }],
    },
    {
      type: 'array',
      items: { type: 'array', items: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self.contains("x")' }] } },
    },
    {
      type: 'array',
      maxItems: 10,
      items: { type: 'string', maxLength: 5, 'x-kubernetes-validations': [{ rule: 'self.contains("x")' }] },
    },
    { type: 'array', items: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] } },
    {
      type: 'array',
      'x-kubernetes-list-type': 'set',
      items: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] },
    },
    {
      type: 'object',
      properties: { b: { type: 'string' } },
      'x-kubernetes-validations': [{ rule: 'has(self.b) && self.c == 1' }],
    },
    {
      type: 'object',
      properties: { b: { type: 'string' } },
      'x-kubernetes-validations': [
        { rule: 'has(self.b)', fieldPath: '.b' },
        { rule: 'has(self.b)', fieldPath: '.c' },
        { rule: 'has(self.b)', fieldPath: '.b.c' },
        { rule: 'has(self.b)', fieldPath: "['b']" },
        { rule: 'has(self.b)', fieldPath: '.b[0]' },
        { rule: 'has(self.b)', fieldPath: '' },
      ],
    },
    {
      type: 'object',
      additionalProperties: { type: 'integer' },
      'x-kubernetes-validations': [{ rule: 'self.all(k, self[k] > 0)' }],
    },
    {
      type: 'object',
      maxProperties: 5,
      additionalProperties: { type: 'integer' },
      'x-kubernetes-validations': [{ rule: 'self.all(k, self[k] > 0)' }],
    },
    { ...any, 'x-kubernetes-validations': [{ rule: 'has(self.x)' }] },
    {
      ...any,
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-validations': [{ rule: 'self.metadata.name == "x"' }, { rule: 'self.metadata.labels.size() > 0' }],
    },
    {
      'x-kubernetes-int-or-string': true,
      'x-kubernetes-validations': [{ rule: 'type(self) == int ? self < 5 : self == "x"' }],
    },
    { 'x-kubernetes-preserve-unknown-fields': true, 'x-kubernetes-validations': [{ rule: 'self == 5' }] },
    { type: 'integer', default: 7, 'x-kubernetes-validations': [{ rule: 'self < 5' }] },
    { type: 'string', nullable: true, 'x-kubernetes-validations': [{ rule: 'self == null || self == "x"' }] },
    {
      type: 'string',
      format: 'date-time',
      'x-kubernetes-validations': [{ rule: 'self > timestamp("2020-01-01T00:00:00Z")' }],
    },
    {
      type: 'string',
      format: 'duration',
      'x-kubernetes-validations': [{ rule: 'self > duration("1h") && self == "x"' }],
    },
    { type: 'string', format: 'byte', 'x-kubernetes-validations': [{ rule: 'self == b"x"' }] },
    { type: 'number', 'x-kubernetes-validations': [{ rule: 'self > 1' }, { rule: 'self == 1.5' }] },
    { type: 'boolean', enum: [true], 'x-kubernetes-validations': [{ rule: 'self' }] },
    {
      type: 'object',
      properties: {
        'a-b': { type: 'string' },
        in: { type: 'string' },
        self: { type: 'string' },
        'c.d': { type: 'string' },
      },
      'x-kubernetes-validations': [{ rule: 'self.a__dash__b == self.__in__ && self.self == self.c__dot__d' }],
    },
    { type: 'object', allOf: [{ 'x-kubernetes-validations': [{ rule: 'true' }] }] },
    {
      type: 'string',
      maxLength: 3,
      'x-kubernetes-validations': Array.from({ length: 3 }, () => ({ rule: 'self == 1' })),
    },
  ]
  for (const a of more) s.post(`${definitions}?dryRun=All`, s.definition('Odd', [version({ a })]))
  const root = [
    { rule: 'self.metadata.name == self.a' },
    { rule: 'self.metadata.labels.size() > 0' },
    { rule: 'self.kind == "Odd"' },
  ]
  s.post(
    `${definitions}?dryRun=All`,
    s.definition('Odd', [version({ a: { type: 'string' } }, { schema: { 'x-kubernetes-validations': root } })]),
  )
})
