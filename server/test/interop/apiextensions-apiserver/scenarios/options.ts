import { apply, json, jsonPatch, ScenarioWriter, table, version, yaml } from '../scenario.js'

const text = { type: 'string' }
const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

/** Fields below which there may be more, fewer and other fields. */
const deep = {
  type: 'object',
  properties: {
    size: { type: 'integer' },
    text,
    inner: { type: 'object', properties: { text, inner: { type: 'object', properties: { text } } } },
    list: { type: 'array', items: { type: 'object', properties: { text } } },
    map: { type: 'object', additionalProperties: { type: 'object', properties: { text } } },
    open,
    part: { ...open, properties: { known: { type: 'object', properties: { text } } } },
    embedded: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      properties: { spec: { type: 'object', properties: { text } } },
    },
    any: { 'x-kubernetes-int-or-string': true },
  },
}

/** Without one it is that of warnings, as other scenarios show. */
const levels = ['Strict', 'Warn', 'Ignore']

/** Unknown and repeated fields at every depth, in every way to send them. */
export const unknownFields = new ScenarioWriter('unknownfields', (s) => {
  s.define('Thing', [version({ spec: deep })])
  const all = s.path('things')
  const embedded = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x', odd: 1 }, spec: { odd: 1 }, odd: 1 }
  s.post(all, s.object('Thing', 'a', { spec: { size: 1 } }))
  const odd = { odd: 1, text: 'x' }
  const specs = [
    { odd: { deeper: { odd: 1 } } },
    { inner: { ...odd, inner: { odd: 1, 'a.b': 2, 'c/d': { e: 1 }, '': 3, 'x"y': 4 } } },
    { list: [odd, {}, { odd: 2, other: 3 }] },
    { map: { one: odd, 'a.b': { odd: 1 } } },
    { open: { odd: 1, metadata: { odd: 1 } }, part: { odd: { odd: 1 }, known: odd } },
    { embedded },
    { embedded: { ...embedded, metadata: { labels: { a: 1 } } } },
    { list: Array.from({ length: 12 }, () => ({ odd: 1 })) },
  ]
  const header = `"apiVersion":"${s.group}/v1","kind":"Thing","metadata":{"name":"a"}`
  const texts = [
    `{${header},"spec":{"size":1,"size":2,"inner":{"text":"a","text":"b","inner":{"text":"a","text":"b","text":"c"}}}}`,
    `{${header},"spec":{"list":[{"text":"a","text":"a"},{"odd":1,"odd":2}],"open":{"x":1,"x":2}}}`,
    `{${header},"spec":{},"spec":{"size":1},"kind":"Thing"}`,
    `{"apiVersion":"${s.group}/v1","kind":"Thing","metadata":{"name":"a","name":"a","labels":{"x":"1","x":"2"},"odd":1},"more":{"odd":1}}`,
    `{${header},"spec":{"map":{"k":{"text":"a","text":"b"},"k":{}},"embedded":{"apiVersion":"v1","kind":"Pod","kind":"Pod","metadata":{"name":"x","name":"y","odd":1}}}}`,
    `{${header},"spec":{"Size":1}}`,
  ]
  const yamls = [
    'spec:\n  size: 1\n  size: 2\n  odd: 3\n  inner:\n    text: a\n    text: b\n',
    'spec:\n  list:\n  - text: a\n    text: b\n  - {odd: 1, odd: 2}\nspec: {}\n',
    'spec: {inner: {inner: {odd: 1}}, open: {a: 1, a: 2}}\n',
  ].map((body) => `apiVersion: ${s.group}/v1\nkind: Thing\nmetadata: {name: a, odd: 1}\n${body}`)
  for (const level of levels) {
    const query = `?dryRun=All&fieldValidation=${level}`
    for (const spec of specs) {
      s.post(all + query, s.object('Thing', 'b', { spec }))
      s.put(`${all}/a${query}`, s.object('Thing', 'a', { metadata: { resourceVersion: '{{version}}' }, spec }))
      s.patch(`${all}/a${query}`, { spec })
      s.patch(`${all}/a${query}`, [{ op: 'replace', path: '/spec', value: spec }], jsonPatch)
    }
    // Of several fields that nobody declared, the one that apply names is left to chance.
    for (const spec of [
      { odd: 1 },
      { inner: { odd: 1 } },
      { list: [{ odd: 1 }] },
      { map: { 'a.b': { odd: 1 } } },
      { open: { odd: 1 }, part: { odd: 1 } },
      { part: { known: { odd: 1 } } },
      { embedded: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x', odd: 1 }, spec: {} } },
      { embedded: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, spec: { odd: 1 } } },
    ])
      s.patch(`${all}/a${query}&fieldManager=m&force=true`, s.object('Thing', 'a', { spec }), apply)
    for (const body of texts) {
      s.post(all + query, body.replace('"name":"a"', '"name":"b"'))
      s.put(`${all}/a${query}`, body)
      s.patch(`${all}/a${query}`, body)
      s.patch(`${all}/a${query}&fieldManager=m&force=true`, body, apply)
    }
    for (const body of yamls) {
      s.send('POST', all + query, body.replace('name: a', 'name: b'), yaml)
      s.send('PUT', `${all}/a${query}`, body, yaml)
      s.patch(`${all}/a${query}&fieldManager=m&force=true`, body, apply)
    }
    s.patch(`${all}/a${query}`, '[{"op":"add","path":"/spec","value":{"size":1,"size":2}}]', jsonPatch)
    s.patch(`${all}/a${query}`, '[{"op":"add","op":"add","path":"/spec/size","value":1,"odd":2}]', jsonPatch)
  }
  for (const value of ['strict', 'Strict,Warn', 'Strict&fieldValidation=Warn', 'Warn&fieldValidation=Strict']) {
    s.post(`${all}?dryRun=All&fieldValidation=${value}`, s.object('Thing', 'b', { odd: 1 }))
    s.patch(`${all}/a?dryRun=All&fieldValidation=${value}`, { odd: 1 })
    s.delete(`${all}/a?dryRun=All&fieldValidation=${value}`)
  }
})

