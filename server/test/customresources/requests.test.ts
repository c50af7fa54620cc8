import { TestServer } from '@apimachinery/server/testing'
import { jsonToYAML, yamlToJSON } from 'apimachinery/runtime/serializer/yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API, type Body, definition, definitions, version } from './api.js'

// After yaml_test.go, limit_test.go, scope_test.go, cbor_test.go, registration_test.go, basic_test.go, subresources_test.go and
// apply_test.go of k8s.io/apiextensions-apiserver/test/integration.

const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
const schema = { openAPIV3Schema: open }
const group = 'stable.example.com'
const apiVersion = `${group}/v1`

let server: TestServer
let api: API

beforeAll(async () => {
  server = await TestServer.start({ groups: [], featureGates: { CBORServingAndStorage: true } })
  api = new API(server)
  const subresources = {
    status: {},
    scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
  }
  const served = { name: 'v1', served: true, storage: true, schema, subresources }
  await api.establish(definition('Place', { versions: [served] }))
  await api.establish(definition('World', { scope: 'Cluster', versions: [served] }))
})
afterAll(() => server.stop())

const places = (namespace = 'default') => `/apis/${apiVersion}/namespaces/${namespace}/places`
const worlds = `/apis/${apiVersion}/worlds`
const of = (kind: string, name: string, more: object = {}): Body => ({ apiVersion, kind, metadata: { name }, ...more })

describe('a table with whole objects', () => {
  it('has the members of custom ones in the order of their names, in lists and beside nulls', async () => {
    const values = {
      zeta: [{ b: 1, a: null }, null, 'x', [{ d: 1, c: 2 }]],
      alpha: null,
      middle: { y: 'text', x: false },
    }
    await api.call('POST', worlds, of('World', 'tabled', { values }))
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io'
    const { body } = await api.get(`${worlds}/tabled?includeObject=Object`, { accept })
    const [{ object }] = body.rows
    expect(object.values).toEqual(values)
    expect(JSON.stringify(object.values)).toBe(
      '{"alpha":null,"middle":{"x":false,"y":"text"},"zeta":[{"a":null,"b":1},null,"x",[{"c":2,"d":1}]]}',
    )
    expect(Object.keys(object)).toEqual(['apiVersion', 'kind', 'metadata', 'values'])
    await api.call('DELETE', `${worlds}/tabled`)
  })
})

describe('YAML', () => {
  const yaml = { accept: 'application/yaml', 'content-type': 'application/yaml' }
  const read = (answer: { readonly body: Body }): Body => yamlToJSON(Buffer.from(answer.body))

  it('is the requested format of discovery and errors', async () => {
    const found = await api.get(`/apis/${apiVersion}`, yaml)
    expect(found.headers.get('content-type')).toBe('application/yaml')
    expect(read(found)).toMatchObject({ kind: 'APIResourceList', apiVersion: 'v1', groupVersion: apiVersion })
    const missing = await api.get(`${worlds}/missingname`, yaml)
    expect([missing.status, read(missing).reason]).toEqual([404, 'NotFound'])
  })

  it('carries an object through its life', async () => {
    const values = { numVal: 1, boolVal: true, stringVal: '1' }
    const created = read(await api.call('POST', worlds, jsonToYAML(of('World', 'mytest', { values })), yaml))
    expect(created).toMatchObject({ apiVersion, kind: 'World', values })
    const got = read(await api.get(`${worlds}/mytest`, yaml))
    expect(got).toEqual(created)
    const list = read(await api.get(worlds, yaml))
    expect(list).toMatchObject({ kind: 'WorldList', items: [{ values }] })
    const updated = read(await api.call('PUT', `${worlds}/mytest`, jsonToYAML({ ...got, values: { numVal: 2 } }), yaml))
    expect(updated.values).toEqual({ numVal: 2 })
    expect(updated.metadata.generation).toBe(2)
    const patched = await api.call('PATCH', `${worlds}/mytest`, { values: { numVal: 3 } }, { accept: yaml.accept })
    expect(read(patched).values).toEqual({ numVal: 3 })
    const deleted = read(await api.call('DELETE', `${worlds}/mytest`, undefined, { accept: yaml.accept }))
    expect(deleted).toMatchObject({ kind: 'Status', status: 'Success' })
  })

  it('is not available for watches', async () => {
    expect((await api.get(`${worlds}?watch=1`, yaml)).status).toBe(406)
  })

  it('carries subresources', async () => {
    const made = of('World', 'sub', { spec: { replicas: 3 }, status: { replicas: 9 } })
    await api.call('POST', worlds, jsonToYAML(made), yaml)
    const status = read(await api.get(`${worlds}/sub/status`, yaml))
    expect(status.status).toBeUndefined()
    const written = await api.call(
      'PUT',
      `${worlds}/sub/status`,
      jsonToYAML({ ...status, status: { replicas: 5 } }),
      yaml,
    )
    expect(read(written).status).toEqual({ replicas: 5 })
    const scale = read(await api.get(`${worlds}/sub/scale`, yaml))
    expect(scale).toMatchObject({
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      spec: { replicas: 3 },
      status: { replicas: 5 },
    })
    const scaled = await api.call('PUT', `${worlds}/sub/scale`, jsonToYAML({ ...scale, spec: { replicas: 7 } }), yaml)
    expect(read(scaled).spec).toEqual({ replicas: 7 })
  })
})

