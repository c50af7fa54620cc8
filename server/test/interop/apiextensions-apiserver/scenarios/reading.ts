import { definitions, metadataList, metadataOnly, ScenarioWriter, table, version } from '../scenario.js'

const any = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

const spec = { spec: { type: 'object', properties: { size: { type: 'integer' }, color: { type: 'string' } } } }

const formats = [
  undefined,
  'application/yaml',
  'application/json;pretty=1',
  'text/html',
  '*/*',
  'application/*',
  table,
  'application/json;as=Table;g=meta.k8s.io;v=v1beta1',
  'application/json;as=Table;g=meta.k8s.io;v=v2',
  `${table},application/json`,
  metadataOnly,
  metadataList,
  'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1beta1',
  'application/json;as=Odd;g=meta.k8s.io;v=v1',
  'application/json;as=Table',
  'application/yaml;as=Table;g=meta.k8s.io;v=v1',
  'application/vnd.kubernetes.protobuf',
  'application/vnd.kubernetes.protobuf,application/json',
  'application/cbor',
  'application/cbor,application/json;q=0.5',
  'application/json;stream=watch',
  'application/json;v=,',
  'garbage',
  '',
]

export const reading = new ScenarioWriter('reading', (s) => {
  s.define('Thing', [version(spec)])
  const things = s.path('things')
  for (const [name, labels] of Object.entries({ a: { l: '1' }, b: { l: '2' }, c: {}, d: { l: '1', m: '' } }))
    s.post(things, s.object('Thing', name, { metadata: { labels }, spec: { size: name.charCodeAt(0), color: name } }))
  s.post(s.path('things', 'v1', 'other'), s.object('Thing', 'a'))
  for (const accept of formats) {
    s.get(`${things}/a`, accept)
    s.get(`${things}?labelSelector=l`, accept)
    s.get(`${things}/missing`, accept)
  }
  for (const include of ['None', 'Metadata', 'Object', 'Odd', '']) s.get(`${things}/a?includeObject=${include}`, table)
  for (const query of [
    'labelSelector=l%3D1',
    'labelSelector=l+in+(1,2),!m',
    'labelSelector=l+in+(',
    'labelSelector=%3D',
    'labelSelector=UPPER_case/x%3Dy',
    'labelSelector=l%3E0',
    'fieldSelector=metadata.name%3Da',
    'fieldSelector=metadata.name!%3Da',
    'fieldSelector=metadata.name%3Da,metadata.name%3Db',
    'fieldSelector=metadata.name%3Da,metadata.namespace%3Dother',
    'fieldSelector=metadata.namespace%3Dother',
    'fieldSelector=spec.size%3D97',
    'fieldSelector=metadata.labels',
    'fieldSelector=metadata.uid%3Dx',
    'fieldSelector=a%3D%3D%3Db',
    'fieldSelector=',
    'resourceVersion=0',
    'resourceVersion=abc',
    'resourceVersion=-1',
    'resourceVersion=9999999',
    'resourceVersionMatch=Exact',
    'resourceVersion=0&resourceVersionMatch=Exact',
    'resourceVersion=1&resourceVersionMatch=NotOlderThan',
    'resourceVersion=0&resourceVersionMatch=Odd',
    'limit=abc',
    'limit=-1',
    'limit=0',
    'limit=1',
    'limit=1&continue={{continue}}',
    'limit=1&continue={{continue}}&resourceVersion=1',
    'limit=2&continue={{continue}}&resourceVersionMatch=Exact',
    'limit=2&labelSelector=l',
    'limit=1&fieldSelector=metadata.name%3Da',
    'continue=garbage',
    'continue=e30',
    'sendInitialEvents=true',
    'sendInitialEvents=true&resourceVersionMatch=NotOlderThan',
    'timeoutSeconds=abc',
    'timeoutSeconds=-1',
    'watch=false',
    'pretty=true',
    'pretty=abc',
    'shardSelector=x',
  ])
    s.get(`${things}?${query}`)
  s.get(s.path('things', 'v1', ''))
  s.get(`${s.path('things', 'v1', '')}?fieldSelector=metadata.namespace%3Dother`)
  s.get(s.path('things', 'v1', ''), table)
  s.get(s.path('things', 'v1', 'none'))
  s.get(s.path('things', 'v1', 'none'), table)
  for (const path of [
    `${things}/a?resourceVersion=0`,
    `${things}/a?resourceVersion=abc`,
    `${things}/a?pretty=true`,
    `${things}/a?export=true`,
    `${things}/a/status`,
    `${things}/a/scale`,
    `${things}/a/nothing`,
    `${things}/a/b/c`,
    `${things}/a/`,
    `${things}/`,
    `${things}/a%2Fb`,
    `${s.path('things', 'v1', '')}/a`,
    `${s.path('things', 'v2')}/a`,
    s.path('nothings'),
    `/apis/${s.group}/v1/namespaces/default`,
    `/apis/${s.group}/v1/namespaces/default/`,
    `/apis/${s.group}/v1/`,
    `/apis/${s.group}/`,
    `/apis/${s.group}/v2`,
    `/apis/nothing.${s.group}`,
    `/apis/nothing.${s.group}/v1`,
    `/apis/nothing.${s.group}/v1/things`,
  ])
    s.get(path)
})

