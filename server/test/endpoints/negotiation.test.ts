import { gunzipSync } from 'node:zlib'
import { ConfigMap, ConfigMapList } from 'apimachinery/api/core/v1'
import { CodecFactory } from 'apimachinery/runtime/serializer'
import { describe, expect, test } from 'vitest'
import { configMap, configMaps, TestAPI } from './test-api.js'

const protobuf = 'application/vnd.kubernetes.protobuf'

describe('the format of answers', () => {
  test.each([
    ['application/json', 'application/json'],
    ['*/*', 'application/json'],
    ['text/html,application/yaml', 'application/yaml'],
    ['application/json;q=0.5,application/yaml;q=0.9', 'application/yaml'],
    [protobuf, protobuf],
  ])('%s is answered in %s', async (accept, expected) => {
    const api = await TestAPI.start()
    await api.call('POST', configMaps, { body: configMap('a') })
    const { headers } = await api.call('GET', `${configMaps}/a`, { headers: { accept } })
    expect(headers['content-type']).toBe(expected)
  })

  test.each(['text/html', 'application/*', 'application/cbor'])('%s is not acceptable', async (accept) => {
    const api = await TestAPI.start()
    const { status, body } = await api.call('GET', configMaps, { headers: { accept } })
    expect(status).toBe(406)
    expect(body.message).toBe(
      `406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, ${protobuf}, application/json;stream=watch, ${protobuf};stream=watch`,
    )
  })

  test('CBOR is served where it is switched on', async () => {
    const api = await TestAPI.start({ cbor: true })
    await api.call('POST', configMaps, { body: configMap('a', { data: { k: 'v' } }) })
    const { headers, bytes } = await api.call('GET', configMaps, { headers: { accept: 'application/cbor' } })
    expect(headers['content-type']).toBe('application/cbor')
    const { object } = new CodecFactory(api.scheme).universalDeserializer().decode(bytes)
    expect((object as ConfigMapList).items[0]?.data).toEqual({ k: 'v' })
  })

  test.each([
    ['?pretty=true', 'test/1', '{\n  "kind"'],
    ['', 'curl/8', '{\n  "kind"'],
    ['?pretty=0', 'curl/8', '{"kind"'],
    ['', 'test/1', '{"kind"'],
  ])('%j by %s begins with %j', async (query, agent, start) => {
    const api = await TestAPI.start()
    await api.call('POST', configMaps, { body: configMap('a') })
    const { bytes } = await api.call('GET', `${configMaps}/a${query}`, { headers: { 'user-agent': agent } })
    expect(Buffer.from(bytes).toString('utf8').startsWith(start)).toBe(true)
  })

  test('long answers are compressed, short ones are not', async () => {
    const api = await TestAPI.start()
    await api.call('POST', configMaps, { body: configMap('a', { data: { k: 'x'.repeat(200_000) } }) })
    await api.call('POST', configMaps, { body: configMap('b') })
    const headers = { 'accept-encoding': 'gzip' }
    const long = await api.call('GET', `${configMaps}/a`, { headers })
    expect(long.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
    expect(JSON.parse(gunzipSync(long.bytes).toString('utf8')).data.k.length).toBe(200_000)
    const list = await api.call('GET', configMaps, { headers })
    expect(JSON.parse(gunzipSync(list.bytes).toString('utf8')).items.length).toBe(2)
    expect((await api.call('GET', `${configMaps}/b`, { headers })).headers['content-encoding']).toBeUndefined()
  })
})

describe('lists', () => {
  test.each(['application/json', protobuf, 'application/yaml'])(
    'in %s are what the encoder writes',
    async (mediaType) => {
      const api = await TestAPI.start()
      for (const name of ['a', 'b', 'c'])
        await api.call('POST', configMaps, { body: configMap(name, { data: { name } }) })
      const { bytes } = await api.call('GET', configMaps, { headers: { accept: mediaType } })
      const codecs = new CodecFactory(api.scheme, { mode: 'canonical' })
      const info = codecs.supportedMediaTypes().find((each) => each.mediaType === mediaType)
      const { object } = codecs.universalDeserializer().decode<ConfigMapList>(bytes, { into: ConfigMapList })
      expect(object.items.map(({ data }) => data?.name)).toEqual(['a', 'b', 'c'])
      for (const item of object.items) {
        Reflect.deleteProperty(item, 'kind')
        Reflect.deleteProperty(item, 'apiVersion')
      }
      expect(Buffer.from(bytes)).toEqual(Buffer.from(info?.serializer.encode(object) ?? []))
    },
  )

  test('without items have an empty list', async () => {
    const api = await TestAPI.start()
    const { body } = await api.call('GET', configMaps)
    expect(body.items).toEqual([])
  })

  test('share the bytes of the objects with reads', async () => {
    const api = await TestAPI.start()
    await api.call('POST', configMaps, { body: configMap('a') })
    const [one, all] = [await api.call('GET', `${configMaps}/a`), await api.call('GET', configMaps)]
    const { kind: _kind, apiVersion: _apiVersion, ...item } = one.body
    expect(JSON.stringify(all.body.items)).toBe(JSON.stringify([item]))
  })
})

describe('tables and metadata', () => {
  const as = (kind: string, version = 'v1') => ({ accept: `application/json;as=${kind};v=${version};g=meta.k8s.io` })

  test.each(['v1', 'v1beta1'])('a table in %s', async (version) => {
    const api = await TestAPI.start()
    await api.call('POST', configMaps, { body: configMap('a', { data: { k: 'v' } }) })
    const { body } = await api.call('GET', configMaps, { headers: as('Table', version) })
    expect(body).toMatchObject({ kind: 'Table', apiVersion: `meta.k8s.io/${version}` })
    expect(body.rows[0].cells[0]).toBe('a')
    expect(body.rows[0].object).toMatchObject({
      kind: 'PartialObjectMetadata',
      apiVersion: `meta.k8s.io/${version}`,
      metadata: { name: 'a' },
    })
  })

  test.each([
    ['None', undefined],
    ['Object', 'ConfigMap'],
    ['Metadata', 'PartialObjectMetadata'],
  ])('includeObject=%s', async (include, kind) => {
    const api = await TestAPI.start()
    await api.call('POST', configMaps, { body: configMap('a', { data: { k: 'v' } }) })
    const { body } = await api.call('GET', `${configMaps}?includeObject=${include}`, { headers: as('Table') })
    expect(body.rows[0].object?.kind).toBe(kind)
  })

  test('includeObject is checked', async () => {
    const api = await TestAPI.start()
    const { status, body } = await api.call('GET', `${configMaps}?includeObject=x`, { headers: as('Table') })
    expect([status, body.message]).toEqual([
      400,
      "Unable to convert to Table as requested: includeObject: Invalid value: \"x\": must be 'Metadata', 'Object', 'None', or empty",
    ])
  })

  test('metadata of an object and of a list', async () => {
    const api = await TestAPI.start()
    await api.call('POST', configMaps, { body: configMap('a', { data: { k: 'v' } }) })
    const one = await api.call('GET', `${configMaps}/a`, { headers: as('PartialObjectMetadata') })
    expect(one.body).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'a' } })
    expect(one.body.data).toBeUndefined()
    const all = await api.call('GET', configMaps, { headers: as('PartialObjectMetadataList') })
    expect(all.body).toMatchObject({ kind: 'PartialObjectMetadataList', items: [{ metadata: { name: 'a' } }] })
  })

  test('neither replaces the other', async () => {
    const api = await TestAPI.start()
    await api.call('POST', configMaps, { body: configMap('a') })
    const list = await api.call('GET', configMaps, { headers: as('PartialObjectMetadata') })
    expect([list.status, list.body.message]).toEqual([
      406,
      'you requested PartialObjectMetadata, but the requested object is a list (*core.ConfigMapList)',
    ])
    const one = await api.call('GET', `${configMaps}/a`, { headers: as('PartialObjectMetadataList') })
    expect(one.body.message).toBe(
      'you requested PartialObjectMetadataList, but the requested object is not a list (*core.ConfigMap)',
    )
  })

  // `ErrorNegotiated` of k8s.io/apiserver transforms nothing; where nothing else is accepted, it writes indented JSON.
  test('an error is in the first format that is accepted as it is', async () => {
    const api = await TestAPI.start()
    const path = `${configMaps}/missing`
    const { accept } = as('Table')
    const plain = await api.call('GET', path, { headers: { accept: 'application/json' } })
    const among = await api.call('GET', path, { headers: { accept: `${accept},application/json` } })
    expect([among.status, among.bytes.toString()]).toEqual([404, plain.bytes.toString()])
    const other = await api.call('GET', path, { headers: { accept: `${accept},application/yaml` } })
    expect(other.headers['content-type']).toBe('application/yaml')
    const alone = await api.call('GET', path, { headers: { accept } })
    expect(alone.bytes.toString()).toBe(JSON.stringify(plain.body, undefined, 2))
  })

  test('other kinds are not acceptable', async () => {
    const api = await TestAPI.start()
    const { status } = await api.call('GET', configMaps, { headers: as('Pod') })
    expect(status).toBe(406)
  })
})

