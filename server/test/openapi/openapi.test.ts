import { OpenAPI } from '@apimachinery/server/openapi'
import { addToGroupVersion } from 'apimachinery/meta/v1'
import { GroupVersion } from 'apimachinery/schema'
import { describe, expect, test } from 'vitest'
import type { DocumentStyle } from '../../src/openapi/document-style.js'
import type { Handler } from '../../src/request/http.js'
import { handleInProcess } from '../../src/serving/in-process.js'
import { TestAPI } from '../endpoints/test-api.js'
import { groupVersionV1 } from '../endpoints/wardle.js'
import { identified } from '../request/identified.js'

async function documents() {
  const api = await TestAPI.start()
  let made = 0
  const versions = ['v1', String(groupVersionV1)].map((name) => {
    const version = api.version(name)
    const installed = () => {
      made += 1
      return version
    }
    return { groupVersion: version.groupVersion, resources: version.resources, installed }
  })
  return { openAPI: new OpenAPI({ scheme: api.scheme, versions: () => versions }), made: () => made }
}

async function get(handler: Handler, path: string, headers: Record<string, string> = {}) {
  const call = { method: 'GET', path, headers, body: undefined, signal: undefined }
  const response = await handleInProcess(identified(handler), call)
  const chunks: Uint8Array[] = []
  if (response.body instanceof Uint8Array) chunks.push(response.body)
  else for await (const chunk of response.body) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  return { status: response.status, headers: response.headers, bytes, json: () => JSON.parse(bytes.toString('utf8')) }
}

describe('OpenAPI', () => {
  test('an index names documents by their hash, and makes none of them', async () => {
    const { openAPI, made } = await documents()
    const { paths } = (await get(openAPI.serveV3Index, '/openapi/v3')).json()
    expect(Object.keys(paths)).toContain('api/v1')
    expect(Object.keys(paths)).toContain(`apis/${groupVersionV1}`)
    expect(paths['api/v1'].serverRelativeURL).toMatch(/^\/openapi\/v3\/api\/v1\?hash=[0-9A-F]{128}$/)
    expect(made()).toBe(0)
  })

  test('a document at its hash may be cached; another hash is redirected', async () => {
    const { openAPI } = await documents()
    const { paths } = (await get(openAPI.serveV3Index, '/openapi/v3')).json()
    const url = paths['api/v1'].serverRelativeURL
    const answer = await get(openAPI.serveV3, url)
    expect(answer.headers['cache-control']).toBe('public, immutable')
    const moved = await get(openAPI.serveV3, '/openapi/v3/api/v1?hash=OLD')
    expect([moved.status, moved.headers.location]).toEqual([301, url])
    // Source: `HandleGroupVersion` of k8s.io/kube-openapi/pkg/handler3. What aggregates servers answers 404.
    const unknown = await get(openAPI.serveV3, '/openapi/v3/apis/nobody')
    expect([unknown.status, unknown.headers.vary, unknown.bytes.length]).toEqual([200, 'Accept', 0])
  })

  test('in v2, what older clients look for stands with each operation, and nothing has a default', async () => {
    const { openAPI } = await documents()
    const { paths, parameters, definitions } = (await get(openAPI.serveV2, '/openapi/v2')).json()
    const own = paths['/api/v1/namespaces/{namespace}/configmaps/{name}'].patch.parameters
    const names = own.map(({ name, $ref }: { name?: string; $ref?: string }) => name ?? $ref?.slice(0, -9))
    expect(names).toEqual(expect.arrayContaining(['dryRun', 'fieldValidation', '#/parameters/body']))
    expect(Object.keys(parameters).some((key) => /^(name|dryRun|fieldValidation)-/.test(key))).toBe(false)
    expect(JSON.stringify(definitions)).not.toContain('"default":')
  })

  test('a document has paths, kinds and schemas that refer to each other', async () => {
    const { openAPI } = await documents()
    const document = (await get(openAPI.serveV3, '/openapi/v3/api/v1')).json()
    expect(document.openapi).toBe('3.0.0')
    const operation = document.paths['/api/v1/namespaces/{namespace}/configmaps/{name}'].get
    expect(operation.operationId).toBe('readCoreV1NamespacedConfigMap')
    expect(operation['x-kubernetes-group-version-kind']).toEqual({ group: '', kind: 'ConfigMap', version: 'v1' })
    const { schemas } = document.components
    const references = JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)
    expect([...references].map(([, name]) => name).filter((name) => schemas[name ?? ''] === undefined)).toEqual([])
  })

  test('version 2 comes in JSON and protobuf', async () => {
    const { openAPI } = await documents()
    const inJSON = await get(openAPI.serveV2, '/openapi/v2')
    expect(inJSON.json()).toMatchObject({ swagger: '2.0' })
    const accept = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf'
    const inProtobuf = await get(openAPI.serveV2, '/openapi/v2', { accept })
    expect(inProtobuf.headers['content-type']).toBe('application/com.github.proto-openapi.spec.v2.v1.0+protobuf')
    expect(inProtobuf.bytes.subarray(0, 5).toString('latin1')).toBe('\n\x032.0')
    const again = { 'if-none-match': String(inJSON.headers.etag) }
    expect((await get(openAPI.serveV2, '/openapi/v2', again)).status).toBe(304)
  })

  test('documents of version 3 come in JSON and protobuf', async () => {
    const { openAPI } = await documents()
    for (const accept of [
      'application/com.github.proto-openapi.spec.v3@v1.0+protobuf',
      'application/com.github.proto-openapi.spec.v3.v1.0+protobuf',
    ]) {
      const answer = await get(openAPI.serveV3, '/openapi/v3/api/v1', { accept })
      expect(answer.headers['content-type']).toBe('application/com.github.proto-openapi.spec.v3.v1.0+protobuf')
      expect(answer.bytes.subarray(0, 7).toString('latin1')).toBe('\n\x053.0.0')
    }
  })
})

describe('kinds in definitions', () => {
  type Kinds = readonly { readonly group: string; readonly version: string; readonly kind: string }[]
  const kindsOf = async (style: DocumentStyle | undefined, name: string): Promise<Kinds> => {
    const api = await TestAPI.start()
    for (const each of [groupVersionV1, new GroupVersion('other.example', 'v1')]) addToGroupVersion(api.scheme, each)
    const version = api.version(String(groupVersionV1))
    const versions = () => [{ ...version, installed: () => version }]
    const openAPI = new OpenAPI({ scheme: api.scheme, versions, style })
    const { components } = (await get(openAPI.serveV3, `/openapi/v3/apis/${groupVersionV1}`)).json()
    return components.schemas[name]['x-kubernetes-group-version-kind']
  }
  const deletion = 'io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions'

  // Source: `filterScopedGVKs` of k8s.io/apiserver/pkg/server/routes.
  test('that every group has are those of the document and of the core group', async () => {
    const { group, version } = groupVersionV1
    expect(await kindsOf(undefined, deletion)).toEqual([
      { group: '', version: 'v1', kind: 'DeleteOptions' },
      { group, version, kind: 'DeleteOptions' },
    ])
  })

  test('are those of all groups, sorted, where documents are as before', async () => {
    const groups = (await kindsOf({ allGroups: true }, deletion)).map(({ group, version }) => `${group}/${version}`)
    expect(groups.length).toBeGreaterThan(2)
    expect(groups).toEqual([...groups].sort())
  })
})