describe('a large request', () => {
  const limit = 3 * 1024 * 1024
  const nested = (count: number) => '['.repeat(count) + ']'.repeat(count)
  const head = `{"apiVersion":"${apiVersion}","kind":"World","metadata":{"name":"large"},"values":`

  it.each<[string, string, string, number]>([
    [
      'YAML over the limit',
      'application/yaml',
      `apiVersion: ${apiVersion}\nkind: World\nvalues: ${'['.repeat(limit)}`,
      413,
    ],
    [
      'YAML, deep',
      'application/yaml',
      `apiVersion: ${apiVersion}\nkind: World\nvalues: ${nested(limit / 2 - 500)}`,
      400,
    ],
    [
      'YAML, not closed',
      'application/yaml',
      `apiVersion: ${apiVersion}\nkind: World\nvalues: ${'['.repeat(limit - 1000)}`,
      400,
    ],
    ['JSON over the limit', 'application/json', `${head}${nested(limit / 2)}}`, 413],
    ['JSON, deep', 'application/json', `${head}${nested(limit / 2 - 500)}}`, 400],
    ['JSON, not closed', 'application/json', `${head}${'['.repeat(limit - 1000)}}`, 400],
  ])('is refused: %s', async (...[, type, body, status]) => {
    expect((await api.call('POST', worlds, body, { 'content-type': type })).status).toBe(status)
  })

  it.each([
    ['application/json-patch+json', `[{"op":"add","path":"/foo","value":${nested(limit / 2 - 100)}}]`],
    ['application/merge-patch+json', `{"value":${nested(limit / 2 - 100)}}`],
    ['application/apply-patch+yaml', `apiVersion: ${apiVersion}\nkind: World\nvalues: ${nested(limit / 2 - 100)}`],
  ])('is refused as a patch: %s', async (type, body) => {
    await api.call('POST', worlds, of('World', 'test'))
    const answer = await api.call('PATCH', `${worlds}/test?fieldManager=m`, body, { 'content-type': type })
    expect(answer.status).toBe(400)
  })
})

describe('the scope of a definition', () => {
  it.each([
    ['Place', places(), `/apis/${apiVersion}/places`],
    ['World', worlds, `/apis/${apiVersion}/namespaces/default/worlds`],
  ])('lets %s be asked for in one way only', async (kind, right, wrong) => {
    expect((await api.call('POST', right, of(kind, 'bar'))).status).toBe(201)
    for (const below of ['', '/status', '/scale']) {
      const patch = { metadata: { annotations: { test: '1' } } }
      const answers = await Promise.all([
        api.get(`${wrong}/bar${below}`),
        api.call('PUT', `${wrong}/bar${below}`, of(kind, 'bar')),
        api.call('PATCH', `${wrong}/bar${below}`, patch),
        api.call('DELETE', `${wrong}/bar${below}`),
        api.call('POST', `${wrong}${below === '' ? '' : `/bar${below}`}`, of(kind, 'bar')),
      ])
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    }
    // Objects of all namespaces can be listed.
    expect((await api.get(wrong)).status).toBe(kind === 'Place' ? 200 : 404)
  })
})