/** Who is named as the manager of fields, and what a dry run answers. */
export const managers = new ScenarioWriter('managers', (s) => {
  s.define('Thing', [version({ spec: deep }, { subresources: { status: {} } })])
  const all = s.path('things')
  const a = `${all}/a`
  s.post(`${all}?fieldManager=creator`, s.object('Thing', 'a', { spec: { size: 1 } }))
  for (const agent of [
    'kubectl/v1.36.0 (linux/amd64) kubernetes/abc',
    'plain',
    '/x',
    'a b/c',
    'ä/1',
    '%20/1',
    '',
    'x'.repeat(130),
    `${'x'.repeat(130)}/1`,
  ]) {
    const headers = { ...json, 'user-agent': agent }
    s.post(`${all}?dryRun=All`, s.object('Thing', 'b', { spec: { size: 2 } }), headers)
    s.patch(a, { spec: { text: agent.slice(0, 20) } }, { ...headers, 'content-type': 'application/merge-patch+json' })
  }
  for (const manager of ['m', '', 'a%20b', '%C3%A4', '%00', '%0A', '%E2%80%8B', 'x'.repeat(128), 'x'.repeat(129)]) {
    const query = `dryRun=All&fieldManager=${manager}`
    s.post(`${all}?${query}`, s.object('Thing', 'b', { spec: { size: 2 } }))
    s.put(`${a}?${query}`, s.object('Thing', 'a', { metadata: { resourceVersion: '{{version}}' }, spec: { size: 3 } }))
    s.patch(`${a}?${query}`, { spec: { size: 4 } })
    s.patch(`${a}?${query}`, [{ op: 'add', path: '/spec/size', value: 5 }], jsonPatch)
    s.patch(`${a}?${query}&force=true`, s.object('Thing', 'a', { spec: { size: 6 } }), apply)
    s.patch(`${a}/status?${query}`, { status: {} })
  }
  for (const query of [
    'fieldManager=m&force=false',
    'fieldManager=m&force=true',
    'fieldManager=m&force=1',
    'fieldManager=m&force=',
    'fieldManager=m&fieldManager=n',
    'force=true',
  ]) {
    s.patch(`${a}?dryRun=All&${query}`, s.object('Thing', 'a', { spec: { size: 7 } }), apply)
    s.patch(`${a}?dryRun=All&${query}`, { spec: { size: 8 } })
  }
  for (const query of ['dryRun=All&dryRun=All', 'dryRun=', 'dryRun=all', 'dryRun=All,All', 'dryRun=All&dryRun=Odd']) {
    s.post(`${all}?${query}`, s.object('Thing', 'dry', { spec: {} }))
    s.patch(`${a}?${query}`, { spec: { size: 9 } })
    s.delete(`${all}/dry?${query}`)
    s.delete(`${all}?labelSelector=none&${query}`)
  }
  s.get(all)
  const fields = (size: number) => [
    {
      manager: 'planted',
      operation: 'Apply',
      apiVersion: `${s.group}/v1`,
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:spec': { 'f:size': {} } },
      time: `200${size}-01-01T00:00:00Z`,
    },
  ]
  s.post(all, s.object('Thing', 'p', { metadata: { managedFields: fields(1) }, spec: { size: 1 } }))
  s.patch(`${all}/p`, { metadata: { managedFields: fields(2) } })
  s.patch(`${all}/p`, { metadata: { managedFields: null } })
  s.patch(`${all}/p`, { metadata: { managedFields: [] } })
  s.patch(`${all}/p`, { metadata: { managedFields: [{}] } })
  s.patch(`${all}/p`, { spec: { size: 2 } })
  s.patch(`${all}/p?fieldManager=planted`, s.object('Thing', 'p', { spec: { text: 'x' } }), apply)
  s.put(`${all}/p`, s.object('Thing', 'p', { metadata: { resourceVersion: '{{version}}', managedFields: [] } }))
  s.put(`${all}/p`, s.object('Thing', 'p', { metadata: { resourceVersion: '{{version}}', managedFields: [{}] } }))
  s.get(`${all}/p`)
  for (const type of [undefined, '', ' ', '*/*', 'application/*', 'application/json;', 'application/JSON', 'json']) {
    const headers = type === undefined ? {} : { 'content-type': type }
    s.post(`${all}?dryRun=All`, s.object('Thing', 'typed'), headers)
    s.put(`${a}?dryRun=All`, s.object('Thing', 'a', { metadata: { resourceVersion: '{{version}}' } }), headers)
    s.patch(`${a}?dryRun=All`, {}, headers)
    s.send('DELETE', `${a}?dryRun=All`, { gracePeriodSeconds: 0 }, headers)
  }
})

