import { TestServer } from '@apimachinery/server/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API, type Body, definition, definitions, version } from './api.js'

// After basic_test.go, objectmeta_test.go, subresources_test.go, table_test.go and finalization_test.go of
// k8s.io/apiextensions-apiserver/test/integration.

const spec = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
const status = {
  type: 'object',
  properties: { replicas: { type: 'integer' }, selector: { type: 'string' }, phase: { type: 'string' } },
}

const noxu = definition('Noxu', {
  names: { shortNames: ['nx'], categories: ['all'] },
  versions: [
    version(
      'v1',
      {
        spec: { type: 'object', properties: { num: { type: 'integer' }, replicas: { type: 'integer' } } },
        status,
        embedded: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
      },
      {
        subresources: {
          status: {},
          scale: {
            specReplicasPath: '.spec.replicas',
            statusReplicasPath: '.status.replicas',
            labelSelectorPath: '.status.selector',
          },
        },
        additionalPrinterColumns: [
          { name: 'Num', type: 'integer', jsonPath: '.spec.num' },
          { name: 'Phase', type: 'string', jsonPath: '.status.phase', priority: 1 },
        ],
        selectableFields: [{ jsonPath: '.spec.num' }],
      },
    ),
  ],
})
const planet = definition('Planet', { scope: 'Cluster', versions: [version('v1', { spec })] })
const noxus = '/apis/stable.example.com/v1/namespaces/default/noxus'
const apiVersion = 'stable.example.com/v1'
const noxuOf = (name: string, more: object = {}): Body => ({ apiVersion, kind: 'Noxu', metadata: { name }, ...more })

let server: TestServer
let api: API

beforeAll(async () => {
  server = await TestServer.start({ groups: [] })
  api = new API(server)
  await api.establish(noxu)
  await api.establish(planet)
})
afterAll(() => server.stop())

