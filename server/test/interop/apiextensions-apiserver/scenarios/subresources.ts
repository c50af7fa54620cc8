import { apply, jsonPatch, merge, metadataOnly, ScenarioWriter, table, version, yaml } from '../scenario.js'

const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
const scale = (s: ScenarioWriter, name: string, more: object = {}) => ({
  apiVersion: 'autoscaling/v1',
  kind: 'Scale',
  metadata: { name, namespace: 'default' },
  ...more,
  ...(s.name === '' && {}),
})

export const status = new ScenarioWriter('status', (s) => {
  const schema = {
    spec: { type: 'object', properties: { size: { type: 'integer' } } },
    status: { type: 'object', properties: { phase: { type: 'string' } } },
  }
  s.define('Thing', [version(schema, { subresources: { status: {} } })])
  const all = s.path('things')
  const a = `${all}/a`
  s.post(all, s.object('Thing', 'a', { spec: { size: 1 }, status: { phase: 'ignored' } }))
  s.get(`${a}/status`)
  s.get(`${a}/status`, table)
  s.get(`${a}/status`, metadataOnly)
  s.get(`${a}/status`, 'text/plain')
  s.get(`${all}/missing/status`)
  const put = (more: object, metadata: object = {}) =>
    s.put(`${a}/status`, s.object('Thing', 'a', { metadata: { resourceVersion: '{{version}}', ...metadata }, ...more }))
  put(
    { spec: { size: 5 }, status: { phase: 'New' } },
    { labels: { a: 'b' }, annotations: { c: 'd' }, finalizers: ['example.com/x'] },
  )
  s.get(a)
  put({ status: { phase: 'New' } })
  put({ status: { phase: 5 } })
  put({ status: 'text' })
  put({ spec: { size: 'bad' }, status: { phase: 'Next' } })
  put({})
  put({ status: { phase: 'New', odd: 1 }, other: 2 })
  s.put(`${a}/status`, s.object('Thing', 'a', { status: { phase: 'Unversioned' } }))
  s.put(`${a}/status`, s.object('Thing', 'a', { metadata: { resourceVersion: '1' }, status: { phase: 'Old' } }))
  s.put(`${a}/status`, s.object('Thing', 'b', { status: { phase: 'Old' } }))
  s.put(`${all}/missing/status`, s.object('Thing', 'missing', { status: { phase: 'Old' } }))
  s.put(
    a,
    s.object('Thing', 'a', {
      metadata: { resourceVersion: '{{version}}' },
      spec: { size: 2 },
      status: { phase: 'Bad' },
    }),
  )
  s.get(a)
  s.put(
    a,
    s.object('Thing', 'a', { metadata: { resourceVersion: '{{version}}' }, spec: { size: 2 }, status: { phase: 7 } }),
  )
  s.patch(`${a}/status`, { status: { phase: 'Patched' }, spec: { size: 9 }, metadata: { labels: { x: 'y' } } })
  s.patch(
    `${a}/status`,
    [
      { op: 'replace', path: '/status/phase', value: 'Json' },
      { op: 'add', path: '/metadata/labels', value: { q: 'r' } },
    ],
    jsonPatch,
  )
  s.patch(
    `${a}/status?fieldManager=m`,
    s.object('Thing', 'a', { status: { phase: 'Applied' }, spec: { size: 4 } }),
    apply,
  )
  s.patch(
    `${a}/status?fieldManager=m&force=true`,
    s.object('Thing', 'a', { status: { phase: 'Applied' }, spec: { size: 4 }, metadata: { labels: { applied: 'x' } } }),
    apply,
  )
  s.patch(`${all}/missing/status?fieldManager=m`, s.object('Thing', 'missing', { status: { phase: 'Applied' } }), apply)
  s.patch(`${all}/missing/status`, {})
  s.patch(`${a}?fieldManager=m`, s.object('Thing', 'a', { status: { phase: 'Main' }, spec: { size: 4 } }), apply)
  s.patch(`${a}?fieldManager=n`, s.object('Thing', 'a', { status: { phase: 'Main' }, spec: { size: 5 } }), apply)
  s.get(a)
  s.patch(`${a}/status?dryRun=All&fieldValidation=Strict`, { status: { odd: 1 }, more: 2 })
  s.patch(`${a}/status?dryRun=All&fieldValidation=Warn`, { status: { odd: 1 }, more: 2 })
  s.send(
    'PUT',
    `${a}/status?dryRun=All`,
    `apiVersion: ${s.group}/v1\nkind: Thing\nmetadata: {name: a, resourceVersion: "{{version}}"}\nstatus: {phase: yaml}\n`,
    yaml,
  )
  s.post(`${a}/status`, {})
  s.delete(`${a}/status`)
  s.get(`${a}/status?watch=true`)
  s.delete(a)
})

