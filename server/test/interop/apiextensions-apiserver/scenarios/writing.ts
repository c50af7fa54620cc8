import { apply, json, jsonPatch, merge, metadataOnly, ScenarioWriter, table, version, yaml } from '../scenario.js'

const spec = { spec: { type: 'object', properties: { size: { type: 'integer' }, color: { type: 'string' } } } }

export const updating = new ScenarioWriter('updating', (s) => {
  s.define('Thing', [version(spec)])
  const things = s.path('things')
  const thing = (name: string, more: object = {}) => s.object('Thing', name, more)
  const a = `${things}/a`
  s.post(things, thing('a', { metadata: { labels: { l: '1' } }, spec: { size: 1, color: 'red' } }))
  s.put(a, thing('a'))
  const versioned = (more: object = {}, metadata: object = {}) =>
    thing('a', { metadata: { resourceVersion: '{{version}}', ...metadata }, ...more })
  s.put(a, versioned({ spec: { size: 1, color: 'red' } }, { labels: { l: '1' } }))
  s.get(a)
  s.put(a, versioned({ spec: { size: 2 } }))
  s.get(a)
  s.put(a, versioned({ spec: { size: 2 } }, { generation: 77, uid: '{{uid}}' }))
  s.put(a, versioned({ spec: { size: 2 } }, { uid: 'other' }))
  s.put(a, versioned({ spec: { size: 2 } }, { labels: { x: 'y' } }))
  s.get(a)
  s.put(a, versioned({ spec: { size: 3 }, status: { any: 1 } }))
  for (const metadata of [
    { resourceVersion: '1' },
    { resourceVersion: 'x' },
    { resourceVersion: '0' },
    { resourceVersion: 5 },
    { name: 'b', resourceVersion: '1' },
    { name: '', resourceVersion: '1' },
    { namespace: 'other', resourceVersion: '1' },
    { namespace: 'default', resourceVersion: '1' },
  ])
    s.put(`${a}?dryRun=All`, thing('a', { metadata }))
  s.put(`${a}?dryRun=All`, '{}')
  s.put(`${a}?dryRun=All`, '{"metadata":{}}')
  s.put(`${a}?dryRun=All`, { ...thing('a'), kind: 'Other' })
  s.put(`${a}?dryRun=All`, { ...thing('a'), apiVersion: `${s.group}/v2` })
  s.put(`${things}/missing`, thing('missing'))
  s.put(`${things}/missing`, thing('missing', { metadata: { resourceVersion: '1' } }))
  s.put(`${things}/missing`, thing('missing', { metadata: { uid: 'x' } }))
  s.put(things, thing('a'))
  s.put(`${a}/status`, thing('a'))
  for (const [query, type] of [
    ['fieldValidation=Strict', json],
    ['fieldValidation=Warn', json],
    ['fieldValidation=Ignore', json],
    ['fieldValidation=Odd', json],
    ['fieldValidation=', json],
    ['dryRun=Odd', json],
    ['dryRun=', json],
    ['dryRun=All&dryRun=All', json],
    ['dryRun=All&fieldManager=me', json],
    [`dryRun=All&fieldManager=${'x'.repeat(129)}`, json],
    ['dryRun=All&fieldManager=%01', json],
    ['dryRun=All&pretty=true', json],
    ['dryRun=All&timeout=abc', json],
    ['dryRun=All&timeout=-1s', json],
    ['dryRun=All&odd=1', json],
    ['dryRun=All&force=true', json],
    ['fieldValidation=Strict', yaml],
    ['fieldValidation=Warn', yaml],
    ['fieldValidation=Ignore', yaml],
  ] as const) {
    const own = `"apiVersion":"${s.group}/v1","kind":"Thing"`
    const text = `{${own},"metadata":{"name":"z","odd":1,"resourceVersion":""},"spec":{"more":2,"size":1,"size":2},"extra":{"a":1},"kind":"Thing"}`
    s.post(`${things}?${query}${query.includes('dryRun') ? '' : '&dryRun=All'}`, text, type)
    s.put(
      `${a}?${query}${query.includes('dryRun') ? '' : '&dryRun=All'}`,
      text.replace('"z"', '"a"').replace('""', '"{{version}}"'),
      type,
    )
    s.patch(
      `${a}?${query}${query.includes('dryRun') ? '' : '&dryRun=All'}`,
      '{"spec":{"more":2,"size":4,"size":5},"extra":1,"metadata":{"odd":1}}',
    )
  }
})

