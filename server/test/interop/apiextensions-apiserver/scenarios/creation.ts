import { ScenarioWriter, version, yaml } from '../scenario.js'

const spec = { spec: { type: 'object', properties: { size: { type: 'integer' }, color: { type: 'string' } } } }

export const creation = new ScenarioWriter('creation', (s) => {
  s.define('Thing', [version(spec)])
  const things = s.path('things')
  const thing = (name: string, more: object = {}) => s.object('Thing', name, more)
  s.post(things, thing('a', { spec: { size: 1, color: 'red' } }))
  s.post(things, thing('a'))
  for (const name of ['Bad_Name', 'a/b', '..', '.', 'a%b', '-a', 'a.b', 'x'.repeat(253), 'x'.repeat(254), 'ä', ' '])
    s.post(`${things}?dryRun=All`, thing(name))
  s.post(things, thing(''))
  s.post(things, { ...thing('x'), metadata: {} })
  s.post(things, { apiVersion: `${s.group}/v1`, kind: 'Thing' })
  for (const metadata of [
    { generateName: 'gen-' },
    { generateName: 'Bad_' },
    { generateName: 'x'.repeat(70) },
    { generateName: 'gen-', name: 'both' },
    { name: 'd', namespace: 'other' },
    { name: 'd', namespace: '' },
    { name: 'd', resourceVersion: '1' },
    { name: 'd', uid: 'mine' },
    { name: 'd', creationTimestamp: '2001-01-01T00:00:00Z', deletionTimestamp: '2001-01-01T00:00:00Z', generation: 7 },
    { name: 'd', deletionGracePeriodSeconds: 5 },
    { name: 'd', selfLink: '/x' },
    { name: 'd', clusterName: 'x' },
    { name: 'd', odd: 1 },
    { name: 'd', labels: { 'bad key': 'x' } },
    { name: 'd', labels: { ok: 'bad value!' } },
    { name: 'd', labels: { l: 1 } },
    { name: 'd', labels: null },
    { name: 'd', labels: { l: null } },
    { name: 'd', labels: [] },
    { name: 'd', annotations: { '': 'y' } },
    { name: 'd', annotations: { a: true } },
    { name: 'd', annotations: { 'UPPER/Key': 'x', 'a/b/c': 'y' } },
    { name: 'd', finalizers: ['bad'] },
    { name: 'd', finalizers: ['bad name/x'] },
    { name: 'd', finalizers: [1] },
    { name: 'd', finalizers: ['orphan', 'foregroundDeletion'] },
    { name: 'd', ownerReferences: [{}] },
    { name: 'd', ownerReferences: [{ apiVersion: 'v1', kind: 'Event', name: 'x', uid: 'y' }] },
    {
      name: 'd',
      ownerReferences: [
        { apiVersion: 'v1', kind: 'Pod', name: 'x', uid: 'y', controller: true },
        { apiVersion: 'v1', kind: 'Pod', name: 'z', uid: 'u', controller: true },
      ],
    },
    { name: 'd', ownerReferences: [{ apiVersion: 'a/b/c', kind: 'Pod', name: 'x', uid: 'y', odd: 1 }] },
    { name: 'd', ownerReferences: { a: 1 } },
    { name: 'd', managedFields: [{ manager: 'x', operation: 'Update' }] },
    {
      name: 'd',
      managedFields: [{ manager: 'x', operation: 'Odd', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} }],
    },
    {
      name: 'd',
      managedFields: [
        {
          manager: 'x',
          operation: 'Apply',
          apiVersion: `${s.group}/v1`,
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:spec': {} },
        },
      ],
    },
    { name: 'd', managedFields: 'x' },
    { name: 'd', managedFields: [] },
    { name: 5 },
    { name: null },
    { name: ['x'] },
    'text',
    null,
    [],
    5,
  ])
    s.post(`${things}?dryRun=All`, { ...thing('x'), metadata })
  for (const body of [
    '',
    '{}',
    '[]',
    'null',
    '"text"',
    '5',
    '{"kind":"Thing"}',
    `{"apiVersion":"${s.group}/v1"}`,
    `{"apiVersion":"${s.group}/v1","kind":"Other","metadata":{"name":"x"}}`,
    `{"apiVersion":"${s.group}/v2","kind":"Thing","metadata":{"name":"x"}}`,
    `{"apiVersion":"other.example.com/v1","kind":"Thing","metadata":{"name":"x"}}`,
    '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"x"}}',
    '{"apiVersion":"a/b/c","kind":"Thing","metadata":{"name":"x"}}',
    '{"apiVersion":5,"kind":"Thing"}',
    '{"apiVersion":"x/v1","kind":{}}',
    '{"metadata":{"name":"x"}}',
    `{"apiVersion":"${s.group}/v1","kind":"ThingList","items":[]}`,
    `{"apiVersion":"${s.group}/v1","kind":"Thing","items":[],"metadata":{"name":"x"}}`,
    '{broken',
    '{"a":1} trailing',
    `{"apiVersion":"${s.group}/v1","kind":"Thing","metadata":{"name":"x"}} {"second":1}`,
    `{"apiVersion":"${s.group}/v1","kind":"Thing","metadata":{"name":"x"},"spec":{"size":1e2}}`,
    `{"apiVersion":"${s.group}/v1","kind":"Thing","metadata":{"name":"x"},"spec":{"size":1.0}}`,
    `{"apiVersion":"${s.group}/v1","kind":"Thing","metadata":{"name":"x"},"spec":{"size":1.5}}`,
    `{"apiVersion":"${s.group}/v1","kind":"Thing","metadata":{"name":"x"},"spec":{"size":9223372036854775807}}`,
    `{"apiVersion":"${s.group}/v1","kind":"Thing","metadata":{"name":"x"},"spec":{"size":9223372036854775808}}`,
    `{"apiVersion":"${s.group}/v1","kind":"Thing","metadata":{"name":"x"},"spec":{"size":1e400}}`,
    `{"apiVersion":"${s.group}/v1","kind":"Thing","metadata":{"name":"x"},"spec":{"size":-0}}`,
    `{"apiVersion":"${s.group}/v1","kind":"Thing","metadata":{"name":"x"},"spec":{"color":"\\ud800 <&> \\u2028 é"}}`,
    `{"apiVersion":"${s.group}/v1","kind":"Thing","metadata":{"name":"x","name":"y"},"spec":{"size":1,"size":2}}`,
    `{"APIVERSION":"${s.group}/v1","Kind":"Thing","metadata":{"name":"x"}}`,
    `{"apiVersion":"${s.group}/v1","kind":"Thing","metadata":{"Name":"x"}}`,
    `{"apiVersion":"${s.group}/v1","kind":"Thing","metadata":{"name":"x"},"__proto__":{"a":1},"constructor":1}`,
  ])
    s.post(`${things}?dryRun=All`, body)
  s.post(`${things}?dryRun=All`, '[1,2', yaml)
  s.post(`${things}?dryRun=All`, 'a: [', yaml)
  s.post(`${things}?dryRun=All`, '', yaml)
  s.post(`${things}?dryRun=All`, 'text', yaml)
  s.post(
    `${things}?dryRun=All`,
    `apiVersion: ${s.group}/v1\nkind: Thing\nmetadata: {name: y}\nspec: {size: 0x10, color: "yes"}\n`,
    yaml,
  )
  s.post(
    `${things}?dryRun=All`,
    `apiVersion: ${s.group}/v1\nkind: Thing\nmetadata: {name: y}\nspec: {size: 1, size: 2}\nodd: yes\n`,
    yaml,
  )
  s.post(
    `${things}?dryRun=All`,
    `apiVersion: ${s.group}/v1\nkind: Thing\nmetadata: {name: y}\n---\nkind: Other\n`,
    yaml,
  )
  for (const type of [
    'text/plain',
    'application/json; charset=utf-8',
    'application/merge-patch+json',
    'application/cbor',
    'application/vnd.kubernetes.protobuf',
    'application/x-yaml',
    'garbage',
  ])
    s.post(`${things}?dryRun=All`, thing('e'), { 'content-type': type })
  s.post(`${s.path('things', 'v1', '')}?dryRun=All`, thing('e'))
  s.post(`${things}/d?dryRun=All`, thing('d'))
  s.post(`${s.path('things', 'v1', 'Bad_Space')}?dryRun=All`, thing('d'))
  s.post(`${s.path('things', 'v2')}?dryRun=All`, thing('d'))
})