describe('paths and methods', () => {
  test.each([
    ['HEAD', configMaps, 405, 'the server does not allow this method on the requested resource'],
    ['PUT', configMaps, 405, 'the server does not allow this method on the requested resource'],
    ['POST', `${configMaps}/a`, 405, 'the server does not allow this method on the requested resource'],
    ['DELETE', '/api/v1/configmaps', 405, 'the server does not allow this method on the requested resource'],
    ['GET', '/api/v1/nothings', 404, 'the server could not find the requested resource'],
    ['GET', '/api/v1/configmaps/a', 404, 'the server could not find the requested resource'],
    ['GET', `${configMaps}/a/nothing`, 404, 'the server could not find the requested resource'],
    ['GET', `${configMaps}/a`, 404, 'configmaps "a" not found'],
  ] as const)('%s %s is answered with %i', async (...[method, path, code, message]) => {
    const api = await TestAPI.start()
    const { status, body } = await api.call(method, path)
    expect([status, body.code, body.message]).toEqual([code, code, message])
  })

  test('a patch of another media type', async () => {
    const api = await TestAPI.start()
    const { status, body } = await api.call('PATCH', `${configMaps}/a`, {
      headers: { 'content-type': 'a/b' },
      body: {},
    })
    expect([status, body.message]).toEqual([415, '415: Unsupported Media Type'])
  })

  test('a body of another media type', async () => {
    const api = await TestAPI.start()
    const { status, body } = await api.call('POST', configMaps, { headers: { 'content-type': 'a/b' }, body: {} })
    expect([status, body.message]).toEqual([
      415,
      `the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, ${protobuf}`,
    ])
  })

  test.each(['application/yaml', protobuf])('a body in %s', async (mediaType) => {
    const api = await TestAPI.start()
    const infos = new CodecFactory(api.scheme, { mode: 'canonical' }).supportedMediaTypes()
    const info = infos.find((each) => each.mediaType === mediaType)
    const body = info?.serializer.encode(new ConfigMap({ metadata: { name: 'a' }, data: { k: 'v' } }))
    const { status, body: created } = await api.call('POST', configMaps, {
      headers: { 'content-type': mediaType },
      body,
    })
    expect([status, created.data]).toEqual([201, { k: 'v' }])
  })

  test('a body of more than 3 MiB', async () => {
    const api = await TestAPI.start()
    const { status, body } = await api.call('POST', configMaps, { body: 'x'.repeat(3 * 1024 * 1024 + 1) })
    expect([status, body.message]).toEqual([413, 'Request entity too large: limit is 3145728'])
  })
})
