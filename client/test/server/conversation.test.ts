import { Deployment } from 'apimachinery/api/apps/v1'
import { ConfigMap, Namespace, Pod, Secret } from 'apimachinery/api/core/v1'
import { isAlreadyExists, isConflict, isInvalid, isNotFound } from 'apimachinery/errors'
import { PatchType } from 'apimachinery/patch'
import { Unstructured } from 'apimachinery/runtime'
import { GroupVersionKind, GroupVersionResource } from 'apimachinery/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../src/client/client.js'
import { Clientset } from '../../src/clientset/clientset.gen.js'
import type { ContentFormat } from '../../src/rest/rest-client.js'
import { startAPIServer, type TestAPIServer, type Way } from '../support/api-server.js'

let server: TestAPIServer
beforeAll(async () => {
  server = await startAPIServer()
})
afterAll(() => server?.stop())

const ways: Way[] = ['HTTP/2', 'HTTP/1.1', 'in process']
const formats: ContentFormat[] = ['json', 'protobuf', 'cbor']
let count = 0

describe.each(ways.flatMap((way) => formats.map((format) => ({ way, format }))))(
  'a conversation over $way in $format',
  ({ way, format }) => {
    let client: Client
    let namespace: string

    beforeAll(async () => {
      client = await server.client(way, format)
      namespace = `test-${++count}`
      await client.create(new Namespace({ metadata: { name: namespace } }))
    })
    const map = (name: string, data: Record<string, string> = {}) =>
      new ConfigMap({ metadata: { name, namespace }, data })

    it('creates, reads, replaces and deletes', async () => {
      const maps = client.resource(ConfigMap).namespace(namespace)
      const created = await maps.create(map('a', { text: 'grün <&> \u2028' }))
      expect(created).toBeInstanceOf(ConfigMap)
      expect(created.metadata?.uid).toMatch(/^[0-9a-f-]{36}$/)
      const found = await maps.get('a')
      expect(found).toEqual(created)
      found.data = { text: 'new' }
      const updated = await maps.update(found)
      expect(updated.data).toEqual({ text: 'new' })
      expect(updated.metadata?.resourceVersion).not.toBe(created.metadata?.resourceVersion)
      await maps.delete('a', { preconditions: { uid: updated.metadata?.uid } })
      await expect(maps.get('a')).rejects.toSatisfy(isNotFound)
    })

    it('gets an error that says what is wrong', async () => {
      const maps = client.resource(ConfigMap).namespace(namespace)
      const first = await maps.create(map('taken'))
      await expect(maps.create(map('taken'))).rejects.toSatisfy(isAlreadyExists)
      await maps.update(new ConfigMap({ ...first, data: { a: '1' } }))
      await expect(maps.update(new ConfigMap({ ...first, data: { a: '2' } }))).rejects.toSatisfy(isConflict)
      const error = await maps.create(map('Not A Name')).catch((thrown: unknown) => thrown)
      expect(isInvalid(error)).toBe(true)
      expect(error).toMatchObject({ verb: 'create', requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
      expect((error as { status: { details: object } }).status.details).toMatchObject({
        causes: [{ field: 'metadata.name' }],
      })
    })

    it('patches in every way', async () => {
      const maps = client.resource(ConfigMap).namespace(namespace)
      await maps.create(map('p', { a: '1', b: '2' }))
      await maps.patch('p', { type: PatchType.Merge, body: { data: { a: null, c: '3' } } })
      await maps.patch('p', { type: PatchType.JSON, body: [{ op: 'add', path: '/data/d', value: '4' }] })
      const patched = await maps.patch('p', { type: PatchType.StrategicMerge, body: '{"data":{"e":"5"}}' })
      expect(patched.data).toEqual({ b: '2', c: '3', d: '4', e: '5' })
    })

    it('reads and deletes metadata alone', async () => {
      const maps = client.resource(ConfigMap).namespace(namespace)
      await maps.create(map('meta', { a: '1' }))
      const metadata = maps.metadata()
      expect((await metadata.get('meta')).metadata?.name).toBe('meta')
      const listed = await metadata.list({ fieldSelector: 'metadata.name=meta' })
      expect(listed.items.map((item) => [item.metadata?.name, Object.keys(item)])).toEqual([
        ['meta', expect.not.arrayContaining(['data'])],
      ])
      await metadata.deleteCollection({ fieldSelector: 'metadata.name=meta' })
      await expect(maps.get('meta')).rejects.toSatisfy(isNotFound)
    })

    it('applies, and reports conflicts', async () => {
      const maps = client.resource(ConfigMap).namespace(namespace)
      const applied = await maps.apply({ metadata: { name: 'ssa' }, data: { a: '1' } }, { fieldManager: 'one' })
      expect(applied.metadata?.managedFields?.[0]).toMatchObject({ manager: 'one', operation: 'Apply' })
      const other = { metadata: { name: 'ssa' }, data: { a: '2' } }
      await expect(maps.apply(other, { fieldManager: 'two' })).rejects.toSatisfy(isConflict)
      const forced = await maps.apply(other, { fieldManager: 'two', force: true })
      expect(forced.data).toEqual({ a: '2' })
    })

    it('lists in pages and item by item, and deletes many', async () => {
      const secrets = client.resource(Secret).namespace(namespace)
      for (let index = 0; index < 7; index++) {
        const labels = { parity: index % 2 === 0 ? 'even' : 'odd' }
        await secrets.create(new Secret({ metadata: { name: `s${index}`, labels }, stringData: { n: String(index) } }))
      }
      const names: string[] = []
      for await (const { metadata } of secrets.each({ limit: 3 })) names.push(metadata?.name ?? '')
      expect(names).toEqual(['s0', 's1', 's2', 's3', 's4', 's5', 's6'])
      const sizes: number[] = []
      for await (const { items } of secrets.pages({ limit: 3 })) sizes.push(items.length)
      expect(sizes).toEqual([3, 3, 1])
      const streamed: unknown[] = []
      for await (const secret of secrets.listItems()) streamed.push(secret)
      expect(streamed).toHaveLength(7)
      expect(streamed[0]).toBeInstanceOf(Secret)
      await secrets.deleteCollection({ labelSelector: 'parity=even' })
      expect((await secrets.list()).items.map(({ metadata }) => metadata?.name)).toEqual(['s1', 's3', 's5'])
    })

    it('watches', async () => {
      const maps = client.resource(ConfigMap).namespace(namespace)
      const { metadata } = await maps.list()
      const controller = new AbortController()
      const seen: string[] = []
      const watch = maps.watch({
        resourceVersion: metadata?.resourceVersion,
        signal: controller.signal,
        fieldSelector: 'metadata.name=w',
      })
      const watching = (async () => {
        for await (const { type, object } of watch) {
          expect(object).toBeInstanceOf(ConfigMap)
          seen.push(`${type} ${object.data?.n}`)
          if (type === 'DELETED') return
        }
      })()
      await maps.create(map('w', { n: '1' }))
      await maps.patch('w', { type: PatchType.Merge, body: { data: { n: '2' } } })
      await maps.delete('w')
      await watching
      expect(seen).toEqual(['ADDED 1', 'MODIFIED 2', 'DELETED 2'])
    })

    it('gives metadata only', async () => {
      const maps = client.resource(ConfigMap).namespace(namespace)
      await maps.create(map('meta', { big: 'x'.repeat(100) }))
      const partial = await maps.metadata().get('meta')
      expect(partial.kind).toBe('PartialObjectMetadata')
      expect(partial.metadata?.name).toBe('meta')
      expect(partial).not.toHaveProperty('data')
    })

    it('reaches any resource by its name or its kind', async () => {
      const byName = client.resource(new GroupVersionResource('', 'v1', 'configmaps')).namespace(namespace)
      const created = await byName.create(
        new Unstructured({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'u' }, data: { a: 'b' } }),
      )
      expect(created).toBeInstanceOf(Unstructured)
      const byKind = await client.resourceFor(new GroupVersionKind('', 'v1', 'ConfigMap'))
      expect((await byKind.namespace(namespace).get('u')).data).toEqual({ a: 'b' })
    })

    it('fills in defaults, has a status and a scale', async () => {
      const labels = { app: 'web' }
      const spec = {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      }
      const web = await client.create(new Deployment({ metadata: { name: 'web', namespace }, spec }))
      expect(web.spec.replicas).toBe(1)
      const deployments = new Clientset(client).appsV1().deployments(namespace)
      web.status = { replicas: 1, observedGeneration: 1 }
      expect((await deployments.updateStatus(web)).status).toMatchObject({ replicas: 1 })
      const scale = await deployments.getScale('web')
      scale.spec = { replicas: 4 }
      await deployments.updateScale('web', scale)
      expect((await deployments.get('web')).spec.replicas).toBe(4)
    })

    it('says dry run', async () => {
      const maps = client.resource(ConfigMap).namespace(namespace)
      const tried = await maps.create(map('dry'), { dryRun: ['All'] })
      expect(tried.metadata?.name).toBe('dry')
      await expect(maps.get('dry')).rejects.toSatisfy(isNotFound)
      await expect(
        client.create(new Pod({ metadata: { name: 'p', namespace }, spec: { containers: [] } })),
      ).rejects.toSatisfy(isInvalid)
    })
  },
)

it('serves CBOR behind its feature gate', async () => {
  expect(await contentTypeOf('application/cbor')).toBe('application/cbor')
  expect(await contentTypeOf('application/json')).toBe('application/json')
})

async function contentTypeOf(accept: string): Promise<string | null> {
  const headers = { accept, authorization: `Bearer ${server.token}` }
  const request = new Request('https://localhost/api/v1/namespaces/default', { headers })
  return (await server.server.generic.fetch(request)).headers.get('content-type')
}