describe('names in namespaces', () => {
  it('are free in each of them', async () => {
    const uids: string[] = []
    for (const namespace of ['kube-public', 'kube-system']) {
      const { status, body } = await api.call('POST', places(namespace), of('Place', 'same'))
      expect(status).toBe(201)
      expect(body.metadata.namespace).toBe(namespace)
      uids.push(body.metadata.uid)
    }
    expect(new Set(uids).size).toBe(2)
    const { body } = await api.get(`/apis/${apiVersion}/places?fieldSelector=metadata.name=same`)
    expect(body.items.map(({ metadata }: Body) => metadata.namespace)).toEqual(['kube-public', 'kube-system'])
  })

  it('are reported in the watches of their namespace and of all namespaces', async () => {
    const all = await api.watch(`/apis/${apiVersion}/places?watch=1&resourceVersion=0&labelSelector=seen=yes`)
    const one = await api.watch(`${places('kube-public')}?watch=1&labelSelector=seen=yes`)
    for (const namespace of ['kube-system', 'kube-public']) {
      await api.call(
        'POST',
        places(namespace),
        of('Place', `w-${namespace}`, { metadata: { name: `w-${namespace}`, labels: { seen: 'yes' } } }),
      )
    }
    expect((await all.next()).object.metadata.name).toBe('w-kube-system')
    expect((await all.next()).object.metadata.name).toBe('w-kube-public')
    expect((await one.next()).object.metadata.name).toBe('w-kube-public')
    await all.cancel()
    await one.cancel()
  })

  it('must agree with the path', async () => {
    const other = await api.call('POST', places(), { ...of('Place', 'x'), metadata: { name: 'x', namespace: 'other' } })
    expect(other.body).toMatchObject({ code: 400, reason: 'BadRequest' })
  })

  it('are kept apart from those of other objects', async () => {
    await api.call('POST', places(), of('Place', 'taken'))
    const again = await api.call('POST', places(), of('Place', 'taken'))
    expect(again.body).toMatchObject({
      code: 409,
      reason: 'AlreadyExists',
      message: 'places.stable.example.com "taken" already exists',
    })
  })
})

describe('numbers', () => {
  it('stay integers, however large', async () => {
    const text = `{"apiVersion":"${apiVersion}","kind":"World","metadata":{"name":"numbers"},"num":{"num1":9223372036854775807,"num2":1000000,"num3":1.5}}`
    await api.call('POST', worlds, text)
    const response = await server.fetch(`https://localhost${worlds}/numbers`)
    expect(await response.text()).toContain('"num":{"num1":9223372036854775807,"num2":1000000,"num3":1.5}')
  })
})

describe('patches', () => {
  it('that change nothing write nothing', async () => {
    const { body } = await api.call('POST', places(), of('Place', 'p', { spec: { a: 'x' } }))
    const same = await api.call('PATCH', `${places()}/p`, { spec: { a: 'x' } })
    expect(same.body.metadata.resourceVersion).toBe(body.metadata.resourceVersion)
    expect(same.body.metadata.generation).toBe(1)
    const changed = await api.call('PATCH', `${places()}/p`, { spec: { a: 'y' } })
    expect(changed.body.metadata.generation).toBe(2)
    const old = { metadata: { resourceVersion: body.metadata.resourceVersion }, spec: { a: 'z' } }
    expect((await api.call('PATCH', `${places()}/p`, old)).body).toMatchObject({ code: 409, reason: 'Conflict' })
    const identity = { metadata: { uid: 'other' } }
    expect((await api.call('PATCH', `${places()}/p`, identity)).status).toBe(422)
  })

  it('of the status leave the generation as it is, and do not reach the spec', async () => {
    const { body } = await api.call('PATCH', `${places()}/p/status`, { spec: { a: 'no' }, status: { b: 1 } })
    expect([body.spec.a, body.status, body.metadata.generation]).toEqual(['y', { b: 1 }, 2])
    const again = await api.call('PATCH', `${places()}/p/status`, { status: { b: 1 } })
    expect(again.body.metadata.resourceVersion).toBe(body.metadata.resourceVersion)
  })

  it('of the scale are merged too', async () => {
    await api.call('PATCH', `${places()}/p`, { spec: { replicas: 1 } })
    const { body } = await api.call('PATCH', `${places()}/p/scale`, { spec: { replicas: 4 } })
    expect(body).toMatchObject({ kind: 'Scale', spec: { replicas: 4 } })
    expect((await api.get(`${places()}/p`)).body.spec.replicas).toBe(4)
  })

  it('cannot apply a scale that differs, as upstream cannot', async () => {
    const apply = (manager: string, replicas: number, options = '') =>
      api.call(
        'PATCH',
        `${places()}/p/scale?fieldManager=${manager}${options}`,
        { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'p' }, spec: { replicas } },
        { 'content-type': 'application/apply-patch+yaml' },
      )
    expect((await apply('one', 4)).status).toBe(200)
    const conflict = await apply('two', 5)
    expect(conflict.body).toMatchObject({ code: 409 })
    const message = expect.stringContaining('request to convert CR to an invalid group/version: autoscaling/v1')
    expect((await apply('one', 5, '&force=true')).body).toMatchObject({ code: 500, message })
    const { body } = await api.get(`${places()}/p`)
    const owner = body.metadata.managedFields.find(({ manager }: Body) => manager === 'one')
    expect(owner).toMatchObject({ operation: 'Apply', apiVersion, fieldsV1: { 'f:spec': { 'f:replicas': {} } } })
  })
})