/** Pages, and versions to read at. */
export const pages = new ScenarioWriter('pages', (s) => {
  s.define('Thing', [version({ spec: deep })])
  const all = s.path('things')
  s.post(all, s.object('Thing', 'a', { metadata: { labels: { l: '1' } } }))
  for (const name of ['b', 'c', 'd', 'e']) s.post(all, s.object('Thing', name))
  s.patch(`${all}/c`, { metadata: { labels: { l: '2' } } })
  for (const resourceVersion of ['', '0', '{{version}}', '1', 'x', '-1', '01'])
    for (const match of ['', 'Exact', 'NotOlderThan', 'Odd'])
      for (const limit of ['', '2']) {
        const given = { resourceVersion, resourceVersionMatch: match, limit }
        const query = Object.entries(given).flatMap(([name, value]) => (value === '' ? [] : `${name}=${value}`))
        s.get(`${all}?${query.join('&')}`)
      }
  for (const more of [
    '',
    '&resourceVersion=0',
    '&resourceVersion={{version}}',
    '&resourceVersionMatch=Exact',
    '&resourceVersionMatch=NotOlderThan',
    '&resourceVersion={{version}}&resourceVersionMatch=Exact',
    '&labelSelector=l',
    '&fieldSelector=metadata.name%3De',
  ]) {
    s.get(`${all}?limit=2`)
    s.get(`${all}?limit=2&continue={{continue}}${more}`)
    s.get(`${all}?continue={{continue}}${more}`)
  }
  s.get(`${all}?limit=3`)
  s.delete(`${all}/b`)
  s.delete(`${all}/d`)
  s.post(all, s.object('Thing', 'f'))
  s.get(`${all}?limit=1&continue={{continue}}`)
  s.get(`${all}?limit=1&continue={{continue}}`)
  s.get(`${all}?limit=2`, table)
  s.get(`${all}?limit=2&continue={{continue}}`, table)
  s.get(`${s.path('things', 'v1', '')}?limit=2`)
  s.get(`${s.path('things', 'v1', 'other')}?limit=2&continue={{continue}}`)
  s.get(`${all}?limit=2&labelSelector=l`)
  s.get(`${all}?limit=1&labelSelector=l`)
  s.get(`${all}?limit=1&labelSelector=l&continue={{continue}}`)
  s.get(`${all}?limit=1&fieldSelector=metadata.name%3Dc`)
  s.get(`${all}?limit=9223372036854775807`)
  s.get(`${all}?limit=9223372036854775808`)
  s.get(`${all}?limit=1.5`)
  s.get(`${all}?limit=`)
  s.get(`${all}?limit=1&limit=2`)
  for (const token of [
    '',
    'x',
    '%00',
    'e30',
    'eyJ2IjoibWV0YS5rOHMuaW8vdjEifQ',
    'eyJ2IjoieCIsInJ2IjoxLCJzdGFydCI6ImEifQ',
  ])
    s.get(`${all}?limit=1&continue=${token}`)
  // {"v":"meta.k8s.io/v1","rv":…,"start":…}, with versions and keys as no server writes them.
  for (const [rv, start] of [
    [0, 'a'],
    [1, 'a'],
    [-1, 'a\u0000'],
    [1, '../x'],
    [1, ''],
    [-2, 'c'],
  ] as const) {
    const token = Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', rv, start })).toString('base64url')
    s.get(`${all}?limit=1&continue=${token}`)
  }
})