describe('a custom resource', () => {
  it('is created, read, replaced, patched and deleted', async () => {
    const created = await api.call('POST', noxus, noxuOf('simple', { spec: { num: 1 } }))
    expect(created.status).toBe(201)
    expect(created.body.metadata).toMatchObject({ generation: 1, namespace: 'default', name: 'simple' })
    const again = await api.call('POST', noxus, noxuOf('simple'))
    expect(again.body).toMatchObject({ code: 409, message: 'noxus.stable.example.com "simple" already exists' })
    const changed = { ...created.body, spec: { num: 2 } }
    const replaced = await api.call('PUT', `${noxus}/simple`, changed)
    expect(replaced.body).toMatchObject({ metadata: { generation: 2 }, spec: { num: 2 } })
    const stale = await api.call('PUT', `${noxus}/simple`, changed)
    expect(stale.status).toBe(409)
    const patched = await api.call('PATCH', `${noxus}/simple`, { metadata: { labels: { a: 'b' } } })
    expect(patched.body.metadata).toMatchObject({ generation: 2, labels: { a: 'b' } })
    const deleted = await api.call('DELETE', `${noxus}/simple`)
    expect(deleted.body).toMatchObject({
      kind: 'Status',
      status: 'Success',
      details: { name: 'simple', kind: 'noxus' },
    })
    expect((await api.get(`${noxus}/simple`)).status).toBe(404)
  })

  it('is written with sorted keys, as Go writes what it has no struct for', async () => {
    await api.call('POST', noxus, noxuOf('sorted', { spec: { replicas: 1, num: 1 } }))
    const { body } = await api.get(`${noxus}/sorted`)
    expect(Object.keys(body)).toEqual(['apiVersion', 'kind', 'metadata', 'spec'])
    expect(Object.keys(body.spec)).toEqual(['num', 'replicas'])
    expect(Object.keys(body.metadata)).toEqual([...Object.keys(body.metadata)].sort())
    await api.call('DELETE', `${noxus}/sorted`)
  })

  it('of the cluster has no namespaces in its paths', async () => {
    expect(
      (
        await api.call('POST', '/apis/stable.example.com/v1/planets', {
          apiVersion,
          kind: 'Planet',
          metadata: { name: 'earth' },
        })
      ).status,
    ).toBe(201)
    expect((await api.get('/apis/stable.example.com/v1/namespaces/default/planets')).body).toBe('404 page not found\n')
    expect((await api.get('/apis/stable.example.com/v1/planets/earth')).body.metadata.namespace).toBeUndefined()
  })

  it('is reported to watchers, also of all namespaces', async () => {
    const { body: list } = await api.get('/apis/stable.example.com/v1/noxus')
    expect(list).toMatchObject({ kind: 'NoxuList', metadata: { continue: '' } })
    const watch = await api.watch(
      `/apis/stable.example.com/v1/noxus?watch=1&resourceVersion=${list.metadata.resourceVersion}`,
    )
    await api.call('POST', noxus, noxuOf('watched'))
    await api.call('PATCH', `${noxus}/watched`, { spec: { num: 3 } })
    await api.call('DELETE', `${noxus}/watched`)
    const events = [await watch.next(), await watch.next(), await watch.next()]
    expect(events.map(({ type }) => type)).toEqual(['ADDED', 'MODIFIED', 'DELETED'])
    expect(events[2].object).toMatchObject({ metadata: { name: 'watched' }, spec: { num: 3 } })
    await watch.cancel()
  })

  it('must be what the path says', async () => {
    const kind = await api.call('POST', noxus, { ...noxuOf('x'), kind: 'Gadget' })
    expect(kind.body.message).toBe(
      'Gadget.stable.example.com "x" is invalid: kind: Invalid value: "Gadget": must be Noxu',
    )
    const of = await api.call('POST', noxus, { ...noxuOf('x'), apiVersion: 'stable.example.com/v2' })
    expect(of.body).toMatchObject({
      code: 400,
      message:
        'the API version in the data (stable.example.com/v2) does not match the expected API version (stable.example.com/v1)',
    })
  })

  it('waits for its finalizers, which are warned about', async () => {
    const created = await api.call('POST', noxus, noxuOf('kept', { metadata: { name: 'kept', finalizers: ['noxu'] } }))
    expect(created.headers.get('warning')).toBe(
      '299 - "metadata.finalizers: \\"noxu\\": prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers"',
    )
    await api.call('DELETE', `${noxus}/kept`)
    const { body } = await api.get(`${noxus}/kept`)
    expect(body.metadata).toMatchObject({ finalizers: ['noxu'], generation: 2 })
    expect(body.metadata.deletionTimestamp).toBeDefined()
    await api.call('PATCH', `${noxus}/kept`, { metadata: { finalizers: null } })
    expect((await api.get(`${noxus}/kept`)).status).toBe(404)
  })
})

describe('metadata', () => {
  it('of wrong types is refused', async () => {
    const answer = await api.call('POST', noxus, noxuOf('x', { metadata: { name: 'x', labels: { a: 1 } } }))
    expect(answer.body).toMatchObject({
      code: 400,
      message:
        'Noxu in version "v1" cannot be handled as a Noxu: json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string',
    })
  })

  it('of embedded resources is pruned and checked', async () => {
    const embedded = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', unknown: 1 }, spec: { any: true } }
    const created = await api.call('POST', noxus, noxuOf('embedding', { embedded }))
    expect(created.body.embedded).toEqual({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p' },
      spec: { any: true },
    })
    const bad = { ...embedded, metadata: { name: 'a/b', labels: { '-': '' } } }
    const answer = await api.call('POST', noxus, noxuOf('bad', { embedded: bad }))
    expect(answer.body.code).toBe(422)
    expect(answer.body.details.causes.map(({ field }: Body) => field)).toEqual([
      'embedded.metadata.name',
      'embedded.metadata.labels',
    ])
    await api.call('DELETE', `${noxus}/embedding`)
  })
})

