import { PartialObjectMetadataList } from 'apimachinery/meta/v1'
import { CodecFactory } from 'apimachinery/runtime/serializer'
import { describe, expect, test } from 'vitest'
import { configMap, configMaps, TestAPI } from './test-api.js'

const protobuf = 'application/vnd.kubernetes.protobuf'
const as = (kind: string, mediaType = 'application/json') => ({ accept: `${mediaType};as=${kind};g=meta.k8s.io;v=v1` })
// Looks like the place of an object in a row.
const cunning = '{"cells":[],"object":null}'

async function started(): Promise<TestAPI> {
  const api = await TestAPI.start()
  for (const name of ['a', 'b']) {
    const metadata = { name, labels: { app: 'x' }, annotations: { cunning } }
    const { status } = await api.call('POST', configMaps, { body: configMap(name, { metadata, data: { a: cunning } }) })
    expect(status).toBe(201)
  }
  return api
}

describe('lists whose objects are shown in part', () => {
  test.each([
    ['Table', ''],
    ['Table', '?includeObject=Metadata'],
    ['Table', '?includeObject=None'],
    ['Table', '?includeObject=Object'],
    ['Table', '?limit=1'],
    ['Table', '?labelSelector=app%3Dy'],
    ['PartialObjectMetadataList', ''],
    ['PartialObjectMetadataList', '?limit=1'],
    ['PartialObjectMetadataList', '?labelSelector=app%3Dy'],
  ])('%s%s is the same joined from bytes and encoded as a whole', async (kind, query) => {
    const api = await started()
    const path = `${configMaps}${query}`
    const joined = await api.call('GET', path, { headers: as(kind) })
    // Pretty answers are encoded as a whole.
    const whole = await api.call('GET', `${path}${query === '' ? '?' : '&'}pretty=true`, { headers: as(kind) })
    expect(joined.status).toBe(200)
    expect(joined.body).toEqual(whole.body)
  })

  test('rows have the metadata of their objects', async () => {
    const api = await started()
    const { body } = await api.call('GET', configMaps, { headers: as('Table') })
    const single = await api.call('GET', `${configMaps}/b`, { headers: as('PartialObjectMetadata') })
    expect(body.rows.map(({ object }: { object: { metadata: { name: string } } }) => object.metadata.name)).toEqual([
      'a',
      'b',
    ])
    // Members in Go's order.
    expect(JSON.stringify(body.rows[1].object)).toBe(JSON.stringify(single.body))
    expect(body.rows[1].cells[0]).toBe('b')
  })

  test('protobuf of metadata holds the same objects', async () => {
    const api = await started()
    const { bytes } = await api.call('GET', configMaps, { headers: as('PartialObjectMetadataList', protobuf) })
    const json = await api.call('GET', configMaps, { headers: as('PartialObjectMetadataList') })
    const codecs = new CodecFactory(api.scheme, { mode: 'canonical' })
    const { object } = codecs.universalDeserializer().decode(bytes, { into: PartialObjectMetadataList })
    const names = (object as PartialObjectMetadataList).items.map(({ metadata }) => metadata?.uid)
    expect(names).toEqual(json.body.items.map((item: { metadata: { uid: string } }) => item.metadata.uid))
    expect((object as PartialObjectMetadataList).metadata?.resourceVersion).toBe(json.body.metadata.resourceVersion)
  })
})