describe('apply', () => {
  const fields = [
    { nullable: true },
    { nullable: true, required: true },
    { nullable: true, inner: true },
    { nullable: true, required: true, inner: true },
    {},
    { required: true },
    { inner: true },
    { required: true, inner: true },
  ] as readonly { readonly nullable?: true; readonly required?: true; readonly inner?: true }[]

  it('of null clears an object where it may be null, and is refused where it may not', async () => {
    const properties = Object.fromEntries(
      fields.map(({ nullable, required, inner }, index) => [
        `field${index}`,
        {
          type: 'object',
          properties: {
            inner: {
              type: 'object',
              ...(nullable && { nullable }),
              properties: { sub: { type: 'string' } },
              ...(inner && { required: ['sub'] }),
            },
          },
          ...(required && { required: ['inner'] }),
        },
      ]),
    )
    await api.establish(definition('Widget', { versions: [version('v1', { spec: { type: 'object', properties } })] }))
    for (const [index, { nullable }] of fields.entries()) {
      const path = `/apis/${apiVersion}/namespaces/default/widgets/w${index}?fieldManager=m`
      const apply = (inner: unknown) =>
        api.call('PATCH', path, of('Widget', `w${index}`, { spec: { [`field${index}`]: { inner } } }), {
          'content-type': 'application/apply-patch+yaml',
        })
      expect((await apply({ sub: 'x' })).status).toBe(201)
      const cleared = await apply(null)
      if (nullable) expect(cleared.body.spec[`field${index}`]).toEqual({ inner: null })
      else expect(cleared.body).toMatchObject({ code: 422 })
      if (!nullable) expect(cleared.body.message).toContain('must be of type object')
    }
  })

  it('creates nothing while its definition is on its way out', async () => {
    const metadata = { finalizers: ['example.com/stay'] }
    const created = definition('Leaving', { metadata, versions: [version('v1', { a: { type: 'string' } })] })
    await api.establish(created)
    await api.call('DELETE', `${definitions}/leavings.${group}`)
    const path = `/apis/${apiVersion}/namespaces/default/leavings/a?fieldManager=m&dryRun=All`
    const refused = await api.call('PATCH', path, of('Leaving', 'a'), {
      'content-type': 'application/apply-patch+yaml',
    })
    expect(refused.body.message).toContain('create not allowed while custom resource definition is terminating')
    await api.call('PATCH', `${definitions}/leavings.${group}`, { metadata: { finalizers: null } })
  })
})