describe('subresources', () => {
  it('status changes nothing else, and nothing else changes the status', async () => {
    const created = await api.call('POST', noxus, noxuOf('s', { spec: { num: 1 }, status: { phase: 'Ready' } }))
    expect(created.body.status).toBeUndefined()
    const put = await api.call('PUT', `${noxus}/s/status`, {
      ...created.body,
      spec: { num: 9 },
      status: { phase: 'Ready' },
    })
    expect(put.body).toMatchObject({ metadata: { generation: 1 }, spec: { num: 1 }, status: { phase: 'Ready' } })
    const patched = await api.call('PATCH', `${noxus}/s`, { spec: { num: 2 }, status: { phase: 'Gone' } })
    expect(patched.body).toMatchObject({ metadata: { generation: 2 }, spec: { num: 2 }, status: { phase: 'Ready' } })
    const wrong = await api.call('PATCH', `${noxus}/s/status`, { status: { phase: 1 } })
    expect(wrong.body.message).toBe(
      'Noxu.stable.example.com "s" is invalid: status.phase: Invalid value: "integer": phase in body must be of type string: "integer"',
    )
    await api.call('DELETE', `${noxus}/s`)
  })

  it('scale shows the replicas, and sets them', async () => {
    await api.call('POST', noxus, noxuOf('scaled', { spec: { num: 1 } }))
    const missing = await api.get(`${noxus}/scaled/scale`)
    expect(missing.body).toMatchObject({ code: 500, reason: 'InternalError' })
    expect(missing.body.message).toContain('the spec replicas field ".spec.replicas" does not exist')
    await api.call('PATCH', `${noxus}/scaled`, { spec: { replicas: 3 } })
    await api.call('PATCH', `${noxus}/scaled/status`, { status: { replicas: 7, selector: 'a=b' } })
    const { body: scale } = await api.get(`${noxus}/scaled/scale`)
    expect(scale).toMatchObject({
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'scaled', namespace: 'default' },
      spec: { replicas: 3 },
      status: { replicas: 7, selector: 'a=b' },
    })
    const set = await api.call('PUT', `${noxus}/scaled/scale`, { ...scale, spec: { replicas: 5 } })
    expect(set.body.spec.replicas).toBe(5)
    expect((await api.get(`${noxus}/scaled`)).body.spec).toEqual({ num: 1, replicas: 5 })
    const stale = await api.call('PUT', `${noxus}/scaled/scale`, { ...scale, spec: { replicas: 6 } })
    expect(stale.status).toBe(409)
    const negative = await api.call('PATCH', `${noxus}/scaled/scale`, { spec: { replicas: -1 } })
    expect(negative.body.message).toContain('.spec.replicas: Invalid value: -1: should be a non-negative integer')
    await api.call('DELETE', `${noxus}/scaled`)
  })

  it('that a version does not have are not found', async () => {
    const answer = await api.get('/apis/stable.example.com/v1/planets/earth/status')
    expect(answer.body).toMatchObject({ code: 404, message: 'planets.stable.example.com "earth" not found' })
  })
})