export const discovery = new ScenarioWriter('discovery', (s) => {
  const subresources = { status: {}, scale: { specReplicasPath: '.spec.r', statusReplicasPath: '.status.r' } }
  const versions = [
    version(null, { name: 'v1', schema: any, storage: false, subresources }),
    version(null, { name: 'v1beta1', schema: any, storage: true }),
    version(null, { name: 'v2alpha1', schema: any, storage: false, deprecated: true }),
    version(null, { name: 'odd', schema: any, storage: false, served: false }),
    version(null, { name: 'other', schema: any, storage: false, deprecated: true, deprecationWarning: 'it is "old"' }),
  ]
  s.define('Gadget', versions, {
    names: { shortNames: ['gd', 'gdt'], categories: ['all', 'tools'], singular: 'gadget' },
  })
  s.define('Cluster', [version(null, { schema: any, name: 'v4' })], {
    scope: 'Cluster',
    names: { listKind: 'ClusterCollection' },
  })
  s.get(`/apis/${s.group}/v4`, undefined, { until: { contains: '"name":"clusters"' } })
  s.get(`/apis/${s.group}`, undefined, { until: { contains: 'v2alpha1' } })
  for (const name of ['v1', 'v1beta1', 'v2alpha1', 'odd', 'other', 'v3']) s.get(`/apis/${s.group}/${name}`)
  for (const accept of [
    'application/yaml',
    'text/html',
    '*/*',
    table,
    'application/vnd.kubernetes.protobuf',
    'application/cbor',
    'garbage',
  ]) {
    s.get(`/apis/${s.group}`, accept)
    s.get(`/apis/${s.group}/v1`, accept)
  }
  for (const name of ['v1', 'v1beta1', 'v2alpha1', 'odd', 'other']) {
    s.get(s.path('gadgets', name))
    s.get(s.path('gadgets', name), table)
    s.get(`${s.path('gadgets', name)}/x/status`)
    s.get(`${s.path('gadgets', name)}/x/scale`)
  }
  s.get(s.path('clusters', 'v4', ''))
  s.get(s.path('clusters', 'v4'))
  s.get(`${s.path('clusters', 'v4')}/x`)
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'])
    for (const path of [
      `/apis/${s.group}`,
      `/apis/${s.group}/v1`,
      s.path('gadgets', 'v1'),
      s.path('gadgets', 'v1', ''),
      `${s.path('gadgets', 'v1')}/x`,
      `${s.path('gadgets', 'v1')}/x/status`,
      `${s.path('gadgets', 'v1')}/x/scale`,
      `${s.path('gadgets', 'v1')}/x/other`,
    ])
      if (method !== 'DELETE' || path !== s.path('gadgets', 'v1')) s.send(method, path)
  s.get(`${definitions}/gadgets.${s.group}`, table)
  s.get(`${definitions}/gadgets.${s.group}`, metadataOnly)
  s.get(`${definitions}/gadgets.${s.group}`, 'application/yaml')
  s.get(`${definitions}/gadgets.${s.group}/status`)
  s.get(`${definitions}/gadgets.${s.group}/scale`)
  s.get(`${definitions}?fieldSelector=metadata.name%3Dgadgets.${s.group}`)
  s.get(`${definitions}?fieldSelector=metadata.name%3Dgadgets.${s.group}`, table)
  s.get(`${definitions}?fieldSelector=spec.group%3D${s.group}`)
  s.get(`${definitions}/missing.${s.group}`)
  s.change('gadgets', [{ op: 'replace', path: '/spec/versions/1/served', value: false }])
  s.get(`/apis/${s.group}/v1beta1`, undefined, { until: { status: 404 } })
  s.get(`/apis/${s.group}`)
  s.get(s.path('gadgets', 'v1beta1'))
})
