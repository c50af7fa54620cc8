import { definitions, json, ScenarioWriter, version } from '../scenario.js'

const any = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

/** Every keyword of schemas, for the documents. */
const everything = {
  spec: {
    type: 'object',
    description: 'what is wanted',
    required: ['text'],
    properties: {
      text: {
        type: 'string',
        description: 'a text',
        minLength: 1,
        maxLength: 5,
        pattern: '^a',
        format: 'k8s-short-name',
        enum: ['a', 'ab'],
        default: 'a',
        example: 'x',
        title: 't',
      },
      nullable: { type: 'string', nullable: true },
      nullableObject: { type: 'object', nullable: true, properties: { a: { type: 'integer' } } },
      number: {
        type: 'number',
        format: 'double',
        minimum: 1,
        maximum: 2,
        exclusiveMinimum: true,
        exclusiveMaximum: true,
        multipleOf: 0.5,
      },
      integer: { type: 'integer', format: 'int64', default: 5 },
      list: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
      map: {
        type: 'array',
        items: { type: 'object', required: ['k'], properties: { k: { type: 'string' } } },
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
      },
      atomic: {
        type: 'object',
        'x-kubernetes-map-type': 'atomic',
        additionalProperties: { type: 'string' },
        minProperties: 1,
        maxProperties: 3,
      },
      open: any,
      openPart: { type: 'object', properties: { a: any, b: { 'x-kubernetes-preserve-unknown-fields': true } } },
      either: { 'x-kubernetes-int-or-string': true, default: 1 },
      eitherLong: {
        anyOf: [{ type: 'integer' }, { type: 'string' }],
        'x-kubernetes-int-or-string': true,
        pattern: 'x',
      },
      embedded: { ...any, 'x-kubernetes-embedded-resource': true, properties: { spec: { type: 'object' } } },
      any: {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        anyOf: [{ required: ['a'] }, { required: ['b'] }],
        oneOf: [{ required: ['a'] }],
        allOf: [{ minProperties: 1 }],
        not: { required: ['c'] },
      },
      ruled: {
        type: 'integer',
        'x-kubernetes-validations': [{ rule: 'self > 1', message: 'must be', reason: 'FieldValueInvalid' }],
      },
      docs: { type: 'string', externalDocs: { url: 'https://x', description: 'y' } },
      bool: { type: 'boolean', default: false },
    },
  },
  status: { type: 'object', properties: { phase: { type: 'string' } } },
}

export const documents = new ScenarioWriter('documents', (s) => {
  const subresources = { status: {}, scale: { specReplicasPath: '.spec.integer', statusReplicasPath: '.status.n' } }
  const versions = [
    version(everything, { subresources, schema: { description: 'A thing.' } }),
    version(everything, { name: 'v1beta1', storage: false, deprecated: true }),
    version(null, { name: 'v2', storage: false, schema: any, selectableFields: undefined }),
  ]
  s.define('Thing', versions)
  const metadata = { type: 'object', properties: { name: { type: 'string', maxLength: 5 } } }
  s.define(
    'World',
    [
      version(
        {
          metadata,
          apiVersion: { type: 'string', description: 'own' },
          kind: { type: 'string' },
          spec: { type: 'object', properties: { a: { type: 'string' } } },
        },
        { selectableFields: [{ jsonPath: '.spec.a' }] },
      ),
    ],
    { scope: 'Cluster', names: { listKind: 'WorldPile' } },
  )
  const of = { of: s.group }
  for (const name of ['v1', 'v1beta1', 'v2'])
    s.get(`/openapi/v3/apis/${s.group}/${name}`, undefined, {
      until: { status: 200, contains: name === 'v1' ? 'WorldPile' : 'Thing' },
      ...of,
    })
  s.get(
    `/openapi/v3/apis/${s.group}/v2`,
    'application/com.github.proto-openapi.spec.v3@v1.0+protobuf;q=0.1,application/json',
    of,
  )
  s.get(`/openapi/v3/apis/${s.group}/v2`, 'application/yaml')
  s.get(`/openapi/v3/apis/${s.group}/v2`, 'text/plain')
  s.get('/openapi/v2', undefined, { until: { contains: 'WorldPile' }, ...of })
  const discovery = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
  s.get('/apis', discovery, { until: { contains: '"resource":"worlds"' }, ...of })
  s.change('things', [{ op: 'replace', path: '/spec/versions/1/served', value: false }])
  s.get(`/apis/${s.group}/v1beta1`, undefined, { until: { status: 404 } })
  s.get('/apis', discovery, of)
  s.send('DELETE', `${definitions}/worlds.${s.group}`, undefined, json, { defines: true })
  s.get(`/openapi/v3/apis/${s.group}/v1`, undefined, { until: { lacks: 'WorldPile' }, ...of })
  s.get('/openapi/v2', undefined, { until: { lacks: 'WorldPile' }, ...of })
  s.get('/apis', discovery, of)
})

export const limits = new ScenarioWriter('limits', (s) => {
  s.define('Thing', [version(null, { schema: any })])
  const all = s.path('things')
  const nest = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)
  const body = (inside: string) =>
    `{"apiVersion":"${s.group}/v1","kind":"Thing","metadata":{"name":"x"},"spec":${inside}}`
  s.post(`${all}?dryRun=All`, body(nest(100, '[', ']')))
  s.post(`${all}?dryRun=All&pretty=false`, body(nest(11_000, '[', ']')))
  s.post(`${all}?dryRun=All`, body(`"${'x'.repeat(3_200_000)}"`))
  const own = `apiVersion: ${s.group}/v1\nkind: Thing\nmetadata: {name: x}\n`
  s.post(`${all}?dryRun=All`, `${own}spec: ${nest(11_000, '[', ']')}\n`, { 'content-type': 'application/yaml' })
  const bomb = Array.from(
    { length: 9 },
    (_, i) =>
      `${'abcdefghi'[i]}: &${'abcdefghi'[i]} [${Array.from({ length: 9 }, () => (i === 0 ? 'lol' : `*${'abcdefghi'[i - 1]}`)).join(',')}]`,
  ).join('\n')
  s.post(`${all}?dryRun=All`, `${own}${bomb}\n`, { 'content-type': 'application/yaml' })
  s.post(`${all}?dryRun=All`, s.object('Thing', 'x', { metadata: { annotations: { a: 'x'.repeat(262_145) } } }))
  s.post(`${all}?dryRun=All`, s.object('Thing', 'x', { metadata: { labels: { a: 'x'.repeat(64) } } }))
  s.post(all, s.object('Thing', 'a', { spec: { list: [] } }))
  s.patch(`${all}/a?dryRun=All`, `{"spec":${nest(11_000, '[', ']')}}`)
  s.patch(`${all}/a?dryRun=All&fieldManager=m`, `${own}spec: ${nest(11_000, '[', ']')}\n`, {
    'content-type': 'application/apply-patch+yaml',
  })
  s.patch(`${all}/a?dryRun=All`, `{"spec":"${'x'.repeat(3_200_000)}"}`)
  s.get(`${all}?labelSelector=${'a'.repeat(5000)}`)
  s.get(`${all}/${'x'.repeat(300)}`)
})
