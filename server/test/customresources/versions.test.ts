import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { TestServer } from '@apimachinery/server/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newCertificate, newCertificateAuthority } from '../../src/certificates/new-certificate.js'
import { API, type Body, definition, definitions, version } from './api.js'

// After versioning_test.go, conversion/conversion_test.go and storage_version tests of
// k8s.io/apiextensions-apiserver/test/integration.

let server: TestServer
let api: API
let webhook: Server
let caBundle: string

/** Reviews that came, and what is done with them. */
const reviews: Body[] = []
let convert: (object: Body, desired: string) => Body

/** `v1` has `spec.host` and `spec.port`, `v2` has them as `spec.address`. */
function convertAddress(object: Body, desired: string): Body {
  const { spec = {} } = object
  if (desired.endsWith('/v2')) return { ...object, apiVersion: desired, spec: { address: `${spec.host}:${spec.port}` } }
  const [host, port] = String(spec.address ?? '').split(':')
  return { ...object, apiVersion: desired, spec: { host, port } }
}

beforeAll(async () => {
  const notBefore = new Date(Date.now() - 60_000)
  const authority = await newCertificateAuthority('webhooks', notBefore)
  const hosts = ['converter.hooks.svc']
  const pair = await newCertificate(authority, { commonName: 'converter', hosts, usage: 'server', notBefore })
  caBundle = Buffer.from(authority.certificate).toString('base64')
  webhook = createServer({ cert: pair.certificate, key: pair.key }, async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const review = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    reviews.push({ ...review, url: request.url })
    const { uid, objects, desiredAPIVersion } = review.request
    let result: Body
    try {
      const convertedObjects = objects.map((object: Body) => convert(object, desiredAPIVersion))
      result = { uid, result: { status: 'Success' }, convertedObjects }
    } catch (error) {
      result = { uid, result: { status: 'Failure', message: (error as Error).message }, convertedObjects: [] }
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ apiVersion: review.apiVersion, kind: review.kind, response: result }))
  })
  await new Promise<void>((resolve) => webhook.listen(0, '127.0.0.1', resolve))
  const { port } = webhook.address() as AddressInfo
  server = await TestServer.start({ groups: [], resolveService: async () => ({ host: '127.0.0.1', port }) })
  api = new API(server)
})
beforeEach(() => {
  convert = convertAddress
  reviews.length = 0
})
afterAll(async () => {
  await server.stop()
  webhook.closeAllConnections()
  await new Promise((resolve) => webhook.close(resolve))
})

const text = { type: 'string' }
const object = (properties: object) => ({ spec: { type: 'object', properties } })
const hook = (reviewVersions: readonly string[]) => ({
  strategy: 'Webhook',
  webhook: {
    conversionReviewVersions: reviewVersions,
    clientConfig: { caBundle, service: { namespace: 'hooks', name: 'converter', path: '/convert' } },
  },
})
const converted = (kind: string, reviewVersions: readonly string[] = ['v1', 'v1beta1']) =>
  definition(kind, {
    versions: [
      version('v1', object({ host: text, port: text })),
      version('v2', object({ address: text }), { storage: false, selectableFields: [{ jsonPath: '.spec.address' }] }),
    ],
    conversion: hook(reviewVersions),
  })
const path = (plural: string, of = 'v1') => `/apis/stable.example.com/${of}/namespaces/default/${plural}`
const of = (kind: string, name: string, more: object = {}): Body => ({
  apiVersion: 'stable.example.com/v1',
  kind,
  metadata: { name },
  ...more,
})