describe('CBOR', () => {
  it('is the requested format of objects where the server has it', async () => {
    await api.call('POST', worlds, of('World', 'cbor', { values: { a: 1 } }))
    const response = await server.fetch(
      new Request(`https://localhost${worlds}/cbor`, { headers: { accept: 'application/cbor' } }),
    )
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/cbor'])
    const bytes = new Uint8Array(await response.arrayBuffer())
    // The tag that marks CBOR.
    expect([...bytes.subarray(0, 3)]).toEqual([0xd9, 0xd9, 0xf7])
    const back = await server.fetch(
      new Request(`https://localhost${worlds}/cbor`, {
        method: 'PUT',
        headers: { 'content-type': 'application/cbor', accept: 'application/json' },
        body: bytes,
      }),
    )
    expect((await back.json()).values).toEqual({ a: 1 })
  })

  it('is refused where the server has it not', async () => {
    const plain = await TestServer.start({ groups: [] })
    try {
      const calls = new API(plain)
      await calls.establish(
        definition('World', { scope: 'Cluster', versions: [{ name: 'v1', served: true, storage: true, schema }] }),
      )
      const asked = await calls.get(worlds, { accept: 'application/cbor' })
      expect(asked.status).toBe(406)
      const sent = await calls.call('POST', worlds, 'x', { 'content-type': 'application/cbor' })
      expect(sent.status).toBe(415)
    } finally {
      await plain.stop()
    }
  })
})

describe('definitions that are created again', () => {
  it('have lost their objects and accept new ones', async () => {
    const made = definition('Again', { versions: [version('v1', { a: { type: 'string' } })] })
    const path = `/apis/${apiVersion}/namespaces/default/agains`
    for (let round = 0; round < 3; round++) {
      await api.establish(made)
      expect((await api.get(path)).body.items).toEqual([])
      expect((await api.call('POST', path, of('Again', 'a', { a: `${round}` }))).body.a).toBe(`${round}`)
      await api.call('DELETE', `${definitions}/agains.${group}`)
      await api.until(`${definitions}/agains.${group}`, ({ status }) => status === 404)
    }
  })

  it('keep to their own kind where two have many objects', async () => {
    const kinds = ['Left', 'Right']
    for (const kind of kinds)
      await api.establish(definition(kind, { versions: [version('v1', { a: { type: 'string' } })] }))
    for (const kind of kinds) {
      const path = `/apis/${apiVersion}/namespaces/default/${kind.toLowerCase()}s`
      for (const name of ['a', 'b', 'c']) await api.call('POST', path, of(kind, name))
      await api.call('DELETE', `${path}/b`)
    }
    for (const kind of kinds) {
      const { body } = await api.get(`/apis/${apiVersion}/namespaces/default/${kind.toLowerCase()}s`)
      expect(body.items.map((each: Body) => `${each.kind}/${each.metadata.name}`)).toEqual([`${kind}/a`, `${kind}/c`])
    }
    const { kvs } = await server.snapshot().kv.range({ key: `/registry/${group}/lefts/`, prefix: true })
    expect(kvs.map(({ key }) => key)).toEqual([
      `/registry/${group}/lefts/default/a`,
      `/registry/${group}/lefts/default/c`,
    ])
  })
})

it('requests are counted as those of built-in kinds, from where there is a route for them', async () => {
  const counted = async (): Promise<readonly string[]> => {
    const { body } = await api.get('/metrics')
    return (body as string).split('\n').filter((line) => /^apiserver_request_total\{.*resource="counteds"/.test(line))
  }
  await api.call('POST', definitions, definition('Counted', { versions: [version('v1', {})] }))
  const path = `/apis/${apiVersion}/namespaces/default/counteds`
  await api.until(path, ({ status }) => status === 200)
  expect((await api.get(`${path}/missing`)).status).toBe(404)
  expect((await api.get(`${path}/missing/status`)).status).toBe(404)
  expect((await api.call('POST', `${path}/a`, of('Counted', 'a'))).status).toBe(201)
  const values = { subresource: '', component: 'apiserver', group, version: 'v1' }
  const lines = await counted()
  for (const [name, value] of Object.entries(values)) {
    for (const line of lines) expect(line).toContain(`${name}="${value}"`)
  }
  const verbs = lines.map((line) => `${/verb="(\w+)"/.exec(line)?.[1]} ${/code="(\d+)"/.exec(line)?.[1]}`).sort()
  expect(verbs).toEqual(['GET 404', 'LIST 200', 'POST 201'])
})
