import { APIPaths, Discovery } from '@apimachinery/server/discovery'
import { describe, expect, test } from 'vitest'
import { handleInProcess } from '../../src/serving/in-process.js'
import { TestAPI } from '../endpoints/test-api.js'
import { groupVersionAlpha, groupVersionV1 } from '../endpoints/wardle.js'
import { identified } from '../request/identified.js'

const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

async function paths() {
  const api = await TestAPI.start()
  const served = new APIPaths(new Discovery({ serverAddress: () => 'host:1' }), async (_request, response) => {
    response.writeHead(404, {})
    response.end()
  })
  for (const version of ['v1', groupVersionV1, groupVersionAlpha]) served.install(api.version(String(version)))
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await handleInProcess(identified(served.handler), {
      method: 'GET',
      path,
      headers,
      body: undefined,
      signal: undefined,
    })
    const chunks: Uint8Array[] = []
    if (response.body instanceof Uint8Array) chunks.push(response.body)
    else for await (const chunk of response.body) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString('utf8')
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
  }
  return { served, get }
}

describe('discovery', () => {
  test('/api names the versions of the core group', async () => {
    const { get } = await paths()
    expect((await get('/api')).body).toEqual({
      kind: 'APIVersions',
      versions: ['v1'],
      serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: 'host:1' }],
    })
  })

  test('/apis names groups, the best version first', async () => {
    const { get } = await paths()
    const { body } = await get('/apis')
    expect(body).toMatchObject({ kind: 'APIGroupList', apiVersion: 'v1' })
    expect(body.groups).toHaveLength(1)
    const [group] = body.groups
    expect(group.preferredVersion.version).toBe(groupVersionV1.version)
    expect((await get(`/apis/${group.name}`)).body).toMatchObject({ kind: 'APIGroup', name: group.name })
  })

  test('the document of a version lists its resources', async () => {
    const { get } = await paths()
    const { body } = await get('/api/v1')
    expect(body).toMatchObject({ kind: 'APIResourceList', groupVersion: 'v1' })
    expect(body.resources[0]).toMatchObject({ name: 'configmaps', singularName: 'configmap', kind: 'ConfigMap' })
    expect(body.resources[0].verbs).toEqual([
      'create',
      'delete',
      'deletecollection',
      'get',
      'list',
      'patch',
      'update',
      'watch',
    ])
  })

  test('an aggregated document says it all, and is not sent twice', async () => {
    const { get, served } = await paths()
    const answer = await get('/apis', { accept: `${aggregated},application/json` })
    expect(answer.headers['content-type']).toBe(aggregated)
    expect(answer.body).toMatchObject({ kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2' })
    expect(answer.body.items[0].versions.map(({ version }: { version: string }) => version)).toEqual([
      groupVersionV1.version,
      groupVersionAlpha.version,
    ])
    const etag = String(answer.headers.etag)
    const again = { accept: aggregated, 'if-none-match': etag }
    expect((await get('/apis', again)).status).toBe(304)
    served.remove(groupVersionAlpha)
    expect((await get('/apis', again)).status).toBe(200)
  })

  test('unknown paths go to the next handler', async () => {
    const { get, served } = await paths()
    expect((await get('/apis/nobody')).status).toBe(404)
    served.remove(groupVersionV1)
    // No other server has versions of a local group.
    await expect(get(`/apis/${groupVersionV1}`)).rejects.toMatchObject({ status: { code: 404, reason: 'NotFound' } })
  })
})