/** Deletion of many, and watches that select. */
export const collections = new ScenarioWriter('collections', (s) => {
  s.define('Thing', [version({ spec: deep }, { selectableFields: [{ jsonPath: '.spec.text' }] })])
  const all = s.path('things')
  const options = (more: object) => ({ kind: 'DeleteOptions', apiVersion: 'v1', ...more })
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'])
    s.post(all, s.object('Thing', name, { metadata: { labels: { l: name, m: 'x' } }, spec: { text: name } }))
  const queries = [
    'labelSelector=l+in+(a,b)',
    'labelSelector=l+notin+(a,b),m',
    'labelSelector=!m',
    'labelSelector=m%3Dx&fieldSelector=spec.text%3Dc',
    'fieldSelector=spec.text!%3Da',
    'fieldSelector=metadata.name%3Da',
    'labelSelector=l%3Da&allowWatchBookmarks=false',
  ]
  for (const [index, query] of queries.entries())
    s.watch(`w${index}`, `${all}?watch=1&resourceVersion={{version}}&${query}`)
  s.patch(`${all}/a`, { metadata: { labels: { l: 'z' } } })
  s.patch(`${all}/a`, { metadata: { labels: { l: 'a', m: null } } })
  s.patch(`${all}/b`, { spec: { text: 'a' } })
  s.patch(`${all}/c`, { spec: { text: 'd' }, metadata: { labels: { m: 'y' } } })
  s.patch(`${all}/d`, { spec: { text: 'c' } })
  s.patch(`${all}/a`, { spec: { size: 5 } })
  s.delete(`${all}?fieldSelector=metadata.name%3Di`)
  for (const index of queries.keys()) s.collect(`w${index}`)
  for (const query of queries) s.get(`${all}?${query}`)
  for (const body of [
    options({ dryRun: ['All'] }),
    options({ dryRun: ['Odd'] }),
    options({ preconditions: { uid: 'x' } }),
    options({ preconditions: { resourceVersion: '1' } }),
    options({ propagationPolicy: 'Odd' }),
    options({ gracePeriodSeconds: -5 }),
    options({ odd: 1 }),
    { kind: 'Other', apiVersion: 'v1' },
    'null',
    '[]',
    '{broken',
  ])
    s.delete(`${all}?labelSelector=l%3Dh`, body)
  s.send('DELETE', `${all}?labelSelector=l%3De`, 'propagationPolicy: Orphan\n', yaml)
  s.delete(`${all}?labelSelector=l%3Df`, options({ propagationPolicy: 'Foreground' }))
  s.get(all)
  for (const query of [
    'limit=1',
    'limit=1&continue={{continue}}',
    'continue=x',
    'resourceVersion=0&labelSelector=none',
    'resourceVersion={{version}}&labelSelector=none',
    'resourceVersion=1&resourceVersionMatch=Exact&labelSelector=none',
    'resourceVersionMatch=Odd',
    'sendInitialEvents=true&labelSelector=none',
    'watch=true&labelSelector=none',
    'timeoutSeconds=5&labelSelector=none',
    'gracePeriodSeconds=0&labelSelector=none',
    'dryRun=All&fieldSelector=spec.text%3Dg',
    'fieldSelector=spec.size%3D1',
    'orphanDependents=true&labelSelector=l%3Dg',
  ])
    s.delete(`${all}?${query}`)
  s.get(all)
  s.delete(s.path('things', 'v1', 'none'))
  s.send('DELETE', `${all}?dryRun=All`, undefined, { ...json, accept: table })
})