export const patching = new ScenarioWriter('patching', (s) => {
  s.define('Thing', [version({ ...spec, list: { type: 'array', items: { type: 'string' } } })])
  const things = s.path('things')
  const a = `${things}/a`
  s.post(
    things,
    s.object('Thing', 'a', { metadata: { labels: { l: '1' } }, spec: { size: 1, color: 'red' }, list: ['x', 'y'] }),
  )
  for (const body of [
    '{}',
    '{"spec":{"size":5}}',
    '{"spec":{"size":null}}',
    '{"spec":null}',
    '{"spec":{"size":"text"}}',
    '{"metadata":{"name":"b"}}',
    '{"metadata":{"namespace":"b"}}',
    '{"metadata":{"uid":"b"}}',
    '{"metadata":{"resourceVersion":"1"}}',
    '{"metadata":{"resourceVersion":""}}',
    '{"metadata":{"labels":{"l":null,"m":"n"}}}',
    '{"metadata":{"labels":5}}',
    '{"metadata":{"managedFields":[{}]}}',
    '{"metadata":{"managedFields":[]}}',
    '{"metadata":{"creationTimestamp":null}}',
    '{"metadata":{"deletionTimestamp":"2001-01-01T00:00:00Z"}}',
    '{"metadata":{"ownerReferences":[{"apiVersion":"v1","kind":"Pod","name":"x","uid":"u"}]}}',
    '{"metadata":{"finalizers":["example.com/f"]}}',
    '{"metadata":null}',
    '{"apiVersion":"other/v1"}',
    '{"kind":"Other"}',
    '{"kind":null}',
    '{"apiVersion":null}',
    '{"list":["z"]}',
    '{"list":{}}',
    '[]',
    'null',
    '5',
    '',
    '{',
    '{"a":1} x',
  ])
    s.patch(`${a}?dryRun=All`, body)
  for (const body of [
    '[]',
    '[{"op":"add","path":"/spec/size","value":7}]',
    '[{"op":"test","path":"/spec/size","value":1},{"op":"replace","path":"/spec/size","value":2}]',
    '[{"op":"test","path":"/spec/size","value":9}]',
    '[{"op":"remove","path":"/spec/none"}]',
    '[{"op":"replace","path":"/spec/none","value":1}]',
    '[{"op":"add","path":"/list/-","value":"z"}]',
    '[{"op":"add","path":"/list/9","value":"z"}]',
    '[{"op":"add","path":"/list/0","value":5}]',
    '[{"op":"move","from":"/spec/size","path":"/spec/color"}]',
    '[{"op":"copy","from":"/spec/size","path":"/spec/other"}]',
    '[{"op":"copy","from":"/none","path":"/spec/other"}]',
    '[{"op":"odd","path":"/spec"}]',
    '[{"path":"/spec"}]',
    '[{"op":"add"}]',
    '[{"op":"add","path":"spec","value":1}]',
    '[{"op":"add","path":"","value":{}}]',
    '[{"op":"remove","path":"/metadata/labels/l"}]',
    '[{"op":"add","path":"/metadata/annotations","value":{"a~1b":"c"}}]',
    '[{"op":"add","path":"/metadata/annotations/a~1b","value":"c"}]',
    '[{"op":"add","path":"/unknown","value":{"a":1}}]',
    '[{"op":"replace","path":"/metadata/name","value":"q"}]',
    '{}',
    '[1]',
    'x',
    `[${Array.from({ length: 10_001 }, () => '{"op":"test","path":"/kind","value":"Thing"}').join(',')}]`,
  ])
    s.patch(`${a}?dryRun=All`, body, jsonPatch)
  const own = `apiVersion: ${s.group}/v1\nkind: Thing\n`
  for (const [query, body] of [
    ['', own],
    ['fieldManager=m', `${own}metadata: {name: a}\nspec: {size: 1}\n`],
    ['fieldManager=m', `${own}metadata: {name: a}\nspec: {size: 2}\n`],
    ['fieldManager=m&force=true', `${own}metadata: {name: a}\nspec: {size: 2}\n`],
    ['fieldManager=m&force=odd', `${own}metadata: {name: a}\n`],
    ['fieldManager=m', `${own}metadata: {name: b}\n`],
    ['fieldManager=m', `${own}metadata: {name: a, namespace: other}\n`],
    ['fieldManager=m', `${own}metadata: {name: a, resourceVersion: "1"}\n`],
    ['fieldManager=m', `${own}metadata: {name: a, uid: "1"}\n`],
    ['fieldManager=m', `${own}metadata: {name: a, managedFields: []}\n`],
    ['fieldManager=m', `${own}metadata: {name: a, managedFields: [{manager: x}]}\n`],
    ['fieldManager=m', `${own}`],
    ['fieldManager=m', 'spec: {size: 1}\n'],
    ['fieldManager=m', `kind: Thing\n`],
    ['fieldManager=m', `apiVersion: ${s.group}/v2\nkind: Thing\n`],
    ['fieldManager=m', `apiVersion: ${s.group}/v1\nkind: Other\n`],
    ['fieldManager=m', `${own}spec: {size: text}\n`],
    ['fieldManager=m&force=true', `${own}spec: {size: text}\n`],
    ['fieldManager=m', `${own}spec: {size: 1, size: 2}\n`],
    ['fieldManager=m&fieldValidation=Strict', `${own}spec: {size: 1, size: 2, odd: 3}\n`],
    ['fieldManager=m&fieldValidation=Warn', `${own}spec: {size: 1}\nmore: 5\n`],
    ['fieldManager=m&fieldValidation=Ignore', `${own}spec: {size: 1, odd: 3}\n`],
    ['fieldManager=m', `${own}spec: []\n`],
    ['fieldManager=m', `${own}spec: null\n`],
    ['fieldManager=m', `${own}list: [x, x]\n`],
    ['fieldManager=m', 'a: ['],
    ['fieldManager=m', ''],
    ['fieldManager=m', '[]'],
    ['fieldManager=m', 'text'],
    [`fieldManager=${'x'.repeat(129)}`, own],
  ])
    s.patch(`${a}?${query}${query === '' ? '' : '&'}dryRun=All`, body, apply)
  s.patch(`${things}/new?fieldManager=m&dryRun=All`, `${own}spec: {size: 1}\n`, apply)
  s.patch(`${things}/new?fieldManager=m&dryRun=All`, `${own}metadata: {uid: "1"}\nspec: {size: 1}\n`, apply)
  s.patch(`${things}/new?fieldManager=m`, `${own}spec: {size: 1, color: blue}\n`, apply)
  s.patch(`${things}/new?fieldManager=n`, `${own}spec: {size: 1}\nlist: [a]\n`, apply)
  s.patch(`${things}/new?fieldManager=n`, `${own}spec: {color: red, size: 2}\nlist: [a, b]\n`, apply)
  s.patch(`${things}/new?fieldManager=n&force=true`, `${own}spec: {color: red, size: 2}\nlist: [a, b]\n`, apply)
  s.patch(`${things}/new?fieldManager=m`, `${own}`, apply)
  s.patch(`${things}/new?fieldManager=n`, `${own}metadata: {labels: {a: b}}\n`, apply)
  s.patch(`${things}/new`, '{"spec":{"size":8}}')
  s.patch(`${things}/new?fieldManager=n`, `${own}spec: {size: 9}\n`, apply)
  s.patch(`${things}/new`, '[{"op":"replace","path":"/metadata/managedFields","value":[{}]}]', jsonPatch)
  s.get(`${things}/new`)
  s.patch(`${things}/new?fieldManager=n`, { apiVersion: `${s.group}/v1`, kind: 'Thing', spec: { size: 9 } }, apply)
  for (const type of [
    'strategic-merge-patch+json',
    'json',
    'apply-patch+cbor',
    'odd',
    'merge-patch+json; charset=utf-8',
  ])
    s.patch(`${a}?dryRun=All&fieldManager=m`, '{}', { 'content-type': `application/${type}` })
  s.patch(`${a}?dryRun=All`, '{}', {})
  s.patch(`${a}?dryRun=All&force=true`, '{}')
  s.patch(`${things}/missing`, '{}')
  s.patch(`${things}/missing`, '[]', jsonPatch)
  s.patch(things, '{}')
  s.patch(`${a}/status`, '{}')
  s.patch(a, '{"spec":{"size":5}}', { ...merge, accept: table })
  s.patch(a, '{"spec":{"size":6}}', { ...merge, accept: metadataOnly })
  s.patch(a, '{"spec":{"size":7}}', { ...merge, accept: 'application/yaml' })
  s.patch(a, '{"spec":{"size":8}}', { ...merge, accept: 'text/plain' })
  s.get(a)
})

