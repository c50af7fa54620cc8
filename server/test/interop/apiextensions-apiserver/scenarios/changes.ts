import { definitions, json, merge, metadataOnly, ScenarioWriter, table, version } from '../scenario.js'

const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
const of = (name: string, more: object = {}) => version(null, { name, schema: open, storage: false, ...more })

export const versions = new ScenarioWriter('versions', (s) => {
  const old = version(
    { spec: { type: 'object', properties: { a: { type: 'string' } } } },
    { name: 'v1beta1', storage: true },
  )
  const current = version(
    { spec: { type: 'object', properties: { b: { type: 'string', default: 'given' } } } },
    { name: 'v1', storage: false },
  )
  s.define('Thing', [old, current, of('v1alpha1', { deprecated: true }), of('hidden', { served: false })], {
    conversion: { strategy: 'None' },
  })
  const beta = s.path('things', 'v1beta1')
  const v1 = s.path('things', 'v1')
  const alpha = s.path('things', 'v1alpha1')
  const thing = (name: string, inside: string, more: object = {}) => s.object('Thing', name, more, inside)
  s.post(beta, thing('a', 'v1beta1', { spec: { a: 'x', b: 'y' } }))
  s.post(v1, thing('b', 'v1', { spec: { a: 'x', b: 'y' } }))
  s.post(alpha, thing('c', 'v1alpha1', { spec: { a: 'x', b: 'y', c: 'z' } }))
  s.post(v1, thing('d', 'v1beta1', {}))
  s.post(s.path('things', 'hidden'), thing('d', 'hidden', {}))
  for (const each of [beta, v1, alpha, s.path('things', 'hidden')]) {
    s.get(each)
    s.get(`${each}/a`)
    s.get(each, table)
    s.get(`${each}/a`, metadataOnly)
  }
  s.patch(`${v1}/a`, { spec: { b: 'changed' } })
  s.patch(`${beta}/a?fieldManager=m`, `apiVersion: ${s.group}/v1beta1\nkind: Thing\nspec: {a: q}\n`, {
    'content-type': 'application/apply-patch+yaml',
  })
  s.patch(`${v1}/a?fieldManager=m`, `apiVersion: ${s.group}/v1\nkind: Thing\nspec: {b: q}\n`, {
    'content-type': 'application/apply-patch+yaml',
  })
  s.patch(`${v1}/a?fieldManager=m`, `apiVersion: ${s.group}/v1beta1\nkind: Thing\nspec: {b: q}\n`, {
    'content-type': 'application/apply-patch+yaml',
  })
  s.get(`${alpha}/a`)
  s.patch(`${alpha}/a`, { apiVersion: `${s.group}/v1` })
  const own = `${definitions}/things.${s.group}`
  s.get(own)
  const status = (storedVersions: string[]) =>
    s.send('PATCH', `${own}/status`, { status: { storedVersions } }, merge, { defines: true })
  status([])
  status(['v1'])
  status(['v1beta1', 'none'])
  s.change('things', [{ op: 'replace', path: '/spec/versions/0/storage', value: false }])
  s.change('things', [
    { op: 'replace', path: '/spec/versions/0/storage', value: false },
    { op: 'replace', path: '/spec/versions/1/storage', value: true },
  ])
  s.get(own)
  s.get(`${v1}/a`)
  s.get(`${beta}/a`)
  s.change('things', [{ op: 'remove', path: '/spec/versions/0' }])
  s.patch(`${v1}/a`, { metadata: { labels: { moved: 'yes' } } })
  s.get(`${beta}/a`)
  status(['v1'])
  s.change('things', [{ op: 'remove', path: '/spec/versions/0' }])
  s.get(v1)
  s.get(beta)
  s.get(`${v1}/b`)
  s.patch(`${v1}/c`, { spec: { b: 'new' } })
  s.get(own)
  s.change('things', [{ op: 'replace', path: '/spec/versions/1/deprecated', value: false }])
  s.get(`${alpha}/c`)
  for (const operations of [
    [{ op: 'replace', path: '/spec/scope', value: 'Cluster' }],
    [{ op: 'replace', path: '/spec/group', value: 'other.example.com' }],
    [{ op: 'replace', path: '/spec/names/plural', value: 'others' }],
    [{ op: 'replace', path: '/spec/names/kind', value: 'Other' }],
    [{ op: 'replace', path: '/spec/names/listKind', value: 'OtherList' }],
    [{ op: 'replace', path: '/metadata/name', value: 'x' }],
    [{ op: 'replace', path: '/spec/versions', value: [] }],
    [{ op: 'replace', path: '/spec/conversion', value: { strategy: 'Webhook' } }],
    [{ op: 'add', path: '/spec/preserveUnknownFields', value: true }],
    [{ op: 'add', path: '/metadata/labels', value: { 'a b': 'c' } }],
    [{ op: 'add', path: '/metadata/finalizers/-', value: 'bad' }],
    [{ op: 'replace', path: '/status/acceptedNames/kind', value: 'Other' }],
    [{ op: 'add', path: '/spec/names/shortNames', value: ['th'] }],
  ])
    s.send('PATCH', `${own}?dryRun=All`, operations, { 'content-type': 'application/json-patch+json' })
  s.send('PUT', own, s.definition('Thing', [current]), json, { defines: true })
  s.send('PUT', `${own}/status`, s.definition('Thing', [current]), json, { defines: true })
  s.send(
    'PATCH',
    `${own}?fieldManager=m`,
    {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      spec: { names: { shortNames: ['th'] } },
    },
    { 'content-type': 'application/apply-patch+yaml' },
    { defines: true },
  )
  s.send('PATCH', own, { spec: { versions: null } }, { 'content-type': 'application/strategic-merge-patch+json' })
  s.get(own)
})