describe('without conversion', () => {
  const plain = definition('Plain', {
    versions: [
      version('v1', object({ a: text })),
      version('v1beta1', object({ a: text, b: { ...text, default: 'B' } }), { storage: false, deprecated: true }),
      version('v2alpha1', object({ a: text }), { storage: false, served: false }),
    ],
  })

  it('versions differ in their name and their schema', async () => {
    await api.establish(plain)
    await api.call('POST', path('plains'), of('Plain', 'p', { spec: { a: 'a' } }))
    const beta = await api.get(`${path('plains', 'v1beta1')}/p`)
    expect(beta.body).toMatchObject({ apiVersion: 'stable.example.com/v1beta1', spec: { a: 'a' } })
    expect(beta.headers.get('warning')).toBe(
      '299 - "stable.example.com/v1beta1 Plain is deprecated; use stable.example.com/v1 Plain"',
    )
    expect((await api.get(`${path('plains', 'v2alpha1')}/p`)).body).toBe('404 page not found\n')
  })

  it('objects move to a new storage version when they are written', async () => {
    const stored = async () => {
      const { kvs } = await server.snapshot().kv.range({ key: '/registry/stable.example.com/plains/default/p' })
      return JSON.parse(Buffer.from(kvs[0]?.value ?? '').toString('utf8'))
    }
    expect(await stored()).toMatchObject({ apiVersion: 'stable.example.com/v1' })
    const versions = plain.spec.versions.map((each: Body) => ({ ...each, storage: each.name === 'v1beta1' }))
    const changed = await api.call('PATCH', `${definitions}/plains.stable.example.com`, { spec: { versions } })
    expect(changed.body.status.storedVersions).toEqual(['v1', 'v1beta1'])
    expect((await api.get(`${path('plains')}/p`)).body.spec).toEqual({ a: 'a' })
    for (let attempt = 0; attempt < 1000 && (await stored()).apiVersion !== 'stable.example.com/v1beta1'; attempt++) {
      await api.call('PATCH', `${path('plains')}/p`, { metadata: { annotations: { attempt: `${attempt}` } } })
    }
    expect(await stored()).toMatchObject({ apiVersion: 'stable.example.com/v1beta1' })
    const dropped = await api.call('PATCH', `${definitions}/plains.stable.example.com`, {
      spec: { versions: versions.slice(1) },
    })
    expect(dropped.body.message).toContain('status.storedVersions[0]: Invalid value: "v1"')
    await api.call('PATCH', `${definitions}/plains.stable.example.com/status`, {
      status: { storedVersions: ['v1beta1'] },
    })
    const gone = await api.call('PATCH', `${definitions}/plains.stable.example.com`, {
      spec: { versions: versions.slice(1) },
    })
    expect(gone.status).toBe(200)
    await api.until(path('plains'), ({ status }) => status === 404)
    expect((await api.get(`${path('plains', 'v1beta1')}/p`)).body.spec.a).toBe('a')
  })

  it('a watch ends when the schema changes, and the next one resumes', async () => {
    await api.establish(definition('Watched', { versions: [version('v1', object({ a: text }))] }))
    const { body } = await api.get(path('watcheds'))
    const watch = await api.watch(`${path('watcheds')}?watch=1&resourceVersion=${body.metadata.resourceVersion}`)
    await api.call('POST', path('watcheds'), of('Watched', 'w', { spec: { a: 'a' } }))
    expect((await watch.next()).type).toBe('ADDED')
    await api.call('PATCH', `${definitions}/watcheds.stable.example.com`, {
      spec: { versions: [version('v1', object({ a: text, b: text }))] },
    })
    expect(await watch.next()).toBeUndefined()
    // What a new cache does not know any more is expired: clients list again.
    const stale = await api.watch(`${path('watcheds')}?watch=1&resourceVersion=${body.metadata.resourceVersion}`)
    expect(await stale.next()).toMatchObject({ type: 'ERROR', object: { code: 410, reason: 'Expired' } })
    const { body: list } = await api.get(path('watcheds'))
    const again = await api.watch(`${path('watcheds')}?watch=1&resourceVersion=${list.metadata.resourceVersion}`)
    await api.call('POST', path('watcheds'), of('Watched', 'x', { spec: { b: 'b' } }))
    expect(await again.next()).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'x' }, spec: { b: 'b' } } })
    await again.cancel()
  })

  it('a watch stays open when only labels of the definition change', async () => {
    await api.establish(definition('Calm', { versions: [version('v1', object({ a: text }))] }))
    const { body } = await api.get(path('calms'))
    const watch = await api.watch(`${path('calms')}?watch=1&resourceVersion=${body.metadata.resourceVersion}`)
    await api.call('PATCH', `${definitions}/calms.stable.example.com`, { metadata: { labels: { a: 'b' } } })
    await api.call('POST', path('calms'), of('Calm', 'c'))
    expect((await watch.next()).object.metadata.name).toBe('c')
    await watch.cancel()
  })
})