describe('answers of other kinds', () => {
  const table = 'application/json;as=Table;v=v1;g=meta.k8s.io'

  it('are tables of the columns that the definition names', async () => {
    await api.call('POST', noxus, noxuOf('cells', { spec: { num: 5 } }))
    const { body } = await api.get(`${noxus}/cells`, { accept: table })
    expect(body.columnDefinitions.map(({ name, priority }: Body) => [name, priority])).toEqual([
      ['Name', 0],
      ['Num', 0],
      ['Phase', 1],
    ])
    expect(body.rows[0].cells).toEqual(['cells', 5, null])
    expect(body.rows[0].object).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'cells' } })
    const { body: scale } = await api.get(`${noxus}/cells/scale`, { accept: table })
    expect(scale.code).toBe(500)
    await api.call('DELETE', `${noxus}/cells`)
  })

  it('are metadata, in protobuf as well, which objects are not', async () => {
    await api.call('POST', noxus, noxuOf('meta'))
    const partial = await api.get(`${noxus}/meta`, {
      accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
    })
    expect(partial.body).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'meta' } })
    expect(partial.body.spec).toBeUndefined()
    const packed = await api.get(`${noxus}/meta`, {
      accept: 'application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
    })
    expect(packed.status).toBe(200)
    expect(packed.headers.get('content-type')).toContain('application/vnd.kubernetes.protobuf')
    expect((await api.get(`${noxus}/meta`, { accept: 'application/vnd.kubernetes.protobuf' })).status).toBe(406)
    const refused = await api.call('POST', noxus, 'k8s', { 'content-type': 'application/vnd.kubernetes.protobuf' })
    expect(refused.status).toBe(400)
    const patched = await api.call(
      'PATCH',
      `${noxus}/meta`,
      {},
      { 'content-type': 'application/strategic-merge-patch+json' },
    )
    expect(patched.status).toBe(415)
    await api.call('DELETE', `${noxus}/meta`)
  })

  it('follow field selectors over the fields that a definition lets be selected', async () => {
    await api.call('DELETE', noxus)
    for (const num of [1, 2]) await api.call('POST', noxus, noxuOf(`n${num}`, { spec: { num } }))
    const { body } = await api.get(`${noxus}?fieldSelector=spec.num%3D2`)
    expect(body.items.map(({ metadata }: Body) => metadata.name)).toEqual(['n2'])
    const bad = await api.get(`${noxus}?fieldSelector=spec.replicas%3D2`)
    expect(bad.body).toMatchObject({ code: 400, message: 'field label not supported: spec.replicas' })
    await api.call('DELETE', noxus)
    expect((await api.get(noxus)).body.items).toEqual([])
  })
})

describe('discovery', () => {
  it('shows a group, its versions and its resources', async () => {
    const { body: group } = await api.get('/apis/stable.example.com')
    expect(group.preferredVersion).toEqual({ groupVersion: 'stable.example.com/v1', version: 'v1' })
    const { body: resources } = await api.get('/apis/stable.example.com/v1')
    expect(resources.resources.map(({ name, verbs }: Body) => [name, verbs.length])).toEqual([
      ['noxus', 8],
      ['noxus/status', 3],
      ['noxus/scale', 3],
      ['planets', 8],
    ])
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
    const { body: all } = await api.get('/apis', { accept })
    const found = all.items.find(({ metadata }: Body) => metadata.name === 'stable.example.com')
    expect(found.versions[0].resources[0]).toMatchObject({
      resource: 'noxus',
      responseKind: { group: 'stable.example.com', version: 'v1', kind: 'Noxu' },
      shortNames: ['nx'],
      categories: ['all'],
    })
  })

  it('changes with the definition', async () => {
    await api.call('PATCH', `${definitions}/noxus.stable.example.com`, {
      spec: { names: { shortNames: ['nx', 'nox'] } },
    })
    const { body } = await api.until(
      '/apis/stable.example.com/v1',
      (answer) => answer.body.resources[0].shortNames.length === 2,
    )
    expect(body.resources[0].shortNames).toEqual(['nx', 'nox'])
  })

  it('documents the schemas', async () => {
    const { body: v3 } = await api.get('/openapi/v3/apis/stable.example.com/v1')
    const schema = v3.components.schemas['com.example.stable.v1.Noxu']
    expect(schema.properties.spec.properties.num).toEqual({ type: 'integer' })
    expect(schema['x-kubernetes-group-version-kind']).toEqual([
      { group: 'stable.example.com', kind: 'Noxu', version: 'v1' },
    ])
    expect(Object.keys(v3.paths)).toContain('/apis/stable.example.com/v1/namespaces/{namespace}/noxus/{name}/scale')
    // Every reference leads somewhere.
    const references = JSON.stringify(v3).match(/(?<="\$ref":"#\/components\/schemas\/)[^"]+/g) ?? []
    expect([...new Set(references)].filter((name) => v3.components.schemas[name] === undefined)).toEqual([])
    const { body: v2 } = await api.get('/openapi/v2')
    expect(v2.definitions['com.example.stable.v1.NoxuList'].properties.items.items).toEqual({
      $ref: '#/definitions/com.example.stable.v1.Noxu',
    })
  })
})