export const tightening = new ScenarioWriter('tightening', (s) => {
  s.define('Thing', [version(null, { schema: open })])
  const all = s.path('things')
  s.post(
    all,
    s.object('Thing', 'a', {
      spec: { keep: 'x', drop: { a: 1 }, n: 'text', nested: [{ a: 1, b: 2 }, null] },
      extra: 1,
    }),
  )
  s.post(all, s.object('Thing', 'b', { spec: 'text' }))
  s.post(all, s.object('Thing', 'c', {}))
  const spec = {
    type: 'object',
    default: { keep: 'given' },
    required: ['keep'],
    properties: {
      keep: { type: 'string' },
      n: { type: 'integer' },
      d: { type: 'string', default: 'new' },
      nested: { type: 'array', items: { type: 'object', properties: { a: { type: 'integer' } } } },
    },
  }
  s.change('things', [
    { op: 'replace', path: '/spec/versions/0/schema/openAPIV3Schema', value: { type: 'object', properties: { spec } } },
  ])
  s.get(`${all}/a`, undefined, { until: { lacks: '"extra":1' } })
  s.get(all)
  s.get(all, table)
  for (const name of ['a', 'b', 'c']) {
    s.get(`${all}/${name}`)
    s.patch(`${all}/${name}?dryRun=All`, { metadata: { labels: { x: 'y' } } })
    s.patch(`${all}/${name}?dryRun=All`, { spec: { keep: 'z' } })
    s.patch(`${all}/${name}?dryRun=All&fieldManager=m`, s.object('Thing', name, { spec: { keep: 'z' } }), {
      'content-type': 'application/apply-patch+yaml',
    })
    s.patch(`${all}/${name}?dryRun=All`, '[{"op":"add","path":"/metadata/annotations","value":{"a":"b"}}]', {
      'content-type': 'application/json-patch+json',
    })
  }
  s.delete(`${all}/b?dryRun=All`)
  s.change('things', [
    {
      op: 'add',
      path: '/spec/versions/0/subresources',
      value: { status: {}, scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' } },
    },
    { op: 'add', path: '/spec/names/shortNames', value: ['th'] },
    { op: 'add', path: '/spec/versions/0/selectableFields', value: [{ jsonPath: '.spec.keep' }] },
  ])
  s.get(`/apis/${s.group}/v1`, undefined, { until: { contains: 'things/scale' } })
  s.get(`${all}?fieldSelector=spec.keep%3Dx`, undefined, { until: { status: 200 } })
  s.get(`${all}/a/status`)
  s.get(`${all}/a/scale`)
  s.get(`${all}/b/scale`)
  s.get(`${all}/c/scale`)
  s.delete(all)
})

export const finalizing = new ScenarioWriter('finalizing', (s) => {
  s.define('Thing', [version(null, { schema: open })])
  s.define('Empty', [version(null, { schema: open })], { scope: 'Cluster' })
  const all = s.path('things')
  const own = `${definitions}/things.${s.group}`
  s.post(all, s.object('Thing', 'a'))
  s.post(all, s.object('Thing', 'held', { metadata: { finalizers: ['example.com/hold'] } }))
  s.watch('things', `${all}?watch=true&resourceVersion={{version}}`)
  s.delete(own, { kind: 'DeleteOptions', apiVersion: 'v1', preconditions: { uid: 'x' } })
  s.delete(`${own}?dryRun=All`)
  s.send('DELETE', own, undefined, json, { defines: true })
  s.get(own, undefined, { until: { contains: 'InstanceDeletionInProgress' } })
  s.get(all, undefined, { until: { lacks: '"name":"a"' } })
  s.post(all, s.object('Thing', 'late'))
  s.patch(`${all}/late?fieldManager=m`, s.object('Thing', 'late'), { 'content-type': 'application/apply-patch+yaml' })
  s.patch(`${all}/held`, { spec: { a: 1 } })
  s.send('PATCH', own, { spec: { names: { shortNames: ['x'] } } }, merge, { defines: true })
  s.post(definitions, s.definition('Thing', [version(null, { schema: open })]))
  s.delete(own)
  s.get(own)
  s.get(`/apis/${s.group}/v1`)
  s.patch(`${all}/held`, { metadata: { finalizers: null } })
  s.get(own, undefined, { until: { status: 404 } })
  s.collect('things')
  s.get(all, undefined, { until: { status: 404 } })
  s.get(`/apis/${s.group}/v1`, undefined, { until: { lacks: 'things' } })
  s.define('Thing', [version(null, { schema: open })])
  s.get(all)
  s.send('DELETE', `${definitions}/empties.${s.group}`, undefined, json)
  s.send('DELETE', `${definitions}/emptys.${s.group}`, undefined, json, { defines: true })
  s.get(`${definitions}/emptys.${s.group}`, undefined, { until: { status: 404 } })
  s.get(s.path('emptys', 'v1', ''), undefined, { until: { status: 404 } })
})

export const watching = new ScenarioWriter('watching', (s) => {
  const spec = {
    type: 'object',
    properties: { color: { type: 'string' }, size: { type: 'integer' }, on: { type: 'boolean' } },
  }
  s.define('Thing', [
    version(
      { spec },
      { selectableFields: [{ jsonPath: '.spec.color' }, { jsonPath: '.spec.size' }, { jsonPath: '.spec.on' }] },
    ),
    of('v2'),
  ])
  const all = s.path('things')
  const thing = (name: string, more: object) =>
    s.object('Thing', name, { spec: more, metadata: { labels: { n: name } } })
  s.post(all, thing('a', { color: 'red', size: 1, on: true }))
  s.post(all, thing('b', { color: 'blue' }))
  s.post(all, thing('c', {}))
  for (const selector of [
    'spec.color%3Dred',
    'spec.color!%3Dred',
    'spec.color%3D',
    'spec.size%3D1',
    'spec.on%3Dtrue',
    'spec.on%3Dfalse,spec.size%3D0',
    'spec.color%3Dred,metadata.name%3Da',
    'spec.color%3Dred,metadata.name%3Db',
    '.spec.color%3Dred',
    'spec.none%3Dred',
    'spec.color',
    'metadata.name%3Da,spec.color%3Dred,metadata.namespace%3Ddefault',
  ]) {
    s.get(`${all}?fieldSelector=${selector}`)
    s.get(`${s.path('things', 'v2')}?fieldSelector=${selector}`)
  }
  s.get(`${all}?fieldSelector=spec.color%3Dred&limit=1`)
  s.get(`${all}?fieldSelector=spec.color%3Dred`, table)
  s.watch('all', `${all}?watch=true&resourceVersion=0`)
  s.watch('zero', `${all}?watch=1&resourceVersion=0&labelSelector=n+in+(a,b)`)
  s.watch('red', `${all}?watch=true&resourceVersion=0&fieldSelector=spec.color%3Dred`)
  s.watch('named', `${all}?watch=true&resourceVersion={{version}}&fieldSelector=metadata.name%3Db`)
  s.watch('other', `${s.path('things', 'v2')}?watch=true&resourceVersion=0`)
  s.watch('table', `${all}?watch=true&resourceVersion=0`, table)
  s.watch('metadata', `${all}?watch=true&resourceVersion=0`, metadataOnly)
  s.watch('old', `/apis/${s.group}/v1/watch/namespaces/default/things?resourceVersion=0`)
  s.watch('one', `/apis/${s.group}/v1/watch/namespaces/default/things/b?resourceVersion=0`)
  s.watch('everywhere', `${s.path('things', 'v1', '')}?watch=true&resourceVersion={{version}}`)
  s.patch(`${all}/b`, { spec: { color: 'red' } })
  s.patch(`${all}/a`, { spec: { color: 'green' } })
  s.patch(`${all}/a`, { metadata: { labels: { n: 'z' } } })
  s.post(all, thing('d', { color: 'red' }))
  s.delete(`${all}/b`)
  s.patch(`${all}/d`, { metadata: { finalizers: ['example.com/x'] } })
  s.delete(`${all}/d`)
  s.patch(`${all}/d`, { metadata: { finalizers: null } })
  s.post(s.path('things', 'v1', 'other'), thing('e', {}))
  for (const name of ['all', 'zero', 'red', 'named', 'other', 'table', 'metadata', 'old', 'one', 'everywhere'])
    s.collect(name)
  const queries = [
    'resourceVersion=abc',
    'resourceVersion=1',
    'sendInitialEvents=true',
    'sendInitialEvents=true&resourceVersionMatch=Exact',
    'resourceVersion=0&sendInitialEvents=false&resourceVersionMatch=NotOlderThan',
    'resourceVersionMatch=NotOlderThan',
    'continue=x',
    'resourceVersion=0&limit=1',
    'fieldSelector=spec.none%3D1',
    'labelSelector=a+in+(',
  ]
  const formats = [
    'application/yaml',
    'text/plain',
    'application/json;stream=watch',
    'application/cbor',
    `${table},application/json`,
  ]
  for (const query of queries) s.watch(query, `${all}?watch=true&timeoutSeconds=1&${query}`)
  for (const accept of formats) s.watch(accept, `${all}?watch=true&resourceVersion=0&timeoutSeconds=1`, accept)
  s.watch('named by its path', `${all}/a?watch=true&resourceVersion=0&timeoutSeconds=1`)
  for (const name of [...queries, ...formats, 'named by its path']) s.collect(name)
  s.get(`/apis/${s.group}/v1/watch/`)
  s.get(`/apis/${s.group}/v1/watch/nothings`)
  s.watch('changed', `${all}?watch=true&resourceVersion=0`)
  s.change('things', [
    { op: 'add', path: '/spec/versions/0/schema/openAPIV3Schema/properties/more', value: { type: 'string' } },
  ])
  s.collect('changed')
  s.watch('definitions', `${definitions}?watch=true&resourceVersion=0&fieldSelector=metadata.name%3Dthings.${s.group}`)
  s.send('PATCH', `${definitions}/things.${s.group}`, { metadata: { labels: { x: 'y' } } }, merge, { defines: true })
  s.collect('definitions')
})