export const deleting = new ScenarioWriter('deleting', (s) => {
  s.define('Thing', [version(spec)])
  const things = s.path('things')
  const options = (more: object) => ({ kind: 'DeleteOptions', apiVersion: 'v1', ...more })
  for (const name of 'abcdefghijklm')
    s.post(things, s.object('Thing', name, { metadata: { labels: { l: name } }, spec: { size: 1 } }))
  s.post(things, s.object('Thing', 'final', { metadata: { finalizers: ['example.com/f'] } }))
  s.delete(`${things}/missing`)
  for (const body of [
    options({ preconditions: { uid: 'x' } }),
    options({ preconditions: { resourceVersion: '1' } }),
    options({ propagationPolicy: 'Odd' }),
    options({ propagationPolicy: 'Orphan', orphanDependents: true }),
    options({ gracePeriodSeconds: -1 }),
    options({ gracePeriodSeconds: 'x' }),
    options({ odd: 1 }),
    options({ dryRun: ['Odd'] }),
    options({ dryRun: ['All'] }),
    { kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/v1', dryRun: ['All'] },
    { kind: 'DeleteOptions', apiVersion: `${s.group}/v1`, dryRun: ['All'] },
    { kind: 'Other', apiVersion: 'v1' },
    { dryRun: ['All'] },
    '{broken',
    '[]',
    'null',
    options({ dryRun: ['All'], ignoreStoreReadErrorWithClusterBreakingPotential: true }),
  ])
    s.delete(`${things}/a`, body)
  s.send('DELETE', `${things}/a`, 'dryRun: [All]\n', yaml)
  s.send('DELETE', `${things}/a`, options({}), { 'content-type': 'text/plain' })
  for (const query of [
    'dryRun=All',
    'dryRun=Odd',
    'gracePeriodSeconds=abc',
    'propagationPolicy=Odd',
    'orphanDependents=x',
    'dryRun=All&gracePeriodSeconds=5',
  ])
    s.delete(`${things}/a?${query}`)
  s.delete(`${things}/a`)
  s.delete(`${things}/b?gracePeriodSeconds=10`)
  s.delete(`${things}/c`, options({ propagationPolicy: 'Foreground' }))
  s.get(`${things}/c`)
  s.delete(`${things}/c`)
  s.patch(`${things}/c`, '{"metadata":{"finalizers":["example.com/new"]}}')
  s.patch(`${things}/c`, '{"metadata":{"finalizers":null}}')
  s.get(`${things}/c`)
  s.delete(`${things}/d`, options({ propagationPolicy: 'Orphan' }))
  s.get(`${things}/d`)
  s.delete(`${things}/e`, options({ propagationPolicy: 'Background', preconditions: {} }))
  s.delete(`${things}/final`)
  s.delete(`${things}/final`, options({ propagationPolicy: 'Foreground' }))
  s.post(things, s.object('Thing', 'final'))
  s.patch(`${things}/final`, '{"metadata":{"finalizers":["example.com/f","example.com/g"]}}')
  s.patch(`${things}/final`, '{"spec":{"size":3}}')
  s.put(`${things}/final`, s.object('Thing', 'final', { metadata: { resourceVersion: '{{version}}' } }))
  s.get(`${things}/final`)
  for (const accept of [table, metadataOnly, 'application/yaml', 'text/plain'])
    s.send('DELETE', `${things}/${{ [table]: 'f', [metadataOnly]: 'g', 'application/yaml': 'h' }[accept] ?? 'i'}`, '', {
      ...json,
      accept,
    })
  for (const query of [
    'labelSelector=l+in+(',
    'fieldSelector=spec.x%3D1',
    'labelSelector=l%3Di&dryRun=All',
    'limit=1&labelSelector=l+in+(j,k)',
    'propagationPolicy=Odd',
    'resourceVersion=abc',
    'labelSelector=none',
    'fieldSelector=metadata.name%3Dl',
  ])
    s.delete(`${things}?${query}`)
  s.send('DELETE', `${things}?labelSelector=l%3Dm`, '', { ...json, accept: table })
  s.delete(s.path('things', 'v1', ''))
  s.get(things)
  s.delete(things)
  s.get(things)
  s.delete(`${things}/m/status`)
})
