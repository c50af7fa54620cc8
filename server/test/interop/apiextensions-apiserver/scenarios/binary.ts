import { type Headers, jsonPatch, merge, metadataOnly, ScenarioWriter, table, version } from '../scenario.js'

const cbor = 'application/cbor'
const spec = {
  type: 'object',
  properties: {
    size: { type: 'integer' },
    ratio: { type: 'number' },
    text: { type: 'string', maxLength: 5 },
    tags: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
    open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
}

/** Requests and answers in CBOR, where both servers have it. */
export const binary = new ScenarioWriter(
  'binary',
  (s) => {
    const status = { type: 'object', properties: { phase: { type: 'string' } } }
    s.define('Thing', [version({ spec, status }, { subresources: { status: {} } })])
    const all = s.path('things')
    const a = `${all}/a`
    const type = (name: string, accept = cbor): Headers => ({ 'content-type': name, accept })
    // biome-ignore lint/complexity/useMaxParams: a request is what it is
    const send = (method: string, path: string, body: unknown, headers: Headers = type(cbor)) =>
      s.send(method, path, body, headers, { cbor: true })
    const applied = type('application/apply-patch+cbor')
    send(
      'POST',
      all,
      s.object('Thing', 'a', { spec: { size: 5, ratio: 1.5, text: 'ä€', tags: ['x'], open: { a: [null] } } }),
    )
    send(
      'POST',
      all,
      s.object('Thing', 'b', { spec: { ratio: 3, size: 9007199254740991 } }),
      type(cbor, 'application/json'),
    )
    send('POST', all, s.object('Thing', 'c', { spec: { size: 1.5 } }))
    send('POST', all, s.object('Thing', 'c', { spec: { text: 'too long' } }))
    for (const body of [{}, [], 'null', '"text"', '5', { kind: 'Thing' }, { ...s.object('Thing', 'e'), kind: 'Other' }])
      send('POST', `${all}?dryRun=All`, body)
    s.post(`${all}?dryRun=All`, s.object('Thing', 'e'), type(cbor))
    s.post(`${all}?dryRun=All`, '', type(cbor))
    send('POST', `${all}?dryRun=All`, s.object('Thing', 'e'), type('application/json'))
    for (const accept of [
      cbor,
      `${cbor};as=Table;g=meta.k8s.io;v=v1`,
      `${cbor};as=PartialObjectMetadata;g=meta.k8s.io;v=v1`,
    ]) {
      s.get(a, accept)
      s.get(all, accept)
      s.get(`${all}/missing`, accept)
    }
    s.get(`${a}/status`, cbor)
    s.get(all, table)
    s.get(a, metadataOnly)
    s.get(`${all}?labelSelector=%3D`, cbor)
    send('PUT', a, s.object('Thing', 'a', { metadata: { resourceVersion: '{{version}}' }, spec: { size: 6 } }))
    send('PUT', a, s.object('Thing', 'a', { spec: { size: 7 } }))
    send('PUT', `${a}/status`, s.object('Thing', 'a', { metadata: { resourceVersion: '1' }, status: { phase: 'x' } }))
    s.patch(a, { spec: { size: 8 } }, { ...merge, accept: cbor })
    s.patch(a, [{ op: 'replace', path: '/spec/size', value: 9 }], { ...jsonPatch, accept: cbor })
    for (const [name, path, object] of [
      ['m', a, { spec: { text: 'm' } }],
      ['m', a, { spec: { size: 10 } }],
      ['m&force=true', a, { spec: { size: 10 } }],
      ['m', `${all}/new`, { spec: { size: 1, tags: ['a', 'b'] } }],
      ['n', `${all}/new`, { spec: { size: 2 } }],
      ['n&force=true', `${all}/new`, { spec: { size: 2, tags: ['c'] } }],
      ['n', `${all}/new/status`, { status: { phase: 'n' } }],
      ['m', `${all}/new`, { spec: { odd: 1 } }],
      ['m', `${all}/new`, { spec: { size: 'text' } }],
      ['m', `${all}/new`, { spec: { tags: ['a', 'a'] } }],
      ['m', `${all}/new`, { metadata: { name: 'other' } }],
      ['m', `${all}/new`, { metadata: { managedFields: [] } }],
      ['m&fieldValidation=Strict', `${all}/new`, { spec: { open: { a: 1 } } }],
      ['', `${all}/new`, { spec: { size: 3 } }],
    ] as const)
      send('PATCH', `${path}?fieldManager=${name}`, s.object('Thing', path === a ? 'a' : 'new', object), applied)
    for (const body of [{}, [], 'null', '5', { kind: 'Thing' }])
      send('PATCH', `${all}/new?fieldManager=m`, body, applied)
    s.patch(`${all}/new?fieldManager=m`, s.object('Thing', 'new', { spec: { size: 4 } }), applied)
    s.patch(`${all}/new?fieldManager=m`, '', applied)
    send('PATCH', `${all}/new`, { spec: { size: 5 } }, type('application/merge-patch+json'))
    send('DELETE', `${all}/b`, { kind: 'DeleteOptions', apiVersion: 'v1', dryRun: ['All'] })
    send('DELETE', `${all}/b`, { kind: 'DeleteOptions', apiVersion: 'v1', preconditions: { uid: 'x' } })
    send('DELETE', `${all}/b`, { kind: 'DeleteOptions', apiVersion: 'v1', odd: 1 })
    send('DELETE', all, { kind: 'DeleteOptions', apiVersion: 'v1' })
    for (const level of ['Strict', 'Warn'])
      send('POST', `${all}?dryRun=All&fieldValidation=${level}`, s.object('Thing', 'd', { odd: 1, spec: { odd: 2 } }))
  },
  'CBORServingAndStorage=true',
)