describe('a conversion webhook', () => {
  it('converts objects that are read and written in another version', async () => {
    await api.establish(converted('Address'))
    await api.call('POST', path('addresss'), of('Address', 'a', { spec: { host: 'h', port: '1' } }))
    expect(reviews).toEqual([])
    const two = await api.get(`${path('addresss', 'v2')}/a`)
    expect(two.body).toMatchObject({ apiVersion: 'stable.example.com/v2', spec: { address: 'h:1' } })
    expect(reviews.at(-1)).toMatchObject({
      apiVersion: 'apiextensions.k8s.io/v1',
      url: '/convert?timeout=30s',
      request: { desiredAPIVersion: 'stable.example.com/v2', objects: [{ apiVersion: 'stable.example.com/v1' }] },
    })
    const patched = await api.call('PATCH', `${path('addresss', 'v2')}/a`, { spec: { address: 'g:2' } })
    expect(patched.body.spec).toEqual({ address: 'g:2' })
    expect((await api.get(`${path('addresss')}/a`)).body.spec).toEqual({ host: 'g', port: '2' })
  })

  it('keeps the fields of managers of both versions', async () => {
    const { body } = await api.get(`${path('addresss')}/a`)
    expect(body.metadata.managedFields.map(({ apiVersion }: Body) => apiVersion).sort()).toEqual([
      'stable.example.com/v1',
      'stable.example.com/v2',
    ])
    const apply = {
      apiVersion: 'stable.example.com/v1',
      kind: 'Address',
      metadata: { name: 'a' },
      spec: { host: 'mine' },
    }
    const conflict = await api.call('PATCH', `${path('addresss')}/a?fieldManager=m`, apply, {
      'content-type': 'application/apply-patch+yaml',
    })
    expect(conflict.body).toMatchObject({ code: 409 })
    expect(conflict.body.message).toContain('conflict')
  })

  it('is asked once for a list, and its failure fails the list', async () => {
    await api.establish(converted('Batch'))
    for (const port of ['1', '2']) {
      await api.call('POST', path('batchs'), of('Batch', `b${port}`, { spec: { host: 'h', port } }))
    }
    // Another schema makes the server read everything again.
    const { body: before } = await api.get(`${definitions}/batchs.stable.example.com`)
    const versions = before.spec.versions.map((each: Body) => ({ ...each, additionalPrinterColumns: [] }))
    versions[1].selectableFields = undefined
    reviews.length = 0
    await api.call('PATCH', `${definitions}/batchs.stable.example.com`, { spec: { versions } })
    await api.until(path('batchs', 'v2'), () => reviews.some(({ request }) => request.objects.length === 2))
    const list = await api.get(path('batchs', 'v2'))
    expect(list.body.items.map(({ spec }: Body) => spec.address)).toEqual(['h:1', 'h:2'])
    convert = (each, desired) => {
      if (each.metadata.name === 'bad') throw new Error('no way')
      return convertAddress(each, desired)
    }
    await api.call('POST', path('batchs'), of('Batch', 'bad', { spec: { host: 'h', port: '3' } }))
    const failed = await api.get(`${path('batchs', 'v2')}/bad`)
    expect(failed.body).toMatchObject({
      code: 500,
      message: 'conversion webhook for stable.example.com/v1, Kind=Batch failed: no way',
    })
    const { body: metrics } = await api.get('/metrics')
    const failures =
      'apiserver_conversion_webhook_request_total{failure_type="conversion_webhook_malformed_response_failure",result="failure"}'
    expect(metrics).toContain(failures)
    expect(metrics).toContain('apiserver_conversion_webhook_request_total{failure_type="",result="success"}')
    expect(metrics).toContain(
      'apiserver_crd_conversion_webhook_duration_seconds_count{crd_name="batchs.stable.example.com",from_version="v1",succeeded="true",to_version="v2"}',
    )
    expect((await api.get(`${path('batchs', 'v2')}/b1`)).status).toBe(200)
    expect((await api.get(`${path('batchs')}/bad`)).status).toBe(200)
    await api.call('DELETE', `${path('batchs')}/bad`)
    await api.until(path('batchs', 'v2'), ({ status }) => status === 200)
  })

  it('may change labels and annotations, and nothing else of the metadata', async () => {
    await api.establish(converted('Meta'))
    const create = (name: string) =>
      api.call('POST', path('metas'), of('Meta', name, { spec: { host: 'h', port: '1' } }))
    const read = (name: string) => api.get(`${path('metas', 'v2')}/${name}`)
    convert = (each, desired) => ({
      ...convertAddress(each, desired),
      metadata: { ...each.metadata, labels: { added: 'yes' }, finalizers: ['added.example.com/f'] },
    })
    await create('a')
    const { body } = await read('a')
    expect(body.metadata.labels).toEqual({ added: 'yes' })
    expect(body.metadata.finalizers).toBeUndefined()
    convert = (each, desired) => ({ ...convertAddress(each, desired), metadata: { ...each.metadata, name: 'other' } })
    await create('b')
    expect((await read('b')).body.message).toBe(
      'conversion webhook for stable.example.com/v1, Kind=Meta returned invalid object: must have the same name: b != other',
    )
    convert = (each) => each
    expect((await read('b')).body.message).toContain(
      'invalid groupVersion (expected stable.example.com/v2, received stable.example.com/v1)',
    )
  })

  it('answers watches and selectors in the version that was asked for', async () => {
    const list = await api.until(
      `${path('addresss', 'v2')}?fieldSelector=spec.address%3Dg%3A2`,
      ({ status }) => status === 200,
    )
    expect(list.body.items.map(({ metadata }: Body) => metadata.name)).toEqual(['a'])
    const watch = await api.watch(
      `${path('addresss', 'v2')}?watch=1&resourceVersion=${list.body.metadata.resourceVersion}`,
    )
    await api.call('POST', path('addresss'), of('Address', 'w', { spec: { host: 'x', port: '9' } }))
    expect((await watch.next()).object).toMatchObject({ apiVersion: 'stable.example.com/v2', spec: { address: 'x:9' } })
    await watch.cancel()
  })

  it('may speak the old version of reviews', async () => {
    await api.establish(converted('Old', ['v1beta1']))
    await api.call('POST', path('olds'), of('Old', 'o', { spec: { host: 'h', port: '1' } }))
    reviews.length = 0
    expect((await api.get(`${path('olds', 'v2')}/o`)).body.spec).toEqual({ address: 'h:1' })
    // Caches of other kinds may ask, too.
    const own = reviews.find(({ request }) => request.objects[0].kind === 'Old')
    expect(own?.apiVersion).toBe('apiextensions.k8s.io/v1beta1')
  })
})