export const scales = new ScenarioWriter('scales', (s) => {
  const paths = {
    specReplicasPath: '.spec.size',
    statusReplicasPath: '.status.size',
    labelSelectorPath: '.status.selector',
  }
  s.define('Group', [version(null, { schema: open, subresources: { status: {}, scale: paths } })])
  s.define('Plain', [
    version(
      { spec: { type: 'object', properties: { size: { type: 'integer', maximum: 10 } } } },
      { subresources: { scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' } } },
    ),
  ])
  const all = s.path('groups')
  const a = `${all}/a/scale`
  s.post(all, s.object('Group', 'a', { spec: { size: 3, more: 'x' } }))
  s.get(a)
  s.patch(`${all}/a/status`, { status: { size: 2, selector: 'a=b,c in (d)' } })
  s.get(a)
  s.get(a, table)
  s.get(a, metadataOnly)
  s.get(a, 'application/yaml')
  s.get(a, 'application/vnd.kubernetes.protobuf')
  s.get(a, 'text/plain')
  s.get(`${all}/missing/scale`)
  const body = (more: object, metadata: object = {}) =>
    scale(s, 'a', { metadata: { name: 'a', namespace: 'default', ...metadata }, ...more })
  for (const value of [
    body({ spec: { replicas: 5 } }),
    body({ spec: { replicas: 5 } }, { resourceVersion: '{{version}}' }),
    body({ spec: { replicas: 5 } }, { resourceVersion: '1' }),
    body({ spec: {} }),
    body({}),
    body({ spec: { replicas: -1 } }),
    body({ spec: { replicas: 'x' } }),
    body({ spec: { replicas: 2 ** 40 } }),
    body({ spec: { replicas: 1, odd: 1 }, status: { replicas: 9, selector: 'q' } }, { labels: { a: 'b' } }),
    { ...body({ spec: { replicas: 6 } }), apiVersion: `${s.group}/v1`, kind: 'Group' },
    { ...body({ spec: { replicas: 6 } }), apiVersion: 'extensions/v1beta1' },
    { ...body({ spec: { replicas: 6 } }), kind: 'Other' },
    { spec: { replicas: 6 } },
    { metadata: { name: 'b' }, spec: { replicas: 6 } },
    { metadata: { name: 'a', namespace: 'other' }, spec: { replicas: 6 } },
    { metadata: { name: 'a', uid: 'x' }, spec: { replicas: 6 } },
    '',
    '{broken',
    '[]',
  ])
    s.put(a, value)
  s.put(`${all}/missing/scale`, scale(s, 'missing', { spec: { replicas: 1 } }))
  s.get(`${all}/a`)
  for (const value of [
    { spec: { replicas: 7 } },
    { spec: { replicas: -7 } },
    { spec: { replicas: null } },
    { spec: { replicas: 'x' } },
    { spec: null },
    { spec: { odd: 1 } },
    { status: { replicas: 5 } },
    { metadata: { resourceVersion: '1' } },
    { metadata: { labels: { x: 'y' } } },
    { spec: { size: 3 } },
    { kind: 'Group' },
  ])
    s.patch(a, value, merge)
  s.patch(a, [{ op: 'replace', path: '/spec/replicas', value: 8 }], jsonPatch)
  s.patch(a, [{ op: 'test', path: '/spec/replicas', value: 9 }], jsonPatch)
  s.patch(`${a}?fieldManager=m`, scale(s, 'a', { spec: { replicas: 9 } }), apply)
  s.patch(`${a}?fieldManager=m&force=true`, scale(s, 'a', { spec: { replicas: 9 } }), apply)
  s.patch(
    `${a}?fieldManager=m&force=true`,
    scale(s, 'a', { spec: { replicas: 9 }, metadata: { name: 'a', namespace: 'default', labels: { a: 'b' } } }),
    apply,
  )
  s.patch(`${a}?fieldManager=n`, scale(s, 'a', { spec: { replicas: 9 } }), apply)
  s.patch(`${a}?fieldManager=n`, s.object('Group', 'a', { spec: { size: 9 } }), apply)
  const c = `${all}/c`
  s.patch(`${c}?fieldManager=m`, s.object('Group', 'c', { spec: { size: 1 } }), apply)
  s.patch(`${c}/scale?fieldManager=m`, scale(s, 'c', { spec: { replicas: 1 } }), apply)
  s.patch(`${c}/scale?fieldManager=n`, scale(s, 'c', { spec: { replicas: 2 } }), apply)
  s.patch(`${c}/scale?fieldManager=n&force=true`, scale(s, 'c', { spec: { replicas: 2 } }), apply)
  s.get(c)
  s.patch(`${c}/scale`, { spec: { replicas: 5 } })
  s.get(c)
  s.patch(`${c}?fieldManager=m`, s.object('Group', 'c', { spec: { size: 6 } }), apply)
  s.patch(`${c}?fieldManager=m&force=true`, s.object('Group', 'c', { spec: { size: 6 } }), apply)
  s.patch(`${a}`, '{}', { 'content-type': 'application/strategic-merge-patch+json' })
  s.patch(`${a}?dryRun=All&fieldValidation=Strict`, { spec: { replicas: 1, odd: 2 } })
  s.patch(`${a}?dryRun=All`, { spec: { replicas: 1 } })
  s.patch(`${all}/missing/scale`, {})
  s.get(`${all}/a`)
  for (const method of ['POST', 'DELETE']) s.send(method, a, '{}')
  s.post(all, s.object('Group', 'none'))
  s.get(`${all}/none/scale`)
  s.patch(`${all}/none/scale`, { spec: { replicas: 4 } })
  s.get(`${all}/none`)
  for (const size of ['text', 1.5, -3, null, {}, 2 ** 40]) {
    s.post(all, s.object('Group', 'odd', { spec: { size } }))
    s.get(`${all}/odd/scale`)
    s.patch(`${all}/odd/scale`, { spec: { replicas: 4 } })
    s.delete(`${all}/odd`)
  }
  const plains = s.path('plains')
  s.post(plains, s.object('Plain', 'p', { spec: { size: 1 }, status: { size: 1 } }))
  s.get(`${plains}/p/scale`)
  s.patch(`${plains}/p/scale`, { spec: { replicas: 11 } })
  s.patch(`${plains}/p/scale`, { spec: { replicas: 10 } })
  s.patch(`${plains}/p?fieldManager=m`, s.object('Plain', 'p', { spec: { size: 2 } }), apply)
  s.put(`${plains}/p/scale`, scale(s, 'p', { spec: { replicas: 3 } }))
  s.get(`${plains}/p`)
  s.get(`${plains}/p/status`)
})

const column = (name: string, type: string, jsonPath: string) => ({ name, type, jsonPath })

export const tables = new ScenarioWriter('tables', (s) => {
  const additionalPrinterColumns = [
    { ...column('String', 'string', '.spec.s'), ...{ description: 'a text' } },
    { ...column('Integer', 'integer', '.spec.i'), ...{ format: 'int32', priority: 1 } },
    { ...column('Number', 'number', '.spec.n'), ...{ format: 'double' } },
    column('Boolean', 'boolean', '.spec.b'),
    column('Date', 'date', '.spec.d'),
    column('Age', 'date', '.metadata.creationTimestamp'),
    column('First', 'string', '.spec.l[0]'),
    column('Last', 'string', '.spec.l[-1:]'),
    column('All', 'string', '.spec.l[*]'),
    column('Filtered', 'string', '.spec.c[?(@.type=="Ready")].status'),
    column('Slice', 'string', '.spec.l[0:2]'),
    column('Deep', 'string', '..deep'),
    column('Annotation', 'string', '.metadata.annotations.example\\.com/a'),
    column('Quoted', 'string', ".metadata.annotations['example\\.com/a']"),
    column('Object', 'string', '.spec.o'),
    column('Text of number', 'string', '.spec.i'),
    column('Number of text', 'integer', '.spec.s'),
    column('Missing', 'string', '.spec.none.at.all'),
    { ...column('Long', 'integer', '.spec.long'), ...{ format: 'int64' } },
    { ...column('Byte', 'string', '.spec.s'), ...{ format: 'byte' } },
  ]
  s.define('Row', [
    version(null, { schema: open, additionalPrinterColumns }),
    version(null, { name: 'v2', schema: open, storage: false }),
  ])
  const all = s.path('rows')
  const values = [
    {},
    {
      s: 'text',
      i: 5,
      n: 1.5,
      b: true,
      d: '2020-01-01T00:00:00Z',
      l: ['x', 'y', 'z'],
      c: [{ type: 'Ready', status: 'True' }],
      o: { a: 1, b: { deep: 'd' } },
      long: 9007199254740991,
    },
    { s: 5, i: 'text', n: 'x', b: 'true', d: 'yesterday', l: 'x', c: {}, o: [], long: 1.5 },
    {
      s: true,
      i: 1.9,
      n: 7,
      b: 0,
      d: 5,
      l: [],
      c: [{ type: 'Other' }, { type: 'Ready', status: 'False' }, { type: 'Ready', status: 'True' }],
      o: 'x',
    },
    { s: null, i: null, n: null, b: null, d: null, l: null, c: null, o: null },
    {
      s: ['a'],
      i: [1],
      n: [1.5],
      b: [true],
      l: [1, { a: 'b' }, null, 'x "y"', 1.5],
      o: { x: { y: { z: [1, 2] } }, deep: 1 },
    },
    { s: 'a\nb', i: -0, n: 1e21, l: [true, false], d: '2030-01-01T00:00:00Z', long: -5 },
  ]
  for (const [index, spec] of values.entries())
    s.post(all, s.object('Row', `r${index}`, { metadata: { annotations: { 'example.com/a': `a${index}` } }, spec }))
  s.get(all, table)
  for (const index of values.keys()) s.get(`${all}/r${index}`, table)
  s.get(s.path('rows', 'v2'), table)
  s.get(s.path('rows', 'v1', ''), table)
  s.get(`${all}?limit=2`, table)
  s.get(`${all}?limit=2&continue={{continue}}`, table)
  s.get(`${all}?labelSelector=none`, table)
  for (const include of ['None', 'Metadata', 'Object', 'Odd']) s.get(`${all}?includeObject=${include}&limit=1`, table)
  s.get(`${all}?limit=1`, 'application/json;as=Table;g=meta.k8s.io;v=v1beta1')
  s.get(`${all}?watch=true&timeoutSeconds=1&resourceVersion=9999999`, table)
  s.watch('rows', `${all}?watch=true&resourceVersion=0`, table)
  s.watch('metadata', `${all}?watch=true&resourceVersion=0&fieldSelector=metadata.name%3Dr1`, metadataOnly)
  s.patch(`${all}/r1`, { spec: { s: 'changed' } })
  s.collect('rows')
  s.collect('metadata')
  s.change('rows', [
    { op: 'replace', path: '/spec/versions/0/additionalPrinterColumns', value: [column('Only', 'string', '.spec.s')] },
  ])
  s.get(all, table, { until: { contains: '"Only"' } })
  s.change('rows', [{ op: 'remove', path: '/spec/versions/0/additionalPrinterColumns' }])
  s.get(all, table, { until: { contains: '"Age"' } })
})
